/** Between two questions, ms. */
const REST_MS = 1;

/**
 * Lets this process sleep while it waits for a GPU: Dawn in Node asks again and again by `setImmediate`, which takes a core
 * for itself that a software GPU could compute with. Whoever else calls the global function waits a millisecond as well.
 */
export function restWhileWaiting(): void {
  const rest = (callback: (...args: unknown[]) => void, ...args: unknown[]) => setTimeout(callback, REST_MS, ...args);
  Object.assign(globalThis, { setImmediate: rest, clearImmediate: clearTimeout });
}
