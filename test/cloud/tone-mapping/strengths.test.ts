import { expect, it } from 'vitest';
import { intensityScale, type LinkBudget } from '../../../src/cloud/tone-mapping/intensity-scale.js';
import { type StrengthForm, strengths } from '../../../src/cloud/tone-mapping/strengths.js';

const AIR: LinkBudget = { minEnergy: 1e-9, energyFactor: 100, extinction: 0.01 };

/** Points of these multiples of the energy of a white target at a range, with the intensities of a scale. */
function pointsOf(multiples: readonly number[], range: number, kind: 'amplitude' | 'reflectance' = 'amplitude') {
  const white = (AIR.energyFactor / range ** 2) * Math.exp(-2 * AIR.extinction * range);
  const energy = Float32Array.from(multiples, (multiple) => multiple * white);
  const scale = intensityScale({ kind }, AIR);
  return {
    count: multiples.length,
    energy,
    range: new Float64Array(multiples.length).fill(range),
    intensity: Uint16Array.from(energy, (joules) => scale(joules, range)),
  };
}

const TARGETS = [0, 0.001, 0.1, 0.5, 1, 2, 2.6, 900];

it.each<[StrengthForm['range'], number[]]>([
  ['unit', [0, 0.001, 0.1, 0.5, 1, 1, 1, 1]],
  ['byte', [0, 0.1, 10, 50, 100, 200, 255, 255]],
])('reflectances fill the range of %s at any range, and end at its top', (range, wanted) => {
  for (const distance of [0.5, 20, 300]) {
    const found = strengths(pointsOf(TARGETS, distance), { range }, AIR);
    expect([...found]).toEqual(wanted.map((value) => expect.closeTo(value, 3)));
    expect(Math.max(...found)).toBe(wanted.at(-1));
  }
});

it('decibels have their span of a range', () => {
  const points = pointsOf([1e-6, 0.1, 1, 1000, 1e6], 10, 'reflectance');
  // −60 dB is below the span, 60 dB is above it.
  const found = strengths(points, { range: 'byte', scale: 'reflectance' }, AIR);
  expect([...found]).toEqual([0, 0.5, 0.625, 1, 1].map((share) => expect.closeTo(255 * share, 2)));
});

it.each([undefined, 'hable', 'amplitude'] as const)('cells without a return have 0, on the scale %s', (scale) => {
  const cells = {
    count: 2,
    energy: Float32Array.of(0, Number.NaN),
    range: Float64Array.of(Number.NaN, 10),
    intensity: new Uint16Array(2),
  };
  expect([...strengths(cells, { range: 'byte', scale }, AIR)]).toEqual([0, 0]);
});
