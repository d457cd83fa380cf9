import { describe, expect, it } from 'vitest';
import { inspectScene } from '../../../src/node-scans.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Detection } from '../../../src/scanner/scanner.js';
import { describeWeakHits } from '../../../src/simulation/inspect/weak-hits.js';
import { samplingReceiver } from '../../support/sampling.js';
import { testScanner } from '../../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { LEVEL, legOf, scanOf } from '../instrument-scans.js';

const RANGE = 10;
/** Energy that a wall of reflectance 1 at that range sends back of a joule. */
const WHITE = 1 / RANGE ** 2;

/** A wall ahead: its left of the first reflectance, its right of the second. */
function wallOf(left: number, right: number) {
  const half = (from: number, material: number) => {
    const mesh = meshOf(rectangle([from, RANGE, -50], [50, 0, 0], [0, 0, 100]));
    return { ...mesh, groups: mesh.groups.map((group) => ({ ...group, material })) };
  };
  const looks = [{ name: 'sand' }, { name: 'water' }];
  return sceneOf([half(-50, 0), half(0, 1)], { scatterings: [lambert(left), lambert(right)], looks });
}

/** What is said of an instrument that looks to the left three times, and to the right once. */
async function weakHits(scene: ReturnType<typeof sceneOf>, detection: Partial<Detection>, sampling?: object) {
  const directions = [-0.01, -0.01, -0.01, 0.01].flatMap((x) => [x, Math.sqrt(1 - x * x), 0]);
  const scanner = testScanner({
    detection,
    ...(sampling && { sampling: samplingReceiver(sampling) }),
    deflector: { kind: 'pattern', pulseRateHz: 1000, directions: Float64Array.from(directions) },
  });
  const leg = legOf({ kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration: 0.1 });
  return describeWeakHits(await inspectScene(scene, { cache: false, threads: 1 }), scanOf(scanner, [leg]), 0);
}

describe('hits that are too weak', () => {
  it('are named with their material and the decibels that they lack', async () => {
    const minEnergy = 0.5 * WHITE * 1e4;
    expect(await weakHits(wallOf(0.5, 0.5), { minEnergy })).toBe(
      'the strongest echo of each of 100 such pulses is in 75 on sand, too weak by 40 dB; in 25 on water, too weak by 40 dB',
    );
    expect(await weakHits(wallOf(0.5, 0.005), { minEnergy })).toBe(
      'the strongest echo of each of 100 such pulses is in 75 on sand, too weak by 40 dB; in 25 on water, too weak by 60 dB',
    );
  });

  it('are told from those that send nothing back, and from those that are recorded', async () => {
    expect(await weakHits(wallOf(0.5, 0), { minEnergy: 0.5 * WHITE * 1e3 })).toBe(
      'the strongest echo of each of 100 such pulses is in 75 on sand, too weak by 30 dB; in 25 on water, nothing comes back',
    );
    expect(await weakHits(wallOf(0.5, 0), { minEnergy: 0.4 * WHITE })).toBe(
      'the strongest echo of each of 25 such pulses is on water: nothing comes back',
    );
    expect(await weakHits(wallOf(0.5, 0.01), { minEnergy: 0.4 * WHITE })).toBe(
      'the strongest echo of each of 25 such pulses is on water: too weak by 16 dB',
    );
  });

  it('are none where all is recorded, or out of range', async () => {
    expect(await weakHits(wallOf(0.5, 0.5), {})).toBeUndefined();
    expect(await weakHits(wallOf(0.5, 0.5), { minEnergy: 1, rangeMax: 5 })).toBeUndefined();
  });

  it('are not those that noise moves out of the limits', async () => {
    const detection = { minEnergy: 0.4 * WHITE, rangeNoise: 0.5, rangeMax: RANGE + 0.1 };
    expect(await weakHits(wallOf(0.5, 0.5), detection)).toBeUndefined();
    expect(await weakHits(wallOf(0.5, 0.04), detection)).toBe(
      'the strongest echo of each of 25 such pulses is on water: too weak by 10 dB',
    );
  });

  it('have no decibels of a receiver that samples', async () => {
    expect(await weakHits(wallOf(0.5, 0.5), {}, { threshold: 1e12 })).toBe(
      'the strongest echo of each of 100 such pulses is in 75 on sand, not found in the samples; in 25 on water, not found in the samples',
    );
  });
});

/** A light plate that takes the right half of a beam along +y, before a dark wall that beams aside meet alone. */
const triangles = [
  ...rectangle([0, 10, -5], [1, 0, 0], [0, 0, 10]),
  ...rectangle([-50, 20, -5], [60, 0, 0], [0, 0, 10]),
];
const mesh = meshOf(triangles, [0, 0, 1, 1]);
const PLATE = sceneOf([{ ...mesh, groups: mesh.groups.map((group, material) => ({ ...group, material })) }], {
  scatterings: [lambert(0.8), lambert(0.1)],
  looks: [{ name: 'plate' }, { name: 'wall' }],
});

/** The text of a pulse along +y, and some more to its left, that all are too weak. */
async function textOf(aside: number, detection: Partial<Detection> = {}): Promise<string | undefined> {
  const directions = [[0, 1, 0], ...Array.from({ length: aside }, () => [-0.6, 0.8, 0])].flat();
  const scanner = testScanner({
    divergence: roundBeam(10e-3),
    detection: { minEnergy: 1, ...detection },
    deflector: { kind: 'pattern', pulseRateHz: 1 + aside, directions: Float64Array.from(directions) },
  });
  const leg = legOf({ kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration: 1 });
  const footprint = { pattern: 'rings', subrays: 37, weights: 'gaussian' } as const;
  const inspector = await inspectScene(PLATE, { cache: false, threads: 1 });
  return describeWeakHits(inspector, scanOf(scanner, [leg], { footprint }), 0);
}

it('counts the strongest echo of each pulse, and says so', async () => {
  // The pulse meets the wall, too.
  expect(await textOf(0)).toMatch(/^the strongest echo of one such pulse is on plate: too weak by \d+ dB$/);
  expect(await textOf(3)).toMatch(
    /^the strongest echo of each of 4 such pulses is in 3 on wall, too weak by \d+ dB; in 1 on plate, too weak by \d+ dB$/,
  );
});

it('measures clusters by their energy, as their detector does', async () => {
  const decibels = async (rangeResolution: number) => {
    const text = await textOf(0, { method: 'clusters', rangeResolution });
    return Number(/on plate: too weak by (\d+) dB/.exec(text as string)?.[1]);
  };
  // One cluster of both, 10 m apart, sends back the energy of both and is as weak or a little less.
  const [apart, joined] = [await decibels(0.1), await decibels(30)];
  expect(apart).toBeGreaterThan(20);
  expect(apart - joined).toBeGreaterThanOrEqual(0);
  expect(apart - joined).toBeLessThanOrEqual(1);
});
