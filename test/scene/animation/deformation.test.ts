import { describe, expect, it } from 'vitest';
import { type Affine, compose, rotation, translation } from '../../../src/base/affine.js';
import { UserError } from '../../../src/base/errors.js';
import { bakeKeys } from '../../../src/scene/animation/bake-keys.js';
import { type Deformation, deformedAt } from '../../../src/scene/animation/deformation.js';
import { arm, REST, turning } from '../../support/bent-arm.js';

const QUARTER = Math.PI / 2;

describe('a mesh on two bones', () => {
  it.each<[number, [number, number], number[]]>([
    [90, [0.5, 0.5], [-0.05, 1.15, 0]],
    [90, [0.75, 0.25], [0.025, 1.175, 0]],
    [45, [0.5, 0.5], [0.014645, 1.206066, 0]],
    // Weights count by their share.
    [90, [2, 2], [-0.05, 1.15, 0]],
  ])('bends by %s° with the weights %s', (degrees, weights, expected) => {
    const found = deformedAt(arm([0.1, 1.2, 0], weights, turning([0, 1], [0, degrees])), 1);
    expected.forEach((value, k) => {
      expect(found[k]).toBeCloseTo(value, 6);
    });
  });

  it('collapses where it turns by 180°', () => {
    const found = deformedAt(arm([0.1, 1.2, 0], [0.5, 0.5], turning([0, 1, 2], [0, 90, 180])), 2);
    [0, 1, 0].forEach((value, k) => {
      expect(found[k]).toBeCloseTo(value, 6);
    });
  });

  it('is morphed first', () => {
    const bones = arm([0, 0, 0], [0, 1], turning([0, 1], [0, 90]));
    const morphed = {
      ...bones,
      targets: [Float32Array.of(9, 9, 9), null, Float32Array.of(0.1, 1.2, 0)],
      weights: [0, 7, 0.5],
    };
    const found = deformedAt(morphed, 1);
    // (0.05, 0.6) about (0, 1) by a quarter.
    [0.4, 1.05, 0].forEach((value, k) => {
      expect(found[k]).toBeCloseTo(value, 6);
    });
  });
});

describe('keys of a shape', () => {
  /** 0.7 m long, ±0.5 rad at 1 Hz, from key to key as close as a track can have it. */
  function swing(): Deformation {
    const times = Array.from({ length: 2001 }, (_, k) => k / 2000);
    const degrees = times.map((t) => (0.5 * Math.sin(2 * Math.PI * t) * 180) / Math.PI);
    return {
      positions: Float32Array.of(0.7, 0, 0),
      targets: [],
      weights: [],
      carrier: [{ rest: REST, tracks: [turning(times, degrees)] }],
    };
  }

  it.each([
    [30, 1.92],
    [60, 0.48],
    [120, 0.12],
  ])('at %s a second are off by %s mm in the middle', (rate, mm) => {
    const { keys, times, error } = bakeKeys(swing(), 1, { rate });
    expect(keys).toHaveLength(rate + 1);
    expect(times[rate]).toBe(1);
    expect(error * 1000).toBeGreaterThan(0.85 * mm);
    expect(error * 1000).toBeLessThan(1.02 * mm);
  });

  it('have both sides of a step', () => {
    const stepped = arm([0, 2, 0], [0, 1], turning([0, 0.5001, 1], [0, 90, 90], 'STEP'));
    const { times, keys, error } = bakeKeys(stepped, 1, { rate: 10 });
    expect(error).toBeLessThan(1e-6);
    const k = times.findIndex((time) => Math.abs(time - 0.5001) < 1e-7);
    expect(times[k] - times[k - 1]).toBeCloseTo(1e-6, 9);
    const map: Affine = compose(translation([0, 1, 0]), rotation([0, 0, 1], QUARTER));
    expect(keys[k - 1][1]).toBeCloseTo(2, 6);
    expect(keys[k][0]).toBeCloseTo(map[1], 6);
  });

  it('do not take more than 1 GiB', () => {
    const large = { ...swing(), positions: new Float32Array(3 * 5000) };
    expect(() => bakeKeys(large, 600)).toThrow(UserError);
    expect(() => bakeKeys(large, 600)).toThrow(
      'the shapes of a clip of 600 s take 2.01 GiB: 5000 vertices at 36001 keys, 60 a second; at most 1 GiB is possible',
    );
  });
});
