import { expect, it } from 'vitest';
import type { Affine } from '../../../src/base/affine.js';
import { reportFlattened } from '../../../src/scene/read/report-flattened.js';
import { keepingLog } from '../scene-files.js';

const warnings = (...transforms: Affine[]): string[] => {
  const log = keepingLog();
  const instances = transforms.map((transform, mesh) => ({ mesh, name: 'a', transform }));
  reportFlattened({ meshes: [], materials: [], instances }, 'a.gltf', log);
  return log.warnings;
};

it.each<[string, Affine]>([
  ['a scale of 0', [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]],
  ['a matrix that flattens it to a line', [1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0]],
])('warns of an object with %s', (_, transform) => {
  expect(warnings(transform, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])[0]).toContain(
    '1 of 2 objects without an area that a beam could hit',
  );
});

it('is silent about an object that is flattened to a plane, or is tiny', () => {
  expect(warnings([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [1e-9, 0, 0, 0, 0, 1e-9, 0, 0, 0, 0, 1e-9, 0])).toEqual([]);
});
