import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Said, same, sameBox, type Witness } from '../read-others.js';
import { boxOf, leftOut, tolerance } from './meshes.js';

type Matrix = readonly number[];

interface Document {
  buffers?: { uri?: string }[];
  bufferViews?: { buffer: number; byteOffset?: number; byteStride?: number }[];
  accessors?: { bufferView?: number; byteOffset?: number; count: number; componentType: number; sparse?: object }[];
  meshes?: { primitives: Primitive[]; weights?: number[] }[];
  nodes?: Node[];
  scenes?: { nodes?: number[] }[];
  scene?: number;
  skins?: object[];
  extensionsUsed?: string[];
}

interface Primitive {
  attributes: { POSITION?: number };
  indices?: number;
  mode?: number;
  targets?: object[];
}

interface Node {
  mesh?: number;
  children?: number[];
  matrix?: Matrix;
  translation?: number[];
  rotation?: number[];
  scale?: number[];
}

/** Extensions that change where vertices are, or how they are stored. */
const MOVING = /draco|meshopt|quantization|instancing/i;

/** glTF: the triangles of all meshes of the scene and, of plain ones, the box of their corners, each at its place. */
export const gltfWitness: Witness = ({ path }, said, { warnings }) => {
  const { document, buffers } = open(path);
  const placed = placedPrimitives(document);
  const stored = [...new Set(placed.map(({ primitive }) => primitive))];
  const triangles = stored.reduce((sum, primitive) => sum + trianglesOf(document, primitive), 0);
  const found = (said.triangles as { stored: number }).stored + leftOut(warnings);
  const claims = { triangles: same('triangles', found, triangles) };
  if (!isPlain(document) || leftOut(warnings) > 0) return claims;
  const corners = placed
    .filter(({ primitive }) => trianglesOf(document, primitive) > 0)
    .flatMap(({ primitive, matrix }) => cornersOf(document, buffers, primitive).map((corner) => moved(matrix, corner)));
  const box: NonNullable<Said['bounds']> = boxOf(corners);
  return { ...claims, box: sameBox(said.bounds, box, 4 * tolerance(box)) };
};

function open(path: string): { document: Document; buffers: Buffer[] } {
  const data = readFileSync(path);
  const isBinary = data.toString('latin1', 0, 4) === 'glTF';
  const jsonEnd = isBinary ? 20 + data.readUInt32LE(12) : data.length;
  const document: Document = JSON.parse(data.toString('utf8', isBinary ? 20 : 0, jsonEnd).replace(/^\ufeff/, ''));
  const buffers = (document.buffers ?? []).map(({ uri }) => {
    if (uri === undefined) return data.subarray(jsonEnd + 8);
    if (uri.startsWith('data:')) return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
    return readFileSync(join(dirname(path), decodeURIComponent(uri)));
  });
  return { document, buffers };
}

/** Whether vertices are where their accessors and the nodes above say. */
const isPlain = ({ skins, extensionsUsed = [], meshes = [], accessors = [] }: Document): boolean =>
  !skins?.length &&
  !extensionsUsed.some((name) => MOVING.test(name)) &&
  !meshes.some(({ primitives }) => primitives.some(({ targets }) => targets)) &&
  !accessors.some(({ sparse }) => sparse);

function placedPrimitives(document: Document): { primitive: Primitive; matrix: Matrix }[] {
  const { nodes = [], meshes = [], scenes, scene = 0 } = document;
  const roots =
    scenes?.[scene]?.nodes ?? nodes.map((_, k) => k).filter((k) => !nodes.some((n) => n.children?.includes(k)));
  const below = (k: number, above: Matrix): { primitive: Primitive; matrix: Matrix }[] => {
    const matrix = times(above, localOf(nodes[k]));
    const own = nodes[k].mesh === undefined ? [] : meshes[nodes[k].mesh].primitives;
    return [
      ...own.map((primitive) => ({ primitive, matrix })),
      ...(nodes[k].children ?? []).flatMap((child) => below(child, matrix)),
    ];
  };
  return roots.flatMap((k) => below(k, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
}

/** The matrix of a node, column by column. */
function localOf({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }: Node): Matrix {
  if (matrix) return matrix;
  const length = Math.hypot(...rotation);
  const [x, y, z, w] = rotation.map((value) => value / length);
  const [a, b, c] = scale;
  return [
    ...[(1 - 2 * (y * y + z * z)) * a, 2 * (x * y + z * w) * a, 2 * (x * z - y * w) * a, 0],
    ...[2 * (x * y - z * w) * b, (1 - 2 * (x * x + z * z)) * b, 2 * (y * z + x * w) * b, 0],
    ...[2 * (x * z + y * w) * c, 2 * (y * z - x * w) * c, (1 - 2 * (x * x + y * y)) * c, 0],
    ...[...translation, 1],
  ];
}

const times = (a: Matrix, b: Matrix): Matrix =>
  b.map((_, k) => [0, 1, 2, 3].reduce((sum, i) => sum + a[(k % 4) + 4 * i] * b[i + 4 * Math.floor(k / 4)], 0));

const moved = (m: Matrix, [x, y, z]: readonly number[]): number[] =>
  [0, 1, 2].map((k) => m[k] * x + m[k + 4] * y + m[k + 8] * z + m[k + 12]);

function trianglesOf({ accessors = [] }: Document, { attributes, indices, mode = 4 }: Primitive): number {
  const accessor = indices ?? attributes.POSITION;
  const count = accessor === undefined || attributes.POSITION === undefined ? 0 : accessors[accessor].count;
  if (mode === 4) return Math.floor(count / 3);
  return mode === 5 || mode === 6 ? Math.max(0, count - 2) : 0;
}

/** The vertices that a primitive's faces use. */
function cornersOf(document: Document, buffers: readonly Buffer[], { attributes, indices }: Primitive): number[][] {
  const positions = numbersOf(document, buffers, attributes.POSITION as number, 3);
  if (indices === undefined) return positions;
  return numbersOf(document, buffers, indices, 1).map(([k]) => positions[k]);
}

function numbersOf(
  { accessors = [], bufferViews = [] }: Document,
  buffers: readonly Buffer[],
  k: number,
  axes: number,
) {
  const { bufferView, byteOffset = 0, count, componentType } = accessors[k];
  if (bufferView === undefined) return Array.from({ length: count }, () => new Array(axes).fill(0));
  const { buffer, byteOffset: from = 0, byteStride } = bufferViews[bufferView];
  const data = buffers[buffer];
  const [bytes, read] = {
    5121: [1, (at: number) => data.readUInt8(at)] as const,
    5123: [2, (at: number) => data.readUInt16LE(at)] as const,
    5125: [4, (at: number) => data.readUInt32LE(at)] as const,
    5126: [4, (at: number) => data.readFloatLE(at)] as const,
  }[componentType] as readonly [number, (at: number) => number];
  const stride = byteStride ?? bytes * axes;
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: axes }, (_, axis) => read(from + byteOffset + i * stride + axis * bytes)),
  );
}
