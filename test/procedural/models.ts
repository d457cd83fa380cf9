import { createHash } from 'node:crypto';
import { transformPoint } from '../../src/base/affine.js';
import { type Box3, emptyBox, growBox } from '../../src/base/vec3.js';
import { areClose, footprintOf, type GroundOutline } from '../../src/procedural/street/footprints.js';
import type { Mesh, Model } from '../../src/scene/model.js';

/** Triangles of a model, every instance counted. */
export const effectiveTriangles = ({ meshes, instances }: Model): number =>
  instances.reduce((sum, { mesh }) => sum + meshes[mesh].triangleGroup.length, 0);

/** SHA-256 over everything that a model holds. */
export function hashModel(model: Model): string {
  const hash = createHash('sha256');
  const bytes = (array: Float32Array | Uint32Array | Uint16Array) =>
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  for (const mesh of model.meshes) {
    bytes(mesh.positions);
    bytes(mesh.indices);
    bytes(mesh.triangleGroup);
    hash.update(JSON.stringify([mesh.name, mesh.origin, mesh.groups]));
  }
  return hash.update(JSON.stringify([model.materials, model.instances])).digest('hex');
}

/** Twice the area of triangle `t`, from the f32 coordinates. */
export function doubleArea({ positions: p, indices }: Mesh, t: number): number {
  const [a, b, c] = [indices[t * 3] * 3, indices[t * 3 + 1] * 3, indices[t * 3 + 2] * 3];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** Six times the volume that the triangles of `mesh` enclose; positive if they face outwards. */
export function signedVolume({ positions: p, indices }: Mesh): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3];
    sum += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    sum += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    sum += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

/** Edges that are not walked once in each direction; vertices at the same place count as one. */
export function openEdges(mesh: Mesh): number {
  const key = (vertex: number) => mesh.positions.subarray(vertex * 3, vertex * 3 + 3).join(' ');
  const balance = new Map<string, number>();
  for (let i = 0; i < mesh.indices.length; i++) {
    const from = key(mesh.indices[i]);
    const to = key(mesh.indices[i % 3 === 2 ? i - 2 : i + 1]);
    const [edge, sign] = from < to ? [`${from}|${to}`, 1] : [`${to}|${from}`, -1];
    balance.set(edge, (balance.get(edge) ?? 0) + sign);
  }
  return [...balance.values()].filter((count) => count !== 0).length;
}

/** World box of the instances whose name fits. */
export function boxOf(model: Model, name: RegExp): Box3 {
  const box = emptyBox();
  for (const instance of model.instances) {
    if (!name.test(instance.name)) continue;
    const { positions, indices } = model.meshes[instance.mesh];
    for (const vertex of new Set(indices))
      growBox(
        box,
        ...transformPoint(instance.transform, [
          positions[vertex * 3],
          positions[vertex * 3 + 1],
          positions[vertex * 3 + 2],
        ]),
      );
  }
  return box;
}

/** Sizes of a box along x, y, z. */
export const sizes = ({ min, max }: Box3): number[] => [0, 1, 2].map((axis) => max[axis] - min[axis]);

/** The instances whose name fits. */
export const named = (model: Model, name: RegExp) => model.instances.filter((instance) => name.test(instance.name));

/** Area that these instances cover on the ground, by name. */
export const footprints = (model: Model, name: RegExp, headroom?: number): [string, GroundOutline][] =>
  named(model, name).map((it) => [it.name, footprintOf(model.meshes[it.mesh], it.transform, headroom)]);

/** Names of things that stand in one another. */
export const overlaps = (ones: [string, GroundOutline][], others = ones) =>
  ones.flatMap(([name, one]) =>
    others.filter(([other, it]) => other !== name && areClose(one, it, 0)).map(([other]) => `${name} ${other}`),
  );
