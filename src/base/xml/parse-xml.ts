import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UserError } from '../errors.js';
import type { XmlElement } from './xml-element.js';

/** Deepest nesting of elements. */
const DEPTH_MAX = 64;
/** Most elements of a document: an element takes some hundred bytes of memory, and as few as four of a file. */
const ELEMENTS_MAX = 1_000_000;
/** Most attributes of a document. */
const ATTRIBUTES_MAX = 2_000_000;
/** Most attributes of an element. */
const ATTRIBUTES_OF_ONE_MAX = 1000;

interface OpenElement extends XmlElement {
  children: OpenElement[];
}

/**
 * The root element of the XML in `text`; messages call the file `file`. Comments and processing instructions are left
 * out. Document type declarations are refused, so that there are no entities but the five of XML and those of
 * characters. Throws UserError with file, line and column for text that is not well formed or nested too deep, and once
 * it has more than a million elements, two million attributes, or a thousand of them in one element.
 */
export function parseXml(text: string, file: string): XmlElement {
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
  parser.on('error', (error) => refuse(`not well-formed XML: ${reasonOf(error)}`));
  parser.on('doctype', () =>
    refuse('found a document type declaration (<!DOCTYPE), expected a file without one: entities are not read'),
  );
  parser.on('opentagstart', ({ name }) => {
    start = { line: parser.line, column: parser.column - name.length - 1 };
    bound(++counts.elements, ELEMENTS_MAX, 'elements in a document');
    counts.ofElement = 0;
  });
  parser.on('attribute', () => {
    bound(++counts.attributes, ATTRIBUTES_MAX, 'attributes in a document');
    bound(++counts.ofElement, ATTRIBUTES_OF_ONE_MAX, 'attributes in an element');
  });
  parser.on('opentag', (tag) => {
    const { name, attributes } = tag as SaxesTagPlain;
    const place = { file, ...start };
    const element = { name, place, attributes: new Map(Object.entries(attributes)), children: [], text: '' };
    if (open.length === DEPTH_MAX) refuse(`found elements nested more than ${DEPTH_MAX} deep`);
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

/** The parser's reason without the place before it. */
const reasonOf = ({ message }: Error): string => message.replace(/^(\d+:)+\d+: /, '');
