import { describe, expect, it } from 'vitest';
import {
  type Affine,
  compose,
  IDENTITY,
  rotation,
  scaling,
  transformPoint,
  translation,
} from '../../src/base/affine.js';
import { finish } from '../../src/base/steps.js';
import type { Vec3 } from '../../src/base/vec3.js';
import {
  type FlatScene,
  flatten as flattenSteps,
  KEEP_APART_TRIANGLES,
  type PlacedMesh,
} from '../../src/scene/flatten.js';
import type { Mesh } from '../../src/scene/model.js';
import type { Surface } from '../../src/scene/scene.js';
import { outliers } from '../support/outliers.js';
import { testRandom } from '../support/random.js';
import { cornersOf } from './scene-files.js';

const flatten = (pieces: readonly PlacedMesh[]): FlatScene => finish(flattenSteps(pieces));

/** A mesh of `count` random triangles in two groups. */
function randomMesh(random: () => number, count: number, origin: Vec3 = [0, 0, 0]): Mesh {
  return {
    name: 'm',
    origin,
    positions: Float32Array.from({ length: 9 * count }, () => random() * 10 - 5),
    indices: Uint32Array.from({ length: 3 * count }, (_, i) => i),
    triangleGroup: Uint16Array.from({ length: count }, (_, i) => i % 2),
    groups: [0, 1].map((g) => ({ object: `o${g}`, group: '', material: g })),
  };
}

let ids = 0;
const surfaces = (): Surface[] => {
  ids++;
  return [0, 1].map((g) => ({ instance: ids, material: g, classification: 1 + g, semantic: 0 }));
};

/** World corners and surface of every triangle, in any order. */
function worldTriangles({ meshes, instances, surfaces }: FlatScene): string[] {
  return instances.flatMap(({ mesh, transform, surfaceBase }) =>
    cornersOf(meshes[mesh]).map((corners, t) =>
      line(corners, transform, surfaces[surfaceBase + meshes[mesh].triangleGroup[t]]),
    ),
  );
}

const expectedTriangles = (pieces: PlacedMesh[]): string[] =>
  pieces.flatMap(({ mesh, transform, surfaces }) =>
    cornersOf(mesh).map((corners, t) => line(corners, transform, surfaces[mesh.triangleGroup[t]])),
  );

/** Mirroring turns corners round: the order does not count here. Rounded to centimetres. */
function line(corners: number[][], transform: Affine, surface: Surface): string {
  const world = corners.map(([x, y, z]) =>
    transformPoint(transform, [x, y, z]).map((c) => Math.round(c * 100 + 0.123) || 0),
  );
  return `${world.map(String).sort().join(' ')} ${JSON.stringify(surface)}`;
}

const randomTransform = (random: () => number, mirrored = false): Affine =>
  compose(
    translation([1000 * random(), 1000 * random(), 10 * random()]),
    compose(rotation([0, 0, 1], 6 * random()), scaling([mirrored ? -1 : 1, 1 + random(), 1])),
  );

