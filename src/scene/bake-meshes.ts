import { type Affine, determinant } from '../base/affine.js';
import type { Steps } from '../base/steps.js';
import type { Vec3 } from '../base/vec3.js';
import type { Mesh, MeshGroup } from './model.js';

/** Coordinates between two yields: some milliseconds of work. */
const NUMBERS_A_STEP = 300_000;

/** A mesh to be written into a larger one. */
export interface BakeItem {
  mesh: Mesh;
  /** Mesh frame to the target's frame. */
  transform: Affine;
  /** Group of the mesh → group of the target. */
  groups: readonly number[];
}

/**
 * One mesh of all items in the target's frame, relative to `origin`, with the groups in order. Positions are
 * transformed in f64 and rounded once. Triangles of mirrored items are reversed, to keep their outside. Texture
 * coordinates are kept if any item has them, and are 0 for the others.
 */
export function* bakeMeshes(name: string, items: readonly BakeItem[], origin: Vec3, groups: MeshGroup[]): Steps<Mesh> {
  const vertexCount = items.reduce((sum, { mesh }) => sum + mesh.positions.length / 3, 0);
  const triangleCount = items.reduce((sum, { mesh }) => sum + mesh.triangleGroup.length, 0);
  const target: Mesh = {
    name,
    origin,
    positions: new Float32Array(3 * vertexCount),
    indices: new Uint32Array(3 * triangleCount),
    triangleGroup: groupArray(groups.length, triangleCount),
    groups,
  };
  if (items.some(({ mesh }) => mesh.uvs)) target.uvs = new Float32Array(2 * vertexCount);
  let vertex = 0;
  let triangle = 0;
  let since = 0;
  for (const item of items) {
    since += item.mesh.positions.length;
    if (since >= NUMBERS_A_STEP) {
      since = 0;
      yield;
    }
    yield* bakePositions(item, origin, target.positions, vertex);
    yield* bakeIndices(item, vertex, target.indices, triangle);
    const { triangleGroup } = item.mesh;
    for (let t = 0; t < triangleGroup.length; t++) target.triangleGroup[triangle + t] = item.groups[triangleGroup[t]];
    target.uvs?.set(item.mesh.uvs ?? [], 2 * vertex);
    vertex += item.mesh.positions.length / 3;
    triangle += triangleGroup.length;
  }
  return target;
}

/**
 * The same as baking the item alone, without a second copy: overwrites the item's positions, and its indices if
 * mirrored.
 */
export function* bakeInPlace(item: BakeItem, origin: Vec3, groups: MeshGroup[]): Steps<Mesh> {
  const { mesh, groups: map } = item;
  yield* bakePositions(item, origin, mesh.positions, 0);
  yield* bakeIndices(item, 0, mesh.indices, 0);
  return { ...mesh, origin, triangleGroup: mapGroups(mesh, map, groups.length), groups };
}

/** The mesh's triangle groups renumbered. */
export function mapGroups(mesh: Mesh, map: readonly number[], groupCount: number): Uint16Array | Uint32Array {
  const mapped = groupArray(groupCount, mesh.triangleGroup.length);
  for (let t = 0; t < mapped.length; t++) mapped[t] = map[mesh.triangleGroup[t]];
  return mapped;
}

function groupArray(groupCount: number, triangles: number): Uint16Array | Uint32Array {
  return groupCount <= 0x10000 ? new Uint16Array(triangles) : new Uint32Array(triangles);
}

function* bakePositions(
  { mesh, transform }: BakeItem,
  origin: Vec3,
  out: Float32Array,
  firstVertex: number,
): Steps<void> {
  const { positions } = mesh;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = transform;
  const [ox, oy, oz] = mesh.origin;
  const [tx, ty, tz] = [m3 - origin[0], m7 - origin[1], m11 - origin[2]];
  let at = 3 * firstVertex;
  for (let i = 0; i < positions.length; i += 3) {
    if (i % NUMBERS_A_STEP === NUMBERS_A_STEP - 3) yield;
    const x = positions[i] + ox;
    const y = positions[i + 1] + oy;
    const z = positions[i + 2] + oz;
    out[at++] = m0 * x + m1 * y + m2 * z + tx;
    out[at++] = m4 * x + m5 * y + m6 * z + ty;
    out[at++] = m8 * x + m9 * y + m10 * z + tz;
  }
}

function* bakeIndices(
  { mesh, transform }: BakeItem,
  firstVertex: number,
  out: Uint32Array,
  firstTriangle: number,
): Steps<void> {
  const { indices } = mesh;
  const second = determinant(transform) < 0 ? 2 : 1;
  let at = 3 * firstTriangle;
  for (let i = 0; i < indices.length; i += 3) {
    if (i % NUMBERS_A_STEP === NUMBERS_A_STEP - 3) yield;
    const b = indices[i + second];
    const c = indices[i + 3 - second];
    out[at++] = indices[i] + firstVertex;
    out[at++] = b + firstVertex;
    out[at++] = c + firstVertex;
  }
}
