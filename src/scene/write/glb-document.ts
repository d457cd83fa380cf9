import { type Affine, compose, IDENTITY, translation } from '../../base/affine.js';
import type { Material, Mesh, MeshInstance, Model } from '../model.js';
import { type GlbPrimitive, glbPrimitives } from './glb-primitives.js';

/** glTF 2.0 §5.1: component types and buffer targets. */
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
/** z up to y up, as glTF requires: (x, y, z) → (x, z, −y), in columns. */
const Y_UP = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];

/** A part of a glTF file's JSON that only viewers and readers inspect. */
type Json = Record<string, unknown>;

/** The content of a GLB file: the JSON, and the length of its binary chunk. */
export interface GlbDocument {
  json: Json;
  binaryBytes: number;
}

/** glTF meshes made from one mesh of the model: one, or one per object if it is placed once and has several. */
interface MeshOutput {
  /** Object name → glTF mesh; a single entry if the mesh stays whole. */
  byObject: Map<string, number>;
  isSplit: boolean;
}

/**
 * The JSON of a model in glTF 2.0. The binary chunk holds, mesh by mesh and part by part (see `glbPrimitives`),
 * positions, texture coordinates and indices, each padded to 4 bytes.
 */
export function glbDocument(model: Model): GlbDocument {
  const uses = countUses(model);
  const arrays = new ArrayTable();
  const meshes: Json[] = [];
  const outputs = model.meshes.map((mesh, index) => addMesh(mesh, uses[index], arrays, meshes));
  const nodes = model.instances.flatMap((instance) =>
    nodesOf(instance, model.meshes[instance.mesh], outputs[instance.mesh]),
  );
  const json: Json = {
    asset: { version: '2.0', generator: 'subray' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'z_up', matrix: Y_UP, ...(nodes.length > 0 && { children: nodes.map((_, i) => i + 1) }) },
      ...nodes,
    ],
    ...(meshes.length > 0 && { meshes }),
    ...(model.materials.length > 0 && { materials: model.materials.map(materialJson) }),
    ...(arrays.byteLength > 0 && {
      accessors: arrays.accessors,
      bufferViews: arrays.bufferViews,
      buffers: [{ byteLength: arrays.byteLength }],
    }),
  };
  return { json, binaryBytes: arrays.byteLength };
}

/** Bytes of an array with its padding. */
export const paddedBytes = (bytes: number): number => Math.ceil(bytes / 4) * 4;

function countUses({ meshes, instances }: Model): number[] {
  const uses = meshes.map(() => 0);
  for (const { mesh } of instances) uses[mesh]++;
  return uses;
}

function addMesh(mesh: Mesh, uses: number, arrays: ArrayTable, meshes: Json[]): MeshOutput {
  const isSplit = uses === 1 && mesh.groups.some(({ object }) => object !== mesh.groups[0].object);
  const primitives = new Map<string, Json[]>();
  for (const part of glbPrimitives(mesh)) {
    const key = isSplit ? mesh.groups[part.group].object : '';
    const list = primitives.get(key) ?? [];
    primitives.set(key, list);
    list.push(primitiveJson(part, mesh, arrays));
  }
  const byObject = new Map<string, number>();
  for (const [object, list] of primitives)
    byObject.set(object, meshes.push({ name: object || mesh.name, primitives: list }) - 1);
  return { byObject, isSplit };
}

function primitiveJson(part: GlbPrimitive, mesh: Mesh, arrays: ArrayTable): Json {
  const { object, group, material } = mesh.groups[part.group];
  const { min, max } = bounds(part.positions);
  const attributes: Record<string, number> = {
    POSITION: arrays.add(part.positions, 'VEC3', FLOAT, ARRAY_BUFFER, { min, max }),
  };
  if (part.uvs) attributes.TEXCOORD_0 = arrays.add(part.uvs, 'VEC2', FLOAT, ARRAY_BUFFER);
  const type = part.indices instanceof Uint16Array ? UNSIGNED_SHORT : UNSIGNED_INT;
  const indices = arrays.add(part.indices, 'SCALAR', type, ELEMENT_ARRAY_BUFFER);
  return { attributes, indices, material, extras: { object, group } };
}

/** One node, or one per object of a split mesh. */
function nodesOf(instance: MeshInstance, mesh: Mesh, { byObject, isSplit }: MeshOutput): Json[] {
  const [x, y, z] = mesh.origin;
  const transform = x || y || z ? compose(instance.transform, translation(mesh.origin)) : instance.transform;
  const matrix = isIdentity(transform) ? undefined : columns(transform);
  return [...byObject].map(([object, index]) => ({
    name: isSplit ? object : instance.name,
    mesh: index,
    ...(matrix && { matrix }),
  }));
}

function materialJson({ name, baseColor, alphaCutoff, reflectance, classification }: Material): Json {
  const extras = {
    ...(reflectance !== undefined && { reflectance }),
    ...(classification !== undefined && { classification }),
  };
  return {
    name,
    pbrMetallicRoughness: { baseColorFactor: baseColor, metallicFactor: 0, roughnessFactor: 1 },
    doubleSided: true,
    ...(alphaCutoff !== undefined && { alphaMode: 'MASK', alphaCutoff }),
    ...(alphaCutoff === undefined && baseColor[3] < 1 && { alphaMode: 'BLEND' }),
    ...(Object.keys(extras).length > 0 && { extras }),
  };
}

/** Accessors and their buffer views, one each, in the order of the binary chunk. */
class ArrayTable {
  readonly accessors: Json[] = [];
  readonly bufferViews: Json[] = [];
  byteLength = 0;

  /** Returns the new accessor's index. */
  add(
    array: GlbPrimitive['indices'] | Float32Array,
    type: string,
    componentType: number,
    target: number,
    more: Json = {},
  ): number {
    const size = type === 'VEC3' ? 3 : type === 'VEC2' ? 2 : 1;
    const { byteLength } = array;
    const bufferView = this.bufferViews.push({ buffer: 0, byteOffset: this.byteLength, byteLength, target }) - 1;
    this.byteLength += paddedBytes(byteLength);
    return this.accessors.push({ bufferView, componentType, count: array.length / size, type, ...more }) - 1;
  }
}

/** Smallest and largest coordinates, which every POSITION accessor must state (glTF 2.0 §3.7.2.1). */
function bounds(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    if (positions[i] < min[axis]) min[axis] = positions[i];
    if (positions[i] > max[axis]) max[axis] = positions[i];
  }
  return { min, max };
}

const isIdentity = (m: Affine) => m.every((value, i) => value === IDENTITY[i]);

/** The 4 × 4 matrix by columns. */
const columns = (m: Affine) => [0, 1, 2, 3].flatMap((c) => [m[c], m[4 + c], m[8 + c], c === 3 ? 1 : 0]);
