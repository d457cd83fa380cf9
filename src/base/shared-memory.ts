/** `bytes` bytes that other threads read without a copy, where the platform shares memory; elsewhere memory of this thread. */
export const sharedMemory = (bytes: number): ArrayBufferLike =>
  typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
