/** A fault in an expression; `at` is its place in the text, from 0, and the message counts characters from 1. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
  readonly at: number;

  constructor(at: number, reason: string) {
    super(`character ${at + 1}: ${reason}`);
    this.at = at;
  }
}
