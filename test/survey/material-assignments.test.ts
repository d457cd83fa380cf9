import { expect, it } from 'vitest';
import { materialAssignments } from '../../src/survey/material-assignments.js';
import { sceneWith, voxels } from '../support/media.js';
import { meshOf, wall } from '../support/scenes.js';

it('lists what leaves of media have behind the surfaces, and no material without either', () => {
  const medium = voxels({ min: [0, 0, 0], size: 1, counts: [1, 1, 1] }, 1);
  const scene = sceneWith([meshOf(wall(5, 2))], [{ medium }]);
  const materials = ['unused', 'wall', 'foliage'].map((name) => ({ ...scene.materials[0], name }));
  const surfaces = scene.surfaces.map((surface, k) => ({ ...surface, material: k + 1 }));
  const names = { ...scene.names, instances: ['', 'wall', 'wood'] };
  const listed = materialAssignments({ ...scene, materials, surfaces, names }, [905], 'brdf');
  expect(listed.map(({ name, triangles, objects }) => ({ name, triangles, objects }))).toEqual([
    { name: 'wall', triangles: 2, objects: ['wall'] },
    { name: 'foliage', triangles: 0, objects: ['wood'] },
  ]);
});
