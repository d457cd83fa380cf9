import { describe, expect, it } from 'vitest';
import { joinArrays } from '../../src/base/join-arrays.js';

describe('joinArrays', () => {
  it('has all numbers of the parts, one after the other', () => {
    const parts = [Uint32Array.of(7, 2 ** 32 - 1), new Uint32Array(0), Uint32Array.of(3)];
    expect(joinArrays(Uint32Array, parts)).toEqual(Uint32Array.of(7, 2 ** 32 - 1, 3));
  });

  it('takes of each part what it shows of its memory, and shares none of it', () => {
    const memory = Uint8Array.of(1, 2, 3, 4);
    const all = joinArrays(Uint8Array, [memory.subarray(2), memory.subarray(0, 1)]);
    memory.fill(9);
    expect(all).toEqual(Uint8Array.of(3, 4, 1));
    expect(all.buffer.byteLength).toBe(3);
  });

  it('is empty where there are no parts', () => {
    expect(joinArrays(Uint8Array, [])).toEqual(new Uint8Array(0));
  });
});
