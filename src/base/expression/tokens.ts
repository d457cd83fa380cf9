import { ExpressionError } from './expression-error.js';

/** A part of an expression with its position in the text, from 0. */
export interface Token {
  kind: 'number' | 'name' | 'sign' | 'end';
  text: string;
  at: number;
}

const PARTS = /(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z]\w*)|([-+*/^(),])/y;

/** The parts of an expression, with one of kind `end` at the end. Throws ExpressionError. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at++;
    if (at >= text.length) break;
    PARTS.lastIndex = at;
    const match = PARTS.exec(text);
    if (match === null)
      throw new ExpressionError(at, `found ${JSON.stringify(text[at])}, expected a number, name or sign`);
    const kind = match[1] !== undefined ? 'number' : match[2] !== undefined ? 'name' : 'sign';
    tokens.push({ kind, text: match[0], at });
    at = PARTS.lastIndex;
  }
  return [...tokens, { kind: 'end', text: 'the end', at: text.length }];
}
