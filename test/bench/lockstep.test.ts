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
      subray: 'node 2892, triangle 861, distance 115, ray 114',
      pulse: 'node 171, cone 47, plane 8, subray 152, planeDistance 133, hit 152, bundleRay 114, bundle 6',
      quarter: 'node 626, cone 184, plane 26, subray 179, planeDistance 175, hit 179, bundleRay 168, bundle 24',
      dealt: 'node 171, cone 47, plane 8, planeDistance 115, pair 116, deal 8, farthest 8, bundleRay 114, bundle 6',
      wedge:
        'node 153, cone 45, plane 6, planeDistance 114, pair 114, deal 6, box 14, farthest 6, bundleRay 114, bundle 6',
    },
  ],
  [
    'terrain',
    'terrestrialWide',
    {
      subray: 'node 3560, triangle 958, distance 182, ray 114',
      pulse: 'node 192, cone 48, plane 5, subray 95, planeDistance 95, hit 57, bundleRay 114, bundle 6',
      quarter: 'node 899, cone 230, plane 49, subray 253, planeDistance 243, hit 180, bundleRay 168, bundle 24',
      dealt: 'node 192, cone 48, plane 5, planeDistance 91, pair 91, deal 5, farthest 3, bundleRay 114, bundle 6',
      wedge:
        'node 192, cone 48, plane 5, planeDistance 91, pair 91, deal 5, box 15, farthest 5, bundleRay 114, bundle 6',
    },
  ],
  [
    'forest',
    'airborne',
    {
      subray: 'node 558, triangle 235, distance 47, ray 114',
      pulse: 'node 52, cone 20, plane 13, subray 247, planeDistance 204, hit 76, bundleRay 114, bundle 6',
      quarter: 'node 154, cone 67, plane 25, subray 157, planeDistance 131, hit 92, bundleRay 168, bundle 24',
      dealt: 'node 52, cone 20, plane 13, planeDistance 43, pair 44, deal 13, farthest 4, bundleRay 114, bundle 6',
      wedge:
        'node 45, cone 54, plane 17, planeDistance 43, pair 45, deal 17, box 15, farthest 10, bundleRay 114, bundle 6',
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
