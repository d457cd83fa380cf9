import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const ARRAYS = { '<f4': Float32Array, '<f8': Float64Array, '<i4': Int32Array, '|u1': Uint8Array } as const;

/** A .npy file of numbers of this type, by NumPy Enhancement Proposal 1. */
export function readNpy(path: string, type: keyof typeof ARRAYS) {
  const bytes = new Uint8Array(readFileSync(path));
  expect([...bytes.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  const end = 10 + bytes[8] + 256 * bytes[9];
  const head = new TextDecoder().decode(bytes.subarray(10, end));
  expect(head).toContain(`'descr': '${type}'`);
  expect(head).toContain("'fortran_order': False");
  const shape = (/'shape': \(([^)]*)\)/.exec(head)?.[1] ?? '').split(',').filter((word) => word.trim() !== '');
  return { shape: shape.map(Number), numbers: new ARRAYS[type](bytes.slice(end).buffer) };
}
