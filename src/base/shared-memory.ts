/**
 * Whether the threads of this program may read the same memory; threads of a page may if it is cross-origin isolated.
 */
export const canShareMemory = (): boolean => typeof SharedArrayBuffer !== 'undefined';

/**
 * `bytes` bytes that other threads read without a copy, if the platform shares memory; otherwise memory of this thread.
 */
export const sharedMemory = (bytes: number): ArrayBufferLike =>
  canShareMemory() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);

/** Numbers in such memory: a copy, or they themselves if the platform shares none. */
export function shareNumbers<Numbers extends Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array>(
  numbers: Numbers,
): Numbers {
  if (!canShareMemory()) return numbers;
  const shared = new (numbers.constructor as new (memory: ArrayBufferLike) => Numbers)(
    sharedMemory(numbers.byteLength),
  );
  shared.set(numbers);
  return shared;
}
