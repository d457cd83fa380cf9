import type { Vec3 } from '../../../base/vec3.js';
import { quoteText } from '../../../base/yaml/faults.js';
import type { Mesh, MeshGroup } from '../../model.js';
import { COORDINATE_LIMIT } from '../coordinates.js';
import type { GltfAccessors } from './gltf-accessors.js';
import { type GltfDocument, type GltfPrimitive, isRecord, nameOr } from './gltf-json.js';
import type { GltfMaterialList } from './gltf-material-list.js';
import { addMorphs } from './gltf-morphs.js';
import { type GltfGeometry, type PrimitiveArrays, primitiveArrays } from './gltf-primitive.js';
import { applySkin, type Skin } from './gltf-skin.js';
import { moveUvs, type UvTransform } from './gltf-uvs.js';
import { vertexTint } from './gltf-vertex-colors.js';

/** Primitive modes: glTF 2.0 §3.7.2.1. */
const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

/** A primitive with its arrays. */
interface Part {
  group: MeshGroup;
  positions: Float32Array;
  uvs: Float32Array | undefined;
  /** Three per triangle, counting the part's own vertices. */
  indices: Uint32Array;
  /** Parts with the same number share their vertices. */
  shared: number;
}

/** Context of reading the meshes of a document. */
export interface GltfMeshes extends GltfGeometry {
  materials: GltfMaterialList;
}

/** The rest pose in which a node shows a mesh. */
export interface GltfPose {
  /** Weights of morph targets. */
  weights: readonly number[];
  /** Moves the vertices to the scene's frame. */
  skin: Skin | undefined;
}

/** A mesh, and the numbers of the primitives whose vertices it has, one after the other. */
interface ReadMesh {
  mesh: Mesh;
  primitives: number[];
}

/**
 * Mesh number `index` of the document in a pose: its primitives one after the other, each as a group, named by
 * `extras.group` if present. Primitives of points and lines are left out. Texture coordinates are kept if any primitive
 * has them. Throws UserError if an index has no vertex.
 */
export function readGltfMesh(meshes: GltfMeshes, index: number, pose: GltfPose): ReadMesh {
  const { document, accessors } = meshes;
  const source = document.entry('meshes', index, 'a node');
  const name = nameOr(source.name, `mesh_${index}`);
  const parts: Part[] = [];
  const known = new Map<string, Part>();
  const primitives: number[] = [];
  for (const [number, primitive] of (Array.isArray(source.primitives) ? source.primitives : []).entries()) {
    if (!isRecord(primitive) || !isRecord(primitive.attributes))
      throw document.fault(`mesh ${quoteText(name)} has a faulty primitive`);
    const mode = document.whole(primitive.mode, TRIANGLES, `the mode of mesh ${quoteText(name)}`);
    if (mode < TRIANGLES || mode > TRIANGLE_FAN || primitive.attributes.POSITION === undefined) continue;
    const part = readPart({ meshes, pose, known, number: parts.length }, primitive, groupName(primitive, name));
    if (part.shared === parts.length) primitives.push(number);
    parts.push(part);
  }
  return { mesh: joinParts(name, pose.skin?.origin ?? [0, 0, 0], parts, accessors), primitives };
}

/** The group named in the file for a primitive (`extras.group`, as written by subray), otherwise `fallback`. */
function groupName({ extras }: Record<string, unknown>, fallback: string): string {
  return isRecord(extras) ? nameOr(extras.group, fallback) : fallback;
}

/** Context for reading a primitive of a mesh. */
interface PartContext {
  meshes: GltfMeshes;
  pose: GltfPose;
  /** Earlier parts of the mesh by the sources of their vertices. */
  known: Map<string, Part>;
  /** Its number among the parts. */
  number: number;
}

function readPart({ meshes, pose, known, number }: PartContext, primitive: GltfPrimitive, name: string): Part {
  const { document, accessors, materials } = meshes;
  const { attributes = {}, mode, material } = primitive;
  const user = `mesh ${quoteText(name)}`;
  const arrays = primitiveArrays(meshes, primitive, user);
  const { set, transform } = materials.uvs(material);
  const uvSemantic = `TEXCOORD_${Number.isInteger(set) ? set : ''}`;
  const hasUvs = attributes[uvSemantic] !== undefined;

  const key = sourcesOf(primitive, uvSemantic, transform);
  const twin = known.get(key);
  const vertices = twin ?? readVertices({ arrays, meshes, pose, uvSemantic, transform, user }, primitive);
  const vertexCount = vertices.positions.length / 3;
  const tint = vertexTint(arrays, vertexCount);
  const group = { object: '', group: name, material: materials.use(material, { hasUvs, tint }) };
  const corners = arrays.indices() ?? sequence(accessors, vertexCount);
  for (const corner of corners)
    if (corner >= vertexCount)
      throw document.fault(`${user} refers to vertex ${corner}; it has vertices 0 to ${vertexCount - 1}`);
  const part = { ...vertices, group, indices: toTriangles(corners, mode, accessors), shared: twin?.shared ?? number };
  known.set(key, part);
  return part;
}

