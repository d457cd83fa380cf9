import { describe, expect, it } from 'vitest';
import { normalize, type Vec3 } from '../../../src/base/vec3.js';
import type { SceneProbe } from '../../../src/planning/scene-probe.js';
import { isInView, seenTargets, type Viewer } from '../../../src/planning/stations/station-view.js';

const DEGREE = Math.PI / 180;
const EYE: Vec3 = [1, 2, 3];
const VIEWER: Viewer = { range: { rangeMin: 1, rangeMax: 100 }, window: [-90 * DEGREE, 90 * DEGREE] };

/** A probe of an empty scene, which records its requests. */
function openAir(isFree = 1) {
  const asked: number[][] = [];
  const sees = (_eye: Vec3, aims: Float64Array) => {
    asked.push([...aims]);
    return new Uint8Array(aims.length / 3).fill(isFree);
  };
  return { probe: { sees } as unknown as SceneProbe, asked };
}

/** Targets at `offsets` from the eye, with their normals. */
function targetsAt(offsets: readonly Vec3[], normals: readonly Vec3[]) {
  const points = Float64Array.from(offsets.flatMap((offset) => offset.map((value, axis) => value + EYE[axis])));
  return { points, normals: Float64Array.from(normals.flatMap((normal) => normalize(normal))), count: offsets.length };
}

/** The angle between two directions, radians. */
function angleBetween(a: Vec3, b: Vec3): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return Math.acos(Math.abs(dot) / (Math.hypot(...a) * Math.hypot(...b)));
}

describe('seenTargets', () => {
  it('leaves out what is met beyond the incidence, whichever way surface and sight turn', () => {
    const signs = [-1, 1];
    const offsets = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vec3 => [3 * x, 4 * y, 5 * z])));
    const normal: Vec3 = [0.5, -0.7, 0.4];
    const found = seenTargets(
      openAir().probe,
      EYE,
      targetsAt(
        offsets,
        offsets.map(() => normal),
      ),
      { ...VIEWER, incidence: 60 * DEGREE },
    );
    const expected = offsets.map((offset) => Number(angleBetween(offset, normal) <= 60 * DEGREE));
    expect([...found]).toEqual(expected);
    expect(new Set(expected)).toEqual(new Set([0, 1]));
  });

  it('casts rays at what is in range only, and keeps the numbers of the targets', () => {
    const { probe, asked } = openAir();
    const facing: Vec3 = [0, 1, 0];
    const targets = targetsAt(
      [
        [0, 200, 0],
        [0, 10, 0],
        [0, 0.5, 0],
        [0, 20, 0],
      ],
      [facing, facing, facing, facing],
    );
    expect([...seenTargets(probe, EYE, targets, VIEWER)]).toEqual([0, 1, 0, 1]);
    expect(asked).toEqual([[1, 12, 3, 1, 22, 3]]);
  });

  it('does not see what something hides', () => {
    const targets = targetsAt([[0, 10, 0]], [[0, 1, 0]]);
    expect([...seenTargets(openAir(0).probe, EYE, targets, VIEWER)]).toEqual([0]);
  });
});

describe('isInView', () => {
  const viewer: Viewer = { range: { rangeMin: 2, rangeMax: 13 }, window: [-30 * DEGREE, 45 * DEGREE] };
  it.each<[Vec3, boolean]>([
    [[3, 4, 0], true],
    [[0, 2, 0], true],
    [[0, 1.99, 0], false],
    [[3, 4, 12], false],
    [[5, 12, 0], true],
    [[5, 12.01, 0], false],
    [[3, 4, 4.99], true],
    [[3, 4, 5.01], false],
    [[3, 4, -5 * Math.tan(29.9 * DEGREE)], true],
    [[3, 4, -5 * Math.tan(30.1 * DEGREE)], false],
  ])('of %s is %s', (offset, expected) => {
    const at = offset.map((value, axis) => value + EYE[axis]) as unknown as Vec3;
    expect(isInView(EYE, at, viewer)).toBe(expected);
  });
});
