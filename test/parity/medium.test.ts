import { beforeAll, describe } from 'vitest';
import { compose, rotation, translation } from '../../src/base/affine.js';
import { directionWord, NO_DIRECTION } from '../../src/base/octahedron.js';
import type { Scene } from '../../src/scene/scene.js';
import { voxels, withMedia } from '../support/media.js';
import { testRandom } from '../support/random.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { compareStages } from './every-stage.js';
import { type Example, loadExample } from './example.js';

// The street of the quickstart in a fog of leaves, of which a third of the voxels have none: about the first scanner, a
// turned cloud that overlaps it and follows the angle of the rays, and the same cloud once more, smaller. Two of three
// triangles have normals of their own.

const SEED = 20_261_124;

function inLeaves(scene: Scene): Scene {
  const next = testRandom(SEED);
  const fog = { min: [-75, -12, 0], size: 0.5, counts: [120, 48, 16] } as const;
  const cloud = { min: [-4, -4, -4], size: [0.25, 0.25, 0.5], counts: [32, 32, 16] } as const;
  const some = ({ counts: [x, y, z] }: { counts: readonly [number, number, number] }, most: number) =>
    Array.from({ length: x * y * z }, () => Math.max(0, next() * 1.5 - 0.5) * most);
  const projections = Float64Array.from({ length: 181 }, (_, degree) => 0.5 + 0.3 * Math.cos((degree * Math.PI) / 90));
  const turned = compose(translation([-38, 3, 2]), rotation([0.6, 0, 0.8], 0.7));
  const dense = voxels(cloud, some(cloud, 0.6), { projections });
  return withMedia(withNormals(scene, next), [
    { medium: voxels(fog, some(fog, 0.06), { faces: true }) },
    { medium: dense, transform: turned },
    { medium: dense, transform: [0.5, 0, 0, -52, 0, 0.5, 0, 4, 0, 0, -0.5, 2] },
  ]);
}

function withNormals(scene: Scene, next: () => number): Scene {
  const anyWord = () => directionWord([next() - 0.5, next() - 0.5, next() - 0.5]);
  const meshes = scene.meshes.map((mesh) => ({
    ...mesh,
    normals: Uint32Array.from(mesh.triangleGroup, () => (next() < 1 / 3 ? NO_DIRECTION : anyWord())),
  }));
  return { ...scene, meshes };
}

describe.skipIf(!softwareAdapter)(`in foliage${NEEDS_SOFTWARE_GPU}`, () => {
  let example: Example;
  beforeAll(async () => {
    example = await loadExample('quickstart', {}, inLeaves);
  });
  compareStages(() => example);
});
