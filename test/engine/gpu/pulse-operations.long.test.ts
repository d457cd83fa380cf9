import { describe, expect, it } from 'vitest';
import { countF64 } from '../../support/f64-operations.js';
import { gpuFound, NEEDS_GPU } from '../../support/gpu-run.js';
import { PROGRAMS } from '../../support/legs.js';

const countOf = (name: string) => countF64(PROGRAMS[name]);

// Of all deflectors but a spinning array, which pulse-operations.test.ts looks at.
describe.skipIf(!gpuFound)(`operations on F64 that a pulse of any deflector takes${NEEDS_GPU}`, () => {
  it.each([
    'a level polygon, nothing awry',
    'a polygon of unequal facets whose head turns',
    'polygon, example 3, that has run in the air',
    'a pattern all round, straight ahead',
  ])('are at most 100 of a kind: %s', async (name) => {
    const { additions, multiplications, divisions, roots } = await countOf(name);
    expect(additions).toBeGreaterThan(20);
    expect(additions).toBeLessThanOrEqual(100);
    expect(multiplications).toBeLessThanOrEqual(100);
    // The division of an inclined beam.
    expect(divisions).toBeLessThanOrEqual(1);
    expect(roots).toBe(0);
  });

  // Mirrors that swing: two sines and sines of two angles. Prisms: a sine and cosine and two refractions each. Lines:
  // one or two sines and a rotation.
  it.each([
    ['oscillating, example 4, that has run in the air', 95, 103],
    ['mems, example 1, in the air', 97, 106],
    ['mems, example 2, that has run and swerves', 133, 139],
    ['oscillating, example 3, that swerves', 108, 114],
    ['risley, example 1, that swerves', 122, 137],
    ['risley, example 2, that has run in the air', 99, 118],
    ['risley, example 3, on a tripod', 136, 173],
    ['three prisms, three lasers', 204, 248],
    ['line, example 1, that has run and swerves', 110, 120],
  ])('are no more than they were: %s', async (name, mostAdditions, mostMultiplications) => {
    const { additions, multiplications } = await countOf(name);
    expect(additions).toBeGreaterThan(20);
    expect(additions).toBeLessThanOrEqual(mostAdditions);
    expect(multiplications).toBeLessThanOrEqual(mostMultiplications);
  });

  it('are those of a sine and cosine fewer where the head stands, and of a turn where it stands straight', async () => {
    const [aside, ahead] = [await countOf('a pattern all round'), await countOf('a pattern all round, straight ahead')];
    expect([aside.additions - ahead.additions, aside.multiplications - ahead.multiplications]).toEqual([4, 8]);
  });

  it('are not more where frames stand square to each other', async () => {
    const [straight, square] = [
      await countOf('a polygon that swerves, nothing awry'),
      await countOf('a polygon across a car that swerves'),
    ];
    expect(square).toEqual(straight);
  });
});
