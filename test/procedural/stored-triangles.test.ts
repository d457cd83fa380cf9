import { describe, expect, test } from 'vitest';
import { IDENTITY } from '../../src/base/affine.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { generatedSource } from '../../src/procedural/generated-source.js';
import { detailOf, type ProceduralKind, type SceneSize } from '../../src/procedural/procedural-kind.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import { loadScene } from '../../src/scene/load-scene.js';
import { inLong } from '../support/long-run.js';

interface Wish {
  triangles?: number;
  size?: SceneSize;
  details?: SceneDetails;
}

/** Triangles of the geometries of the scene of a generator, and what is said of them. */
async function storedOf(kind: ProceduralKind, { size = {}, details = {}, ...wish }: Wish) {
  const trees = details.trees?.length;
  const order = { ...detailOf(kind, { size, triangles: wish.triangles, trees }), details };
  const source = generatedSource(kind, { seed: 3, ...order });
  const place = { file: 's.yaml', line: 1, column: 1 };
  const part = { name: 'generated', source, transform: IDENTITY, placement: { kind: 'once' as const }, place };
  const { meshes } = await loadScene({ parts: [part], labels: [], materials: [] }, { files: nodeFiles });
  return { found: meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0), said: source.storedTriangles };
}

const listed = Array.from({ length: 60 }, (_, i) => ({ x: 500_000 + 5 * (i % 10), y: 5_000_000 + 5 * (i / 10) }));

const SCENES: [string, ProceduralKind, Wish][] = [
  ['a forest of 20 m', 'forest', { size: { extent: 20 } }],
  ['a coarse forest of 36 m', 'forest', { triangles: 600_000, size: { extent: 36, stems: 500 } }],
  ['a coarse forest', 'forest', { triangles: 200_000, size: { extent: 60 } }],
  ['a forest of a table', 'forest', { details: { trees: listed } }],
  [
    'a plantation',
    'forest',
    { size: { extent: 60 }, details: { species: { spruce: 1 }, diameter: { mean: 0.2, sd: 0 } } },
  ],
  ['a tree', 'tree', {}],
  ['a street', 'street', {}],
  ['a district', 'district', {}],
  ['a room', 'room', {}],
  ['a terrain', 'terrain', {}],
];

/** Larger ones, for long runs. */
const LARGE: typeof SCENES = [
  ['a forest of 60 m', 'forest', {}],
  ['a forest of 300 m', 'forest', { size: { extent: 300 } }],
  ['a coarse forest of 100 m', 'forest', { triangles: 600_000, size: { extent: 100 } }],
  ['a large coarse forest', 'forest', { triangles: 3_000_000, size: { extent: 500 } }],
  ['a forest sized by its triangles', 'forest', { triangles: 1_000_000 }],
  ['a dense forest', 'forest', { size: { extent: 60, stems: 1000 } }],
  ['a forest without ground', 'forest', { size: { extent: 100 }, details: { ground: 'none' } }],
  ['a forest of one species', 'forest', { size: { extent: 100 }, details: { species: { beech: 1 } } }],
  ['a long street', 'street', { size: { length: 300 } }],
  ['a fine street', 'street', { triangles: 2_000_000 }],
  ['a fine district', 'district', { triangles: 2_000_000 }],
];

describe('triangles that a generated scene keeps', () => {
  test.each(inLong([...SCENES, ...LARGE], SCENES))('of %s are told within a third', async (_, kind, wish) => {
    const { found, said } = await storedOf(kind, wish);
    expect(said / found, `${said} for ${found}`).toBeGreaterThan(2 / 3);
    expect(said / found, `${said} for ${found}`).toBeLessThan(4 / 3);
  });
});
