import { expect, it } from 'vitest';
import { lockstepWorld, partOf } from './lockstep-worlds.js';

const { traceAll, KERNELS } = await partOf('kernels');

/** Pulses of a scene: runs of 32 pulses of 19 subrays. */
const RUNS = 6;

interface Row {
  kernel: string;
  counts: Record<string, number>;
  differing: number;
}

/** The steps that there are, by name, in one line: "node 369, cone 69". */
const stepsOf = ({ counts }: Row): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

it.each([
  [
    'forest',
    'terrestrial',
    {
      subray: 'node 3918, triangle 1354, distance 100, ray 114',
      pulse: 'node 220, cone 76, plane 8, subray 152, planeDistance 117, hit 114, bundleRay 114, bundle 6',
      quarter: 'node 835, cone 289, plane 24, subray 162, planeDistance 151, hit 147, bundleRay 168, bundle 24',
      dealt: 'node 220, cone 76, plane 8, planeDistance 103, pair 106, deal 8, farthest 6, bundleRay 114, bundle 6',
      wedge:
        'node 204, cone 74, plane 8, planeDistance 103, pair 106, deal 8, box 21, farthest 7, bundleRay 114, bundle 6',
    },
  ],
  [
    'terrain',
    'terrestrialWide',
    {
      subray: 'node 3565, triangle 958, distance 182, ray 114',
      pulse: 'node 192, cone 48, plane 5, subray 95, planeDistance 95, hit 57, bundleRay 114, bundle 6',
      quarter: 'node 896, cone 230, plane 50, subray 257, planeDistance 249, hit 180, bundleRay 168, bundle 24',
      dealt: 'node 192, cone 48, plane 5, planeDistance 92, pair 92, deal 5, farthest 3, bundleRay 114, bundle 6',
      wedge:
        'node 192, cone 48, plane 5, planeDistance 92, pair 92, deal 5, box 15, farthest 5, bundleRay 114, bundle 6',
    },
  ],
  [
    'terrain',
    'airborne',
    {
      subray: 'node 905, triangle 296, distance 90, ray 114',
      pulse: 'node 56, cone 26, plane 13, subray 247, planeDistance 247, hit 133, bundleRay 114, bundle 6',
      quarter: 'node 199, cone 68, plane 26, subray 182, planeDistance 182, hit 133, bundleRay 168, bundle 24',
      dealt: 'node 56, cone 26, plane 13, planeDistance 90, pair 91, deal 13, farthest 7, bundleRay 114, bundle 6',
      wedge:
        'node 56, cone 24, plane 12, planeDistance 89, pair 90, deal 12, box 7, farthest 7, bundleRay 114, bundle 6',
    },
  ],
] as const)('every kernel finds the same hits in a %s, %s, in so many steps', async (generator, survey, steps) => {
  const { world } = await lockstepWorld(generator, survey, RUNS);
  const { rays, hits, unlikeEngine, kernels } = traceAll(world, Object.keys(KERNELS));
  expect(hits).toBeGreaterThan(rays / 10);
  expect(unlikeEngine).toBe(0);
  expect(kernels.map(({ differing }: Row) => differing)).toEqual(kernels.map(() => 0));
  expect(Object.fromEntries(kernels.map((row: Row) => [row.kernel, stepsOf(row)]))).toEqual(steps);
});
