import { expect, it } from 'vitest';
import { translation } from '../../../src/base/affine.js';
import { partBounds } from '../../../src/planning/whereabouts/part-bounds.js';
import { sceneWith, voxels } from '../../support/media.js';
import { meshOf, wall } from '../../support/scenes.js';

it('bounds triangles and voxels of parts, by the names of their objects', () => {
  const medium = voxels({ min: [0, 0, 0], size: [1, 2, 0.5], counts: [2, 3, 4] }, 1);
  const scene = sceneWith([meshOf(wall(5, 2))], [{ medium }, { medium, transform: translation([10, 0, 0]) }]);
  const instances = ['', 'wall', 'wood#1', 'wood#2'];
  expect(scene.surfaces.map(({ instance }) => instances[instance])).toEqual(['wall', 'wood#1', 'wood#2']);
  const found = partBounds({ ...scene, names: { ...scene.names, instances } }, ['wall', 'wood', 'none']);
  expect(found[0].bounds?.min[1]).toBe(5);
  expect(found.slice(1)).toEqual([
    { name: 'wood', bounds: { min: [0, 0, 0], max: [12, 6, 2] } },
    { name: 'none', bounds: undefined },
  ]);
});
