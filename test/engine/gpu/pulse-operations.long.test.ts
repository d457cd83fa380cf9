import { describe, expect, it } from 'vitest';
import { countF64 } from '../../support/f64-operations.js';
import { gpuFound, NEEDS_GPU } from '../../support/gpu-run.js';
import { PROGRAMS } from '../../support/legs.js';

describe.skipIf(!gpuFound)(`operations on F64 that a pulse of a mirror that swings takes${NEEDS_GPU}`, () => {
  // Two sines and sines of two angles.
  it.each([
    ['oscillating, example 4, that has run in the air', 95, 103],
    ['mems, example 1, in the air', 97, 106],
    ['mems, example 2, that has run and swerves', 133, 139],
    ['oscillating, example 3, that swerves', 108, 114],
  ])('are no more than they were: %s', async (name, mostAdditions, mostMultiplications) => {
    const { additions, multiplications } = await countF64(PROGRAMS[name]);
    expect(additions).toBeGreaterThan(20);
    expect(additions).toBeLessThanOrEqual(mostAdditions);
    expect(multiplications).toBeLessThanOrEqual(mostMultiplications);
  });
});
