/** A fault in an expression; `at` is its position in the text, from 0, while the message counts characters from 1. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
  readonly at: number;

  constructor(at: number, reason: string) {
    super(`character ${at + 1}: ${reason}`);
    this.at = at;
  }
}

/** The fault that `check` returns, or the message of the ExpressionError that it throws. */
export function expressionFault(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
