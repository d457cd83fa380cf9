import { expect, it } from 'vitest';
import { littleEndianFloats } from '../../../src/material/read/little-endian.js';

it('views aligned floats, and copies others', () => {
  const memory = new ArrayBuffer(40);
  const view = new DataView(memory);
  for (const [k, value] of [1.5, -2, 3e30].entries()) view.setFloat32(4 + 4 * k, value, true);
  const aligned = littleEndianFloats(new Uint8Array(memory, 4, 12), 4);
  expect(aligned).toEqual(Float32Array.of(1.5, -2, 3e30));
  expect(aligned.buffer).toBe(memory);
  for (const [k, value] of [7, -0.125].entries()) view.setFloat64(20 + 8 * k, value, true);
  // 20 is a multiple of 4, not of 8.
  const doubles = littleEndianFloats(new Uint8Array(memory, 20, 16), 8);
  expect(doubles).toEqual(Float64Array.of(7, -0.125));
  expect(doubles.buffer).not.toBe(memory);
  view.setFloat32(17, 9, true);
  expect(littleEndianFloats(Buffer.from(memory, 17, 4), 4)).toEqual(Float32Array.of(9));
});
