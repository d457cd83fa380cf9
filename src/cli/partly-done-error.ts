/** A command ended early, by the error that is the cause, after it had written something, which the message names. */
export class PartlyDoneError extends Error {
  override name = 'PartlyDoneError';

  constructor(written: string, cause: unknown) {
    super(written, { cause });
  }
}
