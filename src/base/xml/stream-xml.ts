import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type SourcePlace, UserError } from '../errors.js';
import { xmlFaultReason } from './xml-fault-reason.js';

/** Nesting of elements, and attributes of one, that are read at most. */
const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 1000;

/** The beginning of an element. */
interface StartTag {
  name: string;
  attributes: Readonly<Record<string, string>>;
  place: SourcePlace;
}

/** Receives the beginnings of elements, and comments. */
interface XmlReceiver {
  onTag(tag: StartTag): void;
  onComment?(text: string): void;
}

/**
 * Reads XML as it arrives, of any length, and holds only the elements that are open. Texts between tags are left out.
 * Document type declarations are refused, so that the only entities are the five of XML and those of characters.
 */
export class XmlStream {
  private readonly file: string;
  private readonly parser = new SaxesParser({ position: true });
  private readonly decoder = new TextDecoder('utf-8');
  private isEmpty = true;

  /** Messages call the file `file`. */
  constructor(file: string, { onTag, onComment }: XmlReceiver) {
    this.file = file;
    const { parser } = this;
    let [start, depth, attributes] = [{ line: 1, column: 1 }, 0, 0];
    parser.on('error', (error) => this.refuse(`not well-formed XML: ${xmlFaultReason(error)}`));
    parser.on('doctype', () =>
      this.refuse('found a document type declaration (<!DOCTYPE), expected a file without one: entities are not read'),
    );
    parser.on('opentagstart', ({ name }) => {
      start = { line: parser.line, column: parser.column - name.length - 1 };
      attributes = 0;
      if (++depth > DEPTH_MAX) this.refuse(`found elements nested more than ${DEPTH_MAX} deep`);
    });
    parser.on('attribute', () => {
      if (++attributes > ATTRIBUTES_MAX)
        this.refuse(`found more than ${ATTRIBUTES_MAX} attributes in an element, the most that are read`);
    });
    parser.on('opentag', (tag) => {
      this.isEmpty = false;
      onTag({ name: tag.name, attributes: (tag as SaxesTagPlain).attributes, place: { file, ...start } });
    });
    parser.on('closetag', () => void depth--);
    if (onComment) parser.on('comment', onComment);
  }

  /** Takes the next bytes. Throws UserError with file, line and column for text that is not well formed. */
  push(bytes: Uint8Array): void {
    this.parser.write(this.decoder.decode(bytes, { stream: true }));
  }

  /** Ends the document, likewise. */
  finish(): void {
    this.parser.write(this.decoder.decode()).close();
    if (this.isEmpty) this.refuse('found no element, expected XML');
  }

  private refuse(message: string): never {
    const { line, column } = this.parser;
    throw new UserError(message, { place: { file: this.file, line, column: column + 1 } });
  }
}
