import { IDENTITY } from '../../../base/affine.js';
import type { Log } from '../../../base/log.js';
import type { Vec3 } from '../../../base/vec3.js';
import { quoteText } from '../../../base/yaml/faults.js';
import {
  PLY_BYTES,
  type PlyElement,
  type PlyHeader,
  type PlyProperty,
  parsePlyHeader,
} from '../../../io/tables/ply-header.js';
import { plainMaterial } from '../../materials/plain-material.js';
import type { Mesh, Model } from '../../model.js';
import { aroundOrigin } from '../around-origin.js';
import { COORDINATE_LIMIT, chooseOrigin } from '../coordinates.js';
import { fileFault } from '../file-fault.js';
import { finishModel } from '../finish-mesh.js';
import { PolygonCutter } from '../polygon.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { openPlyValues, type PlyValues } from './ply-values.js';

/** Names that programs use for the list of a face's corners. */
const CORNER_LISTS = ['vertex_indices', 'vertex_index'];

/**
 * The model of a PLY file, text or binary: one mesh with one group. Throws UserError, with the line if the file is
 * text. The stock `@loaders.gl/ply` was tried and rejected: it silently drops faces with more than four corners, rounds
 * f64 coordinates to f32 without an origin, decodes binary files as one string, allocates one object per element, and
 * loops forever on a header that counts elements without properties.
 */
export async function readPly(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  const { file, log } = options;
  const header = parsePlyHeader(bytes, file);
  const content = await aroundOrigin((origin) => readMesh(header, openPlyValues(bytes, header, file), file, origin));
  const { mesh } = content;
  report(content, file, log);
  const model = {
    meshes: [mesh],
    materials: [plainMaterial('default')],
    instances: [{ mesh: 0, name: '', transform: IDENTITY }],
  };
  return finishModel(model, file, options);
}

/** What was left out of a file. */
interface Omitted {
  /** Rows of a text with more numbers than declared. */
  longRows: number;
  /** Faces with fewer than three corners. */
  skippedFaces: number;
  /** Bytes behind the last row. */
  bytesBehind: number;
}

function report({ longRows, skippedFaces, bytesBehind }: Omitted, file: string, log: Log): void {
  if (longRows > 0)
    log.warn(`${file}: ${longRows} rows have more numbers than the header declares: the surplus was left out`);
  if (skippedFaces > 0) log.warn(`${file}: ${skippedFaces} faces have fewer than three corners and were left out`);
  if (bytesBehind > 0)
    log.warn(`${file}: ${bytesBehind} bytes behind the last row that the header counts were left out`);
}

type Content = Omitted & { mesh: Mesh };

function readMesh(header: PlyHeader, values: PlyValues, file: string, origin?: Vec3): Content {
  const omitted: Omitted = { longRows: 0, skippedFaces: 0, bytesBehind: 0 };
  let vertices: Vertices | undefined;
  let indices = new Uint32Array(0);
  for (const element of header.elements) {
    checkCount(element, header.format === 'ascii', values);
    if (element.name === 'vertex') vertices = readVertices(element, values, omitted, origin);
    else if (element.name === 'face' || element.name === 'tristrips') {
      if (!vertices) throw fileFault(file, 'the faces come before the vertices');
      const read = element.name === 'face' ? readFaces : readStrips;
      indices = joined(indices, read(element, values, vertices.positions, omitted));
    } else skipElement(element, values, omitted);
  }
  if (!vertices) throw fileFault(file, 'the header names no element "vertex"');
  omitted.bytesBehind = values.remaining();
  const mesh = {
    name: '',
    ...vertices,
    indices,
    triangleGroup: new Uint16Array(indices.length / 3),
    groups: [{ object: '', group: '', material: 0 }],
  };
  return { mesh, ...omitted };
}

