import { describe, expect, it } from 'vitest';
import { finish } from '../../src/base/steps.js';
import { buildMesh } from '../../src/bvh/build-mesh.js';
import { partsOf } from '../../src/bvh/mesh-parts.js';
import { buildMeshes } from '../../src/bvh/node-build.js';
import { meshOf, random, sphere } from '../support/scenes.js';

const SEED = 5;

describe('buildMesh', () => {
  it('gives the tree that workers give, of a mesh in four parts too', async () => {
    const next = random(SEED);
    const small = meshOf(sphere(2, 12));
    const large = meshOf(Float32Array.from({ length: 9 * 200_000 }, () => next() * 10));
    expect([finish(partsOf(small)).length, finish(partsOf(large)).length]).toEqual([1, 4]);
    const built = await buildMeshes([small, large], { threads: 2 });
    for (const [k, mesh] of [small, large].entries()) {
      const { nodes, blocks, ...rest } = buildMesh(mesh);
      expect(rest, `seed ${SEED}`).toEqual({ ...rest, ...pick(built[k], Object.keys(rest)) });
      expect(Buffer.compare(Buffer.from(nodes), Buffer.from(built[k].nodes)), `seed ${SEED}`).toBe(0);
      expect(Buffer.compare(Buffer.from(blocks), Buffer.from(built[k].blocks)), `seed ${SEED}`).toBe(0);
    }
  });
});

const pick = (from: object, keys: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
