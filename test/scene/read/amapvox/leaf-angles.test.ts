import { describe, expect, it } from 'vitest';
import { leafShare, projectionsOf } from '../../../../src/scene/read/amapvox/leaf-angles.js';
import { LEAF_ANGLES, type LeafAngles } from '../../../../src/scene/voxel-choice.js';
import { projectionAt } from '../../../../src/scene/voxel-medium.js';

/** The integral from 0 to π/2. */
function integral(of: (angle: number) => number): number {
  const steps = 2000;
  const width = Math.PI / 2 / steps;
  return Array.from({ length: steps }, (_, k) => of((k + 0.5) * width) * width).reduce((sum, part) => sum + part);
}

describe.each(LEAF_ANGLES)('leaves that are %s', (angles) => {
  const projections = projectionsOf(angles);

  it('have all of their area somewhere', () => {
    expect(integral((angle) => leafShare(angles, angle))).toBeCloseTo(1, 6);
  });

  it('have a mean projection of ½ over all directions, alike from above and below', () => {
    const mean = integral((angle) => projectionAt(projections, Math.cos(angle)) * Math.sin(angle));
    expect(mean).toBeCloseTo(0.5, 4);
    expect(projectionAt(projections, 0.3)).toBeCloseTo(projectionAt(projections, -0.3), 9);
  });
});

// G along the zenith is ∫ g cos θ, and level 2/π ∫ g sin θ.
it.each<[LeafAngles, above: number, aside: number]>([
  ['spherical', 1 / 2, 1 / 2],
  ['planophile', 8 / (3 * Math.PI), 8 / (3 * Math.PI ** 2)],
  ['erectophile', 4 / (3 * Math.PI), 16 / (3 * Math.PI ** 2)],
  ['plagiophile', 32 / (15 * Math.PI), 64 / (15 * Math.PI ** 2)],
  ['extremophile', 28 / (15 * Math.PI), 56 / (15 * Math.PI ** 2)],
  ['uniform', 2 / Math.PI, 4 / Math.PI ** 2],
])('leaves that are %s project %f of their area upwards, %f aside', (angles, above, aside) => {
  expect(projectionAt(projectionsOf(angles), 1)).toBeCloseTo(above, 5);
  expect(projectionAt(projectionsOf(angles), 0)).toBeCloseTo(aside, 5);
});

it('leaves that are spherical project half of their area in every direction', () => {
  for (const projection of projectionsOf('spherical')) expect(projection).toBeCloseTo(0.5, 5);
});
