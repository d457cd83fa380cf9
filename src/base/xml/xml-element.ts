import { type SourcePlace, UserError } from '../errors.js';

/** An element of an XML file, with its place for messages. Names are as written, prefixes included. */
export interface XmlElement {
  name: string;
  /** Place of its start tag. */
  place: SourcePlace;
  /** Attributes in the order of the file. */
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  /** The text directly within it, references resolved, without blanks at its ends. */
  text: string;
}

/** The children called `name`. Throws UserError at the first one beyond `most`. */
export function childrenOf(element: XmlElement, name: string, most = Number.POSITIVE_INFINITY): XmlElement[] {
  const children = element.children.filter((child) => child.name === name);
  if (children.length <= most) return children;
  throw new UserError(`found ${children.length} <${name}> in <${element.name}>, expected at most ${most}`, {
    place: children[most].place,
  });
}

/** The first child called `name`, or undefined. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);
