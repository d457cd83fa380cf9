import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UserError } from '../errors.js';
import type { XmlElement } from './xml-element.js';

/** Deepest nesting of elements. */
const DEPTH_MAX = 64;

interface OpenElement extends XmlElement {
  children: OpenElement[];
}

/**
 * The root element of the XML in `text`; messages call the file `file`. Comments and processing instructions are left
 * out. Document type declarations are refused, so that there are no entities but the five of XML and those of
 * characters. Throws UserError with file, line and column for text that is not well formed or nested too deep.
 */
export function parseXml(text: string, file: string): XmlElement {
  const parser = new SaxesParser({ position: true });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let start = { line: 1, column: 1 };
  const here = () => ({ file, line: parser.line, column: parser.column + 1 });
  const refuse = (message: string): never => {
    throw new UserError(message, { place: here() });
  };
  parser.on('error', (error) => refuse(`not well-formed XML: ${reasonOf(error)}`));
  parser.on('doctype', () =>
    refuse('found a document type declaration (<!DOCTYPE), expected a file without one: entities are not read'),
  );
  parser.on('opentagstart', ({ name }) => {
    start = { line: parser.line, column: parser.column - name.length - 1 };
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
