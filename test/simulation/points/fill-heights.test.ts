import { expect, it } from 'vitest';
import { finish } from '../../../src/base/steps.js';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { groundHeights } from '../../../src/scene/ground-heights.js';
import { HeightGrid } from '../../../src/scene/place/height-grid.js';
import { fillHeights } from '../../../src/simulation/points/fill-heights.js';
import { sceneOf } from '../../support/scenes.js';

it('counts from the highest ground below, or little above, else from the lowest above', () => {
  const sheet = (z: number) => ({
    name: '',
    origin: [0, 0, 0] as const,
    positions: Float32Array.from([-10, -10, z, 10, -10, z, 0, 20, z]),
    indices: Uint32Array.from([0, 1, 2]),
    triangleGroup: new Uint16Array(1),
    groups: [{ object: '', group: '', material: 0 }],
  });
  const scene = sceneOf([sheet(0), sheet(6)]);
  const surfaces = scene.surfaces.map((surface) => ({ ...surface, classification: 2 }));
  const area = { min: [-10, -10], max: [10, 20] } as const;
  const grid = finish(groundHeights({ ...scene, surfaces }, area, { file: 'a' }));
  const points = createPointBatch(6);
  points.z.set([2, -0.3, 5.6, 7, -3, 1]);
  points.x[5] = 50;
  fillHeights(points, HeightGrid.of(structuredClone({ ...grid })));
  const heights = Array.from(points.heightAboveGround ?? [], (height) => Math.round(height * 1e5) / 1e5);
  expect(heights).toEqual([2, -0.3, -0.4, 1, -3, Number.NaN]);
});
