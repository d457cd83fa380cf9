/** Whether the threads of this program may read the same memory: those of a page may if it is cross-origin isolated. */
export const canShareMemory = (): boolean => typeof SharedArrayBuffer !== 'undefined';

/**
 * `bytes` bytes that other threads read without a copy, where the platform shares memory;
 * elsewhere memory of this thread.
 */
export const sharedMemory = (bytes: number): ArrayBufferLike =>
  canShareMemory() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
