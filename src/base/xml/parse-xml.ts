import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UserError } from '../errors.js';
import type { XmlElement } from './xml-element.js';
import { xmlFaultReason } from './xml-fault-reason.js';

/** Limits of a document. */
export interface XmlLimits {
  /** Nesting of elements. */
  depth: number;
  /** An element takes some hundred bytes of memory, and as few as four of a file. */
  elements: number;
  attributes: number;
  /** Attributes of an element. */
  attributesOfOne: number;
}

export const XML_LIMITS: Readonly<XmlLimits> = Object.freeze({
  depth: 64,
  elements: 1_000_000,
  attributes: 2_000_000,
  attributesOfOne: 1000,
});

interface OpenElement extends XmlElement {
  children: OpenElement[];
}

/**
 * The root element of the XML in `text`; messages call the file `file`. Comments and processing instructions are left
 * out. Document type declarations are refused, so that the only entities are the five of XML and those of characters.
 * Throws UserError with file, line and column for text that is not well formed, and as soon as it exceeds `limits`.
 */
export function parseXml(text: string, file: string, limits: Readonly<XmlLimits> = XML_LIMITS): XmlElement {
  const parser = new SaxesParser({ position: true });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  const counts = { elements: 0, attributes: 0, ofElement: 0 };
  let start = { line: 1, column: 1 };
  const here = () => ({ file, line: parser.line, column: parser.column + 1 });
  const refuse = (message: string): never => {
    throw new UserError(message, { place: here() });
  };
  const bound = (count: number, most: number, of: string): void => {
    if (count > most) refuse(`found more than ${most} ${of}, the most that are read`);
  };
  parser.on('error', (error) => refuse(`not well-formed XML: ${xmlFaultReason(error)}`));
  parser.on('doctype', () =>
    refuse('found a document type declaration (<!DOCTYPE), expected a file without one: entities are not read'),
  );
  parser.on('opentagstart', ({ name }) => {
    start = { line: parser.line, column: parser.column - name.length - 1 };
    bound(++counts.elements, limits.elements, 'elements in a document');
    counts.ofElement = 0;
  });
  parser.on('attribute', () => {
    bound(++counts.attributes, limits.attributes, 'attributes in a document');
    bound(++counts.ofElement, limits.attributesOfOne, 'attributes in an element');
  });
  parser.on('opentag', (tag) => {
    const { name, attributes } = tag as SaxesTagPlain;
    const place = { file, ...start };
    const element = { name, place, attributes: new Map(Object.entries(attributes)), children: [], text: '' };
    if (open.length === limits.depth) refuse(`found elements nested more than ${limits.depth} deep`);
    if (open.length > 0) open[open.length - 1].children.push(element);
    else root = element;
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  });
  const append = (part: string) => {
    if (open.length > 0) open[open.length - 1].text += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(text).close();
  return root ?? refuse('found no element, expected XML');
}
