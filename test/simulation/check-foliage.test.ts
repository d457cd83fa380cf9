import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import { PHYSICS } from '../../src/scanner/physics.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { VoxelMedium } from '../../src/scene/voxel-medium.js';
import { checkFoliage } from '../../src/simulation/check-foliage.js';
import { sceneWith, voxels } from '../support/media.js';
import { station, testScanner } from '../support/scan.js';
import { meshOf, wall } from '../support/scenes.js';

/** Warnings of a scanner of 0.5 mrad, all of the beam, at a place, whose foliage begins at y = 100. */
function warnings(
  place: Vec3,
  medium: Partial<VoxelMedium> = {},
  survey: Partial<Parameters<typeof checkFoliage>[0]> = {},
) {
  const scene = sceneWith(
    [meshOf(wall(200, 10))],
    [{ medium: voxels({ min: [0, 100, 0], size: 1, counts: [5, 5, 5] }, 1, medium) }],
  );
  scene.names.instances[2] = 'crown';
  const scanner = testScanner({ divergence: roundBeam(0.25e-3) });
  const instrument = {
    name: 'tls',
    scanner,
    mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
    extinction: 0,
  };
  const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
  return checkFoliage({ instruments: [instrument as never], legs: [station(place)], footprint, ...survey }, scene);
}

describe('foliage of small leaves', () => {
  it('is said to have larger ones than a narrow beam', () => {
    expect(warnings([0, 80, 0])).toEqual([
      'voxels of crown: the beam of tls is 10 mm wide where it comes next to them, which is less than most leaves are, but leaves of mode medium are small against the beam; "leafSize" (metres) makes them single leaves',
    ]);
    expect(warnings([2, 102, 2])[0]).toContain('1 mm wide');
  });

  it('is taken as it is by a wide beam, with leaves of a size, and where each subray meets its own', () => {
    expect(warnings([0, 50, 0])).toEqual([]);
    expect(warnings([0, 80, 0], { leafSize: 0.05 })).toEqual([]);
    expect(warnings([0, 80, 0], { faces: true })).toEqual([]);
    expect(warnings([0, 80, 0], {}, { physics: PHYSICS.helios })).toEqual([]);
  });

  it('is seen from the nearest place of a path', () => {
    const path = {
      kind: 'straight',
      from: [-500, 100, 0],
      to: [500, 100, 0],
      speed: 1,
      attitude: { heading: 0, pitch: 0, roll: 0 },
    } as const;
    expect(warnings([0, 0, 0], {}, { legs: [{ ...station([0, 0, 0]), path }] }).length).toBe(1);
  });

  it('takes any number of legs', () => {
    const legs = Array.from({ length: 65_535 }, () => station([0, 80, 0]));
    expect(warnings([0, 0, 0], {}, { legs }).length).toBe(1);
  });
});
