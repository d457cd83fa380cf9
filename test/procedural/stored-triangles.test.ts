import { describe, expect, test } from 'vitest';
import { generateModel } from '../../src/procedural/generate.js';
import { detailOf, type ProceduralKind, type SceneSize } from '../../src/procedural/procedural-kind.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import { storedTriangles } from '../../src/procedural/stored-triangles.js';

interface Wish {
  triangles?: number;
  size?: SceneSize;
  details?: SceneDetails;
}

/** Triangles of the geometries of a generated scene, and what was said of them. */
function storedOf(kind: ProceduralKind, { size = {}, details = {}, ...wish }: Wish) {
  const trees = details.trees?.length;
  const order = { ...detailOf(kind, { size, triangles: wish.triangles, trees }), details };
  const { meshes } = generateModel(kind, { seed: 3, ...order });
  return {
    found: meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0),
    said: storedTriangles(kind, order),
  };
}

const listed = Array.from({ length: 60 }, (_, i) => ({ x: 500_000 + 5 * (i % 10), y: 5_000_000 + 5 * (i / 10) }));

const SCENES: [string, ProceduralKind, Wish][] = [
  ['a forest of 20 m', 'forest', { size: { extent: 20 } }],
  ['a forest of 60 m', 'forest', {}],
  ['a forest of 300 m', 'forest', { size: { extent: 300 } }],
  ['a coarse forest', 'forest', { triangles: 200_000, size: { extent: 60 } }],
  ['a large coarse forest', 'forest', { triangles: 3_000_000, size: { extent: 500 } }],
  ['a forest sized by its triangles', 'forest', { triangles: 1_000_000 }],
  ['a dense forest', 'forest', { size: { extent: 60, stems: 1000 } }],
  ['a forest without ground', 'forest', { size: { extent: 100 }, details: { ground: 'none' } }],
  ['a forest of one species', 'forest', { size: { extent: 100 }, details: { species: { beech: 1 } } }],
  ['a forest of a table', 'forest', { details: { trees: listed } }],
  [
    'a plantation',
    'forest',
    { size: { extent: 60 }, details: { species: { spruce: 1 }, diameter: { mean: 0.2, sd: 0 } } },
  ],
  ['a tree', 'tree', {}],
  ['a street', 'street', {}],
  ['a long street', 'street', { size: { length: 300 } }],
  ['a district', 'district', {}],
  ['a fine district', 'district', { triangles: 2_000_000 }],
  ['a room', 'room', {}],
  ['a terrain', 'terrain', {}],
];

describe('triangles that a generated scene keeps', () => {
  test.each(SCENES)('of %s are told within a third', (_, kind, wish) => {
    const { found, said } = storedOf(kind, wish);
    expect(said / found, `${said} for ${found}`).toBeGreaterThan(2 / 3);
    expect(said / found, `${said} for ${found}`).toBeLessThan(4 / 3);
  });
});
