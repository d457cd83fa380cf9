import type { Failure } from '../workbench/failure.js';

/** A request that is refused, or cannot be answered: the status, and the message for the page. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly hint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, options: { hint?: string; headers?: Record<string, string> } = {}) {
    super(message);
    this.status = status;
    this.hint = options.hint;
    this.headers = options.headers ?? {};
  }

  get failure(): Failure {
    return { kind: 'user', message: this.message, ...(this.hint !== undefined && { hint: this.hint }) };
  }
}