describe('flatten', () => {
  it('keeps a mesh with normals as it is, beside others', () => {
    const random = testRandom(5);
    const normals = Uint32Array.of(7, 8);
    const plain = { mesh: randomMesh(random, 2), transform: IDENTITY, surfaces: surfaces() };
    const turned = rotation([0, 0, 1], 0.3);
    const voxels = { mesh: { ...randomMesh(random, 2), normals }, transform: turned, surfaces: surfaces() };
    const scene = flatten([plain, voxels, { ...plain, mesh: randomMesh(random, 2) }]);
    expect(scene.meshes.map((mesh) => mesh.normals)).toEqual([undefined, normals]);
    expect(scene.instances.map(({ mesh, transform }) => [mesh, transform])).toEqual([
      [0, IDENTITY],
      [1, turned],
    ]);
  });

  it('shows the same triangles in the world as its pieces, with the same labels', () => {
    const seed = 21;
    const random = testRandom(seed);
    const many = randomMesh(random, 700, [5000, 3000, 0]);
    const pieces: PlacedMesh[] = [
      { mesh: randomMesh(random, 30), transform: randomTransform(random), surfaces: surfaces() },
      ...Array.from({ length: 80 }, (_, i) => ({
        mesh: many,
        transform: randomTransform(random, i % 3 === 0),
        surfaces: surfaces(),
      })),
      { mesh: randomMesh(random, 20, [900, 0, 0]), transform: randomTransform(random, true), surfaces: surfaces() },
    ];
    const expected = expectedTriangles(pieces).sort();
    const flat = flatten(pieces);
    expect(worldTriangles(flat).sort(), `seed ${seed}`).toEqual(expected);
    expect(flat.triangleCount).toBe(expected.length);
    expect(flat.meshes).toHaveLength(2);
    expect(flat.instances).toHaveLength(81);
    expect(flat.instances[0]).toEqual({ mesh: 0, transform: IDENTITY, surfaceBase: 0 });
    expect(flat.meshes[0].origin).toEqual(flat.frameOrigin);
  });

  it('merges copies of what is small, keeps copies of what is large', () => {
    const random = testRandom(1);
    const meshesOf = (triangles: number, copies: number) => {
      const mesh = randomMesh(random, triangles);
      const flat = flatten(Array.from({ length: copies }, () => ({ mesh, transform: IDENTITY, surfaces: surfaces() })));
      return [flat.meshes[0].triangleGroup.length / triangles, flat.instances.length];
    };
    expect(meshesOf(1000, 1)).toEqual([1, 1]);
    expect(meshesOf(500, 100)).toEqual([100, 1]);
    expect(meshesOf(500, 101)).toEqual([1, 101]);
    expect(meshesOf(12, 6000)).toEqual([6000, 1]);
    expect(meshesOf(60_000, 2)).toEqual([1, 2]);
  });

  it('turns the triangles of mirrored geometry round', () => {
    const mesh = randomMesh(testRandom(2), 4);
    const normalZ = (corners: number[][]) => {
      const [a, b, c] = corners;
      return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    };
    const before = cornersOf(mesh).map(normalZ);
    const flat = flatten([{ mesh, transform: scaling([-1, 1, 1]), surfaces: surfaces() }]);
    expect(cornersOf(flat.meshes[0]).map(normalZ)).toEqual(before);
  });

  it('takes whole metres in the middle of the bounds for the frame origin, strays left out', () => {
    const mesh: Mesh = {
      name: 'm',
      origin: [447524, 5412345, 0],
      positions: Float32Array.from([0.25, 0, 0, 10.25, 0, 0, 0.25, 20, 4, -447524, -5412345, 0]),
      indices: Uint32Array.from([0, 1, 2]),
      triangleGroup: Uint16Array.from([0]),
      groups: [{ object: '', group: '', material: 0 }],
    };
    const flat = flatten([{ mesh, transform: IDENTITY, surfaces: surfaces() }]);
    expect(flat.bounds).toEqual({ min: [447524.25, 5412345, 0], max: [447534.25, 5412365, 4] });
    expect(flat.frameOrigin).toEqual([447529, 5412355, 2]);
    expect(cornersOf(flat.meshes[0])[0]).toEqual([
      [447524.25, 5412345, 0],
      [447534.25, 5412345, 0],
      [447524.25, 5412365, 4],
    ]);
  });

  it('holds all geometry in its bounds', () => {
    const seed = 8;
    const random = testRandom(seed);
    const mesh = randomMesh(random, 30_000);
    const pieces = Array.from({ length: 3 }, () => ({
      mesh,
      transform: randomTransform(random),
      surfaces: surfaces(),
    }));
    const { bounds } = flatten(pieces);
    const corners = cornersOf(mesh).flat();
    for (const { transform } of pieces) {
      const points = corners.map(([x, y, z]) => transformPoint(transform, [x, y, z]));
      const isInside = (point: Vec3) =>
        point.every((x, axis) => x >= bounds.min[axis] - 1e-9 && x <= bounds.max[axis] + 1e-9);
      expect(outliers(points, isInside), `seed ${seed}`).toEqual([]);
    }
  });

  it('moves a large mesh where it lies, a tree of its own', () => {
    const random = testRandom(4);
    const large = {
      ...randomMesh(random, 4),
      indices: new Uint32Array(3 * KEEP_APART_TRIANGLES),
      triangleGroup: new Uint16Array(KEEP_APART_TRIANGLES),
    };
    large.indices.set([0, 1, 2, 3, 4, 5]);
    const [first] = cornersOf({ ...large, indices: large.indices.subarray(0, 3) });
    const transform = randomTransform(random, true);
    const expected = first.map(([x, y, z]) => transformPoint(transform, [x, y, z]));
    const small = randomMesh(random, 5);
    const flat = flatten([
      { mesh: large, transform, surfaces: surfaces() },
      { mesh: small, transform: IDENTITY, surfaces: surfaces() },
    ]);
    expect(flat.meshes).toHaveLength(2);
    const apart = flat.meshes[1];
    expect(apart.positions).toBe(large.positions);
    const [[a, c, b]] = cornersOf({ ...apart, indices: apart.indices.subarray(0, 3) });
    [a, b, c].forEach((corner, k) => {
      corner.forEach((x, axis) => {
        expect(x).toBeCloseTo(expected[k][axis], 3);
      });
    });
    expect(flat.surfaces[flat.instances[1].surfaceBase]).toMatchObject({ classification: 1 });
  });

  it('never overwrites positions that another mesh shares', () => {
    const random = testRandom(4);
    const large = {
      ...randomMesh(random, 4),
      indices: new Uint32Array(3 * KEEP_APART_TRIANGLES),
      triangleGroup: new Uint16Array(KEEP_APART_TRIANGLES),
    };
    const twin = { ...large };
    const before = large.positions.slice();
    flatten([large, twin].map((mesh) => ({ mesh, transform: translation([9, 9, 9]), surfaces: surfaces() })));
    expect(large.positions).toEqual(before);
  });

  it('merges more copies of a tiny mesh than a call has room for arguments', () => {
    const [mesh, own] = [randomMesh(testRandom(3), 1), surfaces()];
    const copies = Array.from({ length: 200_000 }, () => ({ mesh, transform: IDENTITY, surfaces: own }));
    expect(flatten(copies).meshes.map(({ triangleGroup }) => triangleGroup.length)).toEqual([200_000]);
  });
});
