import { AbortedError } from './errors.js';

/**
 * Interruptible long work: it yields at each possible interruption, at least every few thousand rounds of a loop, and
 * returns its result.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Rounds of a short loop between two yields. */
export const ROUNDS_A_STEP = 1024;

/** Texels between two yields of work on a picture: some milliseconds. */
export const TEXELS_A_STEP = 1 << 18;

/** Milliseconds of work after which others get their turn; with the last step, up to 20. */
const TURN_MS = 12;

/** The result of the work, done at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * The result of the work, done in turns with everything else that waits for this thread, such as signals and timers.
 * Throws AbortedError if `signal` is aborted before it starts, or at the end of the turn in which it is aborted.
 *
 * @example
 * ```ts
 * function* sumOf(numbers: Float64Array): Generator<void, number, void> {
 *   let sum = 0;
 *   for (let k = 0; k < numbers.length; k++) {
 *     sum += numbers[k];
 *     if (k % ROUNDS_A_STEP === 0) yield;
 *   }
 *   return sum;
 * }
 *
 * const sum = await finishInTurns(sumOf(new Float64Array(1e8)), AbortSignal.timeout(1000));
 * ```
 */
export async function finishInTurns<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  if (signal?.aborted) throw new AbortedError();
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < TURN_MS) continue;
    await othersTurn(signal);
    began = performance.now();
  }
}

/**
 * A function to be awaited in a loop over pieces of work that arrive one by one: it yields to everything else when a
 * turn is due. Throws AbortedError if `signal` is aborted then.
 */
export function turnTaker(signal?: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await othersTurn(signal);
    began = performance.now();
  };
}

/** Bytes copied between two yields: some milliseconds, in untouched memory. */
const BYTES_A_STEP = 1 << 22;

/** Copies `source` into `target`, from its byte `at` on. */
export function* copyBytes(source: Uint8Array, target: Uint8Array, at: number): Steps<void> {
  for (let from = 0; from < source.length; from += BYTES_A_STEP) {
    target.set(source.subarray(from, from + BYTES_A_STEP), at + from);
    yield;
  }
}

/** Yields to everything else that waits for this thread. Throws AbortedError if `signal` is aborted then. */
export async function othersTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>(takeNextTurn);
  if (signal?.aborted) throw new AbortedError();
}

/**
 * Calls `go` when everything that waits for this thread has had its turn. Timers would be later: by a millisecond in
 * Node, and by four in a page.
 */
function takeNextTurn(go: () => void): void {
  if (typeof setImmediate === 'function') {
    setImmediate(go);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    go();
  };
  port2.postMessage(undefined);
}
