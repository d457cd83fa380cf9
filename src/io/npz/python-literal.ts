/*
 * Literals of Python: numbers, texts, True, False, None, tuples, lists and dictionaries. The head of a NumPy array is
 * one (NumPy Enhancement Proposal 1). Nothing else of the language is understood, and nothing is executed.
 */

/** A literal: tuples and lists are arrays, None is null. */
export type PythonLiteral = string | number | boolean | null | PythonLiteral[] | Map<string, PythonLiteral>;

/** Deepest nesting of lists; a head of NumPy has four levels. */
const DEPTH_MAX = 16;

const TOKEN =
  /\s*(?:(-?\d{1,16})L?(?![\w.])|(True|False|None)\b|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([[\](){},:]))/y;

/**
 * The value of `text`; undefined if it is no literal, or has trailing text. Time and memory are proportional to its
 * length.
 */
export function parsePythonLiteral(text: string): PythonLiteral | undefined {
  const tokens = tokensOf(text.trim());
  if (tokens === undefined) return undefined;
  const reader = new LiteralReader(tokens);
  const value = reader.value(0);
  return reader.isAtEnd ? value : undefined;
}

/** A sign of the language, or a value. */
type Token = { sign: string } | { value: string | number | boolean | null };

const WORDS: Readonly<Record<string, boolean | null>> = Object.freeze({ True: true, False: false, None: null });

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return undefined;
    const [, number, word, single, double, sign] = found;
    if (sign !== undefined) tokens.push({ sign });
    else if (number !== undefined) tokens.push({ value: Number(number) });
    else if (word !== undefined) tokens.push({ value: WORDS[word] });
    else tokens.push({ value: (single ?? double).replace(/\\(['"\\])/g, '$1') });
  }
  return tokens;
}

const CLOSING: Readonly<Record<string, string>> = Object.freeze({ '(': ')', '[': ']' });

class LiteralReader {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  /** The value that begins at the next token; undefined if there is none. */
  value(depth: number): PythonLiteral | undefined {
    const token = this.tokens[this.at++];
    if (token === undefined || depth > DEPTH_MAX) return undefined;
    if ('value' in token) return token.value;
    if (token.sign === '{') return this.dictionary(depth);
    return token.sign in CLOSING ? this.sequence(CLOSING[token.sign], depth) : undefined;
  }

  private sequence(closing: string, depth: number): PythonLiteral[] | undefined {
    const items: PythonLiteral[] = [];
    while (!this.takes(closing)) {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (!this.takes(',') && !this.isNext(closing)) return undefined;
    }
    return items;
  }

  private dictionary(depth: number): Map<string, PythonLiteral> | undefined {
    const entries = new Map<string, PythonLiteral>();
    while (!this.takes('}')) {
      const key = this.value(depth + 1);
      const value = this.takes(':') ? this.value(depth + 1) : undefined;
      if (typeof key !== 'string' || value === undefined) return undefined;
      entries.set(key, value);
      if (!this.takes(',') && !this.isNext('}')) return undefined;
    }
    return entries;
  }

  private isNext(sign: string): boolean {
    const token = this.tokens[this.at];
    return token !== undefined && 'sign' in token && token.sign === sign;
  }

  private takes(sign: string): boolean {
    const isThere = this.isNext(sign);
    if (isThere) this.at++;
    return isThere;
  }
}
