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
      subray: 'node 2918, triangle 865, distance 117, ray 114',
      pulse: 'node 171, cone 47, plane 8, subray 152, planeDistance 134, hit 152, bundleRay 114, bundle 6',
      quarter: 'node 631, cone 184, plane 26, subray 179, planeDistance 176, hit 179, bundleRay 168, bundle 24',
      dealt: 'node 171, cone 47, plane 8, planeDistance 116, pair 116, deal 8, farthest 8, bundleRay 114, bundle 6',
      wedge:
        'node 153, cone 47, plane 7, planeDistance 115, pair 115, deal 7, box 14, farthest 7, bundleRay 114, bundle 6',
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
    'forest',
    'airborne',
    {
      subray: 'node 565, triangle 236, distance 50, ray 114',
      pulse: 'node 51, cone 20, plane 16, subray 304, planeDistance 203, hit 76, bundleRay 114, bundle 6',
      quarter: 'node 155, cone 63, plane 28, subray 166, planeDistance 129, hit 88, bundleRay 168, bundle 24',
      dealt: 'node 51, cone 20, plane 16, planeDistance 43, pair 45, deal 16, farthest 4, bundleRay 114, bundle 6',
      wedge:
        'node 45, cone 54, plane 20, planeDistance 44, pair 47, deal 20, box 16, farthest 10, bundleRay 114, bundle 6',
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
