import { describe, expect, it } from 'vitest';
import { createScene, type SceneObject } from '../../../src/scene/create-scene.js';
import { MERGE_TRIANGLES } from '../../../src/scene/flatten.js';
import { materialUses } from '../../../src/scene/materials/material-uses.js';

const triangles = (count: number): Float32Array => new Float32Array(9 * count).map((_, k) => (k % 9) % 4);
const moved = (x: number): number[] => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0];

describe('materialUses', () => {
  it('counts triangles with every instance, and names objects once', () => {
    const shared = triangles(MERGE_TRIANGLES + 1);
    const objects: SceneObject[] = [
      { name: 'a', positions: shared, material: 'red', reflectance: 0.5 },
      { name: 'b', positions: shared, material: 'red', reflectance: 0.5, transform: moved(9) },
      { name: 'c', positions: triangles(3), material: 'blue', reflectance: 0.5 },
      { name: 'd', positions: triangles(2), material: 'red', reflectance: 0.5 },
    ];
    const scene = createScene(objects);
    expect(scene.materials.map(({ name }) => name)).toEqual(['red', 'blue']);
    expect(materialUses(scene)).toEqual([
      { objects: ['a', 'b', 'd'], triangles: 2 * (MERGE_TRIANGLES + 1) + 2 },
      { objects: ['c'], triangles: 3 },
    ]);
  });
});
