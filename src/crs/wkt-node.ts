import { UserError } from '../base/errors.js';

/** A part of a WKT text: `UNIT["metre",1]`. Unquoted words, such as `EAST`, are among the texts. */
export interface WktNode {
  /** Keyword in upper case. */
  readonly keyword: string;
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly nodes: readonly WktNode[];
}

/** The record of a LAS file holds no more (65,535 bytes with its end mark), and no real system needs more. */
export const WKT_LENGTH_MAX = 65_534;
/** A compound system bound to another nests ten deep. */
const DEPTH_MAX = 32;

const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?![\w.])|([A-Za-z_]\w*)|([[\](),]))/y;

/**
 * The tree of a WKT text, 1 or 2. Throws UserError with the place for wrong brackets, quotes or commas, and for text
 * behind the end.
 */
export function parseWkt(text: string): WktNode {
  if (text.length > WKT_LENGTH_MAX)
    throw new UserError(`found ${text.length} characters of WKT, expected ${WKT_LENGTH_MAX} at most`);
  const reader = new WktReader(text);
  const node = reader.node(1);
  reader.end();
  return node;
}

type Token = { readonly kind: 'text' | 'number' | 'word' | 'mark'; readonly value: string };

class WktReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  node(depth: number): WktNode {
    const { kind, value } = this.next();
    if (kind !== 'word') this.refuse(value, 'a keyword such as PROJCS');
    return this.body(value, depth);
  }

  end(): void {
    const rest = this.text.slice(this.at).trim();
    if (rest !== '') this.refuse(rest, 'the end');
  }

  /** The contents of the brackets behind `keyword`. */
  private body(keyword: string, depth: number): WktNode {
    if (depth > DEPTH_MAX) this.refuse(keyword, `brackets within ${DEPTH_MAX} others at most`);
    const open = this.next();
    if (open.value !== '[' && open.value !== '(') this.refuse(open.value, `[ behind ${keyword}`);
    const close = open.value === '[' ? ']' : ')';
    const [texts, numbers, nodes]: [string[], number[], WktNode[]] = [[], [], []];
    for (;;) {
      const token = this.next();
      if (token.kind === 'text') texts.push(token.value);
      else if (token.kind === 'number') numbers.push(Number(token.value));
      else if (token.kind === 'mark') this.refuse(token.value, `a value in ${keyword}`);
      else if (this.opens()) nodes.push(this.body(token.value, depth + 1));
      else texts.push(token.value);
      const mark = this.next();
      if (mark.kind === 'mark' && mark.value === close) break;
      if (mark.kind !== 'mark' || mark.value !== ',') this.refuse(mark.value, `a comma or ${close} in ${keyword}`);
    }
    return { keyword: keyword.toUpperCase(), texts, numbers, nodes };
  }

  private opens(): boolean {
    return /\s*[[(]/y.test(this.text.slice(this.at, this.at + 16));
  }

  private next(): Token {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (!match) {
      const rest = this.text.slice(this.at).trim();
      return this.refuse(rest, rest.startsWith('"') ? 'a text that ends in "' : 'WKT');
    }
    this.at = TOKEN.lastIndex;
    const [, text, number, word, mark] = match;
    if (text !== undefined) return { kind: 'text', value: text.replaceAll('""', '"') };
    if (number !== undefined) return { kind: 'number', value: number };
    return word !== undefined ? { kind: 'word', value: word } : { kind: 'mark', value: mark };
  }

  private refuse(found: string, expected: string): never {
    const shown = found === '' ? 'the end of the text' : JSON.stringify(found.slice(0, FOUND_LENGTH_MAX));
    throw new UserError(`found ${shown} at character ${Math.min(this.at + 1, this.text.length)}, expected ${expected}`);
  }
}

const FOUND_LENGTH_MAX = 24;