/** The sources of a primitive's vertices, as a key: primitives with the same key share them. */
function sourcesOf(
  { attributes = {}, targets, extensions }: GltfPrimitive,
  uvSemantic: string,
  transform: UvTransform | undefined,
): string {
  const { POSITION, JOINTS_0, WEIGHTS_0, [uvSemantic]: uvs } = attributes;
  const compressed = extensions?.KHR_draco_mesh_compression?.bufferView;
  return JSON.stringify([POSITION, uvs, transform, JOINTS_0, WEIGHTS_0, targets, compressed]);
}

/** Context for reading the vertices of a primitive. */
interface VertexContext {
  meshes: GltfMeshes;
  arrays: PrimitiveArrays;
  pose: GltfPose;
  uvSemantic: string;
  transform: UvTransform | undefined;
  user: string;
}

function readVertices(
  { meshes, arrays, pose, uvSemantic, transform, user }: VertexContext,
  primitive: GltfPrimitive,
): Pick<Part, 'positions' | 'uvs'> {
  const { document, accessors } = meshes;
  const morphs = { document, accessors, weights: pose.weights, user };
  const positions = arrays.floats('POSITION', 'VEC3') ?? new Float32Array();
  addMorphs(morphs, primitive, 'POSITION', 'VEC3', positions);
  if (pose.skin) applySkin(document, positions, arrays, pose.skin, user);
  checkCoordinates(document, positions, user);
  const uvs = arrays.floats(uvSemantic, 'VEC2');
  if (!uvs) return { positions, uvs };
  if (3 * uvs.length !== 2 * positions.length)
    throw document.fault(`${user} has other numbers of positions and texture coordinates`);
  addMorphs(morphs, primitive, uvSemantic, 'VEC2', uvs);
  tidyUvs(uvs, transform);
  return { positions, uvs };
}

/** Transforms them as the material states; resulting values that are not finite become 0. */
function tidyUvs(uvs: Float32Array, transform: UvTransform | undefined): void {
  if (transform) moveUvs(uvs, transform);
  for (let i = 0; i < uvs.length; i++) if (!Number.isFinite(uvs[i])) uvs[i] = 0;
}

function checkCoordinates(document: GltfDocument, positions: Float32Array, user: string): void {
  for (let i = 0; i < positions.length; i++)
    if (!(Math.abs(positions[i]) <= COORDINATE_LIMIT))
      throw document.fault(
        `vertex ${Math.floor(i / 3)} of ${user} has the coordinate ${positions[i]}; coordinates must be finite`,
      );
}

function sequence(accessors: GltfAccessors, count: number): Uint32Array {
  accessors.spend(4 * count);
  const corners = new Uint32Array(count);
  for (let i = 0; i < count; i++) corners[i] = i;
  return corners;
}

/** Strips and fans as single triangles, with the winding of the specification (§3.7.2.1). */
function toTriangles(corners: Uint32Array, mode: number | undefined, accessors: GltfAccessors): Uint32Array {
  if (mode !== TRIANGLE_STRIP && mode !== TRIANGLE_FAN)
    return corners.subarray(0, corners.length - (corners.length % 3));
  const count = Math.max(0, corners.length - 2);
  accessors.spend(12 * count);
  const triangles = new Uint32Array(3 * count);
  for (let t = 0; t < count; t++) {
    const odd = mode === TRIANGLE_STRIP ? t % 2 : 0;
    triangles[3 * t] = corners[mode === TRIANGLE_STRIP ? t : 0];
    triangles[3 * t + 1] = corners[t + 1 + odd];
    triangles[3 * t + 2] = corners[t + 2 - odd];
  }
  return triangles;
}

function joinParts(name: string, origin: Vec3, parts: Part[], accessors: GltfAccessors): Mesh {
  const owners = parts.filter((part, number) => part.shared === number);
  const vertexCount = owners.reduce((sum, part) => sum + part.positions.length / 3, 0);
  const triangleCount = parts.reduce((sum, part) => sum + part.indices.length / 3, 0);
  accessors.spend(12 * vertexCount + 14 * triangleCount);
  const positions = new Float32Array(3 * vertexCount);
  const uvs = parts.some((part) => part.uvs) ? new Float32Array(2 * vertexCount) : undefined;
  const indices = new Uint32Array(3 * triangleCount);
  const triangleGroup = new (parts.length <= 0xffff ? Uint16Array : Uint32Array)(triangleCount);

  const firstVertex = new Map<number, number>();
  let vertex = 0;
  let triangle = 0;
  parts.forEach((part, number) => {
    if (part.shared === number) {
      firstVertex.set(number, vertex);
      positions.set(part.positions, 3 * vertex);
      uvs?.set(part.uvs ?? [], 2 * vertex);
      vertex += part.positions.length / 3;
    }
    const base = firstVertex.get(part.shared) ?? 0;
    for (let i = 0; i < part.indices.length; i++) indices[3 * triangle + i] = part.indices[i] + base;
    triangleGroup.fill(number, triangle, triangle + part.indices.length / 3);
    triangle += part.indices.length / 3;
  });
  return {
    name,
    origin,
    positions,
    indices,
    ...(uvs && { uvs }),
    triangleGroup,
    groups: parts.map((part) => (uvs && !part.uvs ? { ...part.group, bare: true } : part.group)),
  };
}
