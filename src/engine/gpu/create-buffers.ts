import { InvariantError } from '../../base/errors.js';
import { OutOfDeviceMemoryError } from './gpu-errors.js';

/** Specification of a buffer. */
export interface BufferRequest {
  label: string;
  bytes: number;
  usage: number;
}

/** A binding of zero bytes is not allowed. */
const SMALLEST = 16;

/**
 * Creates all buffers, or none. Throws OutOfDeviceMemoryError. WebGPU does not throw: errors are found in the scopes
 * around the calls.
 */
export async function createBuffers(device: GPUDevice, requests: readonly BufferRequest[]): Promise<GPUBuffer[]> {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const buffers = requests.map(({ label, bytes, usage }) =>
    device.createBuffer({ label, size: Math.max(SMALLEST, roundUp(bytes, 4)), usage }),
  );
  const [memory, validation] = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
  if (!memory && !validation) return buffers;
  for (const buffer of buffers) buffer.destroy();
  if (memory) throw new OutOfDeviceMemoryError(memory.message);
  throw new InvariantError(`the device refuses a buffer: ${validation?.message}`);
}

export const roundUp = (value: number, multiple: number) => Math.ceil(value / multiple) * multiple;
