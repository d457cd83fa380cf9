/** A command ended early, by the error that is the cause, after it had written something; the message says what. */
export class PartlyDoneError extends Error {
  override name = 'PartlyDoneError';

  constructor(written: string, cause: unknown) {
    super(written, { cause });
  }
}