/** A file has faces or strips; only an odd one has both. */
function joined(first: Uint32Array<ArrayBuffer>, second: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (first.length === 0) return second;
  const both = new Uint32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

interface Vertices {
  origin: Vec3;
  positions: Float32Array;
}

/** Refuses counts for which the rest of the file is too short, before anything is allocated. */
function checkCount({ name, count, properties }: PlyElement, isText: boolean, values: PlyValues): void {
  // A list may be empty, with only its count. In text, every number takes a digit and a blank.
  const size = (p: PlyProperty) => (isText ? 2 : PLY_BYTES[p.countType ?? p.type]);
  const smallest = properties.reduce((sum, property) => sum + size(property), 0);
  // The last number of a text may lack its blank.
  if (count * smallest > values.remaining() + 1)
    throw values.fault(
      `the header counts ${count} of ${quoteText(name)}, which take ${count * smallest} bytes at least; ${values.remaining()} are left`,
    );
}

function readVertices({ count, properties }: PlyElement, values: PlyValues, omitted: Omitted, around?: Vec3): Vertices {
  const axes = properties.map(({ name, countType }) => (countType ? -1 : ['x', 'y', 'z'].indexOf(name)));
  if (![0, 1, 2].every((axis) => axes.includes(axis))) throw values.fault('the vertices have no properties x, y and z');
  const positions = new Float32Array(3 * count);
  const vertex = [0, 0, 0];
  let origin = around;
  for (let v = 0; v < count; v++) {
    for (let p = 0; p < properties.length; p++)
      if (axes[p] < 0) skipProperty(properties[p], values);
      else vertex[axes[p]] = values.next(properties[p].type);
    const [x, y, z] = vertex;
    if (!(Math.abs(x) <= COORDINATE_LIMIT && Math.abs(y) <= COORDINATE_LIMIT && Math.abs(z) <= COORDINATE_LIMIT))
      throw values.fault(`vertex ${v} is at (${x}, ${y}, ${z}); coordinates must be finite`);
    if (values.endRow()) omitted.longRows++;
    origin ??= chooseOrigin(x, y, z);
    positions[3 * v] = x - origin[0];
    positions[3 * v + 1] = y - origin[1];
    positions[3 * v + 2] = z - origin[2];
  }
  return { origin: origin ?? [0, 0, 0], positions };
}

/** Passes over the faces twice, so that the triangles are counted before they are stored. */
function readFaces(
  element: PlyElement,
  values: PlyValues,
  positions: Float32Array,
  omitted: Omitted,
): Uint32Array<ArrayBuffer> {
  const list = cornerList(element, values);
  const start = values.tell();
  let triangles = 0;
  for (let f = 0; f < element.count; f++) {
    for (let p = 0; p < element.properties.length; p++) {
      const corners = skipProperty(element.properties[p], values);
      if (p !== list) continue;
      triangles += Math.max(0, corners - 2);
      if (corners < 3) omitted.skippedFaces++;
    }
    if (values.endRow()) omitted.longRows++;
  }
  const end = values.tell();

  values.seek(start);
  const indices = new Uint32Array(3 * triangles);
  const cutter = new PolygonCutter(positions);
  let at = 0;
  for (let f = 0; f < element.count; f++) {
    for (let p = 0; p < element.properties.length; p++) {
      if (p !== list) skipProperty(element.properties[p], values);
      else {
        const corners = readCorners(element.properties[p], values, cutter, positions.length / 3);
        if (corners >= 3) at = cutter.cut(corners, indices, at);
      }
    }
    values.endRow();
  }
  values.seek(end);
  return indices;
}

/** Number of the property with the corners of a face or strip. */
function cornerList({ name: element, properties }: PlyElement, values: PlyValues): number {
  const list = properties.findIndex(({ name, countType }) => countType && CORNER_LISTS.includes(name));
  if (list < 0) throw values.fault(`the ${element === 'face' ? 'faces' : 'strips'} have no list "${CORNER_LISTS[0]}"`);
  return list;
}

/** Ends a strip within a list (Stanford 3D Scanning Repository, Zipper and VRIP). */
const STRIP_END = -1;

/** Triangles of strips; every second one of a strip is turned. Passes over them twice, as over faces. */
function readStrips(
  element: PlyElement,
  values: PlyValues,
  { length }: Float32Array,
  omitted: Omitted,
): Uint32Array<ArrayBuffer> {
  const list = cornerList(element, values);
  const start = values.tell();
  const count = passStrips(element, list, values, length / 3, { omitted });
  values.seek(start);
  const indices = new Uint32Array(3 * count);
  passStrips(element, list, values, length / 3, { indices });
  return indices;
}

/** Number of triangles in the strips; writes them, or counts long rows. */
function passStrips(
  { count, properties }: PlyElement,
  list: number,
  values: PlyValues,
  vertices: number,
  { indices, omitted }: { indices?: Uint32Array; omitted?: Omitted },
): number {
  let triangles = 0;
  for (let row = 0; row < count; row++) {
    for (let p = 0; p < properties.length; p++) {
      if (p !== list) {
        skipProperty(properties[p], values);
        continue;
      }
      const { type } = properties[p];
      let [before, last, corners] = [0, 0, 0];
      for (let left = listLength(properties[p], values); left > 0; left--) {
        const vertex = values.next(type);
        if (vertex === STRIP_END) {
          corners = 0;
          continue;
        }
        checkVertex(vertex, vertices, values);
        if (++corners > 2) {
          const isTurned = corners % 2 === 0;
          indices?.set(isTurned ? [last, before, vertex] : [before, last, vertex], 3 * triangles);
          triangles++;
        }
        [before, last] = [last, vertex];
      }
    }
    if (values.endRow() && omitted) omitted.longRows++;
  }
  return triangles;
}

function readCorners(
  { type, countType }: PlyProperty,
  values: PlyValues,
  cutter: PolygonCutter,
  vertices: number,
): number {
  const count = values.next(countType ?? type);
  for (let i = 0; i < count; i++) {
    const vertex = values.next(type);
    checkVertex(vertex, vertices, values);
    cutter.grow(i);
    cutter.corners[i] = vertex;
  }
  return count;
}

function checkVertex(vertex: number, vertices: number, values: PlyValues): void {
  if (!(vertex >= 0 && vertex < vertices && Number.isInteger(vertex)))
    throw values.fault(`a face refers to vertex ${vertex}; the file has vertices 0 to ${vertices - 1}`);
}

function skipElement({ count, properties }: PlyElement, values: PlyValues, omitted: Omitted): void {
  for (let i = 0; i < count; i++) {
    for (const property of properties) skipProperty(property, values);
    if (values.endRow()) omitted.longRows++;
  }
}

/** Skips one property; returns the number of entries in its list, or 1 if it is not a list. */
function skipProperty(property: PlyProperty, values: PlyValues): number {
  const count = listLength(property, values);
  values.skip(property.type, count);
  return count;
}

/** Number of entries of a property that follow. Throws UserError for more than the file can hold. */
function listLength({ countType }: PlyProperty, values: PlyValues): number {
  const count = countType ? values.next(countType) : 1;
  if (!(count >= 0 && count <= values.remaining() && Number.isInteger(count)))
    throw values.fault(`a list of ${count} entries; ${values.remaining()} bytes are left`);
  return count;
}
