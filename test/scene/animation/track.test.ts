import { describe, expect, it } from 'vitest';
import {
  isConstant,
  type Track,
  type TrackInterpolation,
  type TrackPath,
  trackAt,
} from '../../../src/scene/animation/track.js';

const WIDTHS: Record<TrackPath, number> = { translation: 3, rotation: 4, scale: 3, weights: 1 };

const track = (
  path: TrackPath,
  interpolation: TrackInterpolation,
  times: number[],
  values: number[],
  width = WIDTHS[path],
): Track => ({ path, interpolation, times: Float32Array.from(times), values: Float32Array.from(values), width });

const at = (one: Track, time: number) => trackAt(one, time, []);
const HALF = Math.SQRT1_2;

describe('a track', () => {
  it('keeps the first and the last value outside of its keys', () => {
    const line = track('translation', 'LINEAR', [1, 2], [1, 2, 3, 5, 6, 7]);
    expect([0, 1, 2, 9].map((time) => at(line, time))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [5, 6, 7],
      [5, 6, 7],
    ]);
    expect(at(line, 1.25)).toEqual([2, 3, 4]);
  });

  it('keeps each value until the next key', () => {
    const steps = track('weights', 'STEP', [0, 1, 2], [0, 5, 7]);
    expect([0, 0.999, 1, 1.5, 2].map((time) => at(steps, time)[0])).toEqual([0, 0, 5, 5, 7]);
  });

  it('goes along the cubic of glTF 2.0, appendix C', () => {
    // v0 0, b0 2; a1 −1, v1 1; 0.5 s.
    const spline = track('weights', 'CUBICSPLINE', [3, 3.5], [9, 0, 2, -1, 1, 9]);
    const values = [0, 0.25, 0.5, 0.75, 1].map((share) => at(spline, 3 + share / 2)[0]);
    expect(values).toEqual([0, 0.3203125, 0.6875, 0.9609375, 1]);
  });

  it('turns evenly, along the shorter arc', () => {
    for (const side of [1, -1]) {
      const turn = track('rotation', 'LINEAR', [0, 3], [0, 0, 0, 1, 0, 0, side * HALF, side * HALF]);
      const third = at(turn, 1);
      [0, 0, 0.258819, 0.965926].forEach((value, k) => {
        expect(third[k]).toBeCloseTo(value, 6);
      });
    }
  });

  it.each<TrackInterpolation>(['LINEAR', 'STEP', 'CUBICSPLINE'])(
    'gives rotations of unit length, %s',
    (interpolation) => {
      const keys = [0, 0, 0, 2, 0, 0, 3, 3];
      const values =
        interpolation === 'CUBICSPLINE'
          ? [0, 0, 0, 0, ...keys.slice(0, 4), 1, 1, 1, 1, 2, 0, 1, 0, ...keys.slice(4), 0, 0, 0, 0]
          : keys;
      const turn = track('rotation', interpolation, [0, 1], values);
      for (const time of [-1, 0, 0.3, 0.8, 1, 2]) expect(Math.hypot(...at(turn, time))).toBeCloseTo(1, 12);
    },
  );

  it('interpolates quaternions of cubic splines as vectors', () => {
    const zero = [0, 0, 0, 0];
    const turn = track('rotation', 'CUBICSPLINE', [0, 1], [...zero, 0, 0, 0, 1, ...zero, ...zero, 0, 0, 1, 0, ...zero]);
    const [, , z, w] = at(turn, 0.25);
    // 2s³ − 3s² + 1 = 0.84375, normalised.
    expect(z / w).toBeCloseTo(0.15625 / 0.84375, 6);
  });

  it('is constant if nothing changes but the last bits, and no tangent leads away', () => {
    expect(isConstant(track('scale', 'LINEAR', [0, 1], [1, 1, 1, 1, 1.0000001, 1]))).toBe(true);
    expect(isConstant(track('scale', 'LINEAR', [0, 1], [1, 1, 1, 1, 1.001, 1]))).toBe(false);
    expect(isConstant(track('weights', 'CUBICSPLINE', [0, 1], [0, 3, 0, 0, 3, 0]))).toBe(true);
    expect(isConstant(track('weights', 'CUBICSPLINE', [0, 1], [0, 3, 1, 0, 3, 0]))).toBe(false);
  });
});
