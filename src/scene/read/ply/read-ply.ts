import { IDENTITY } from '../../../base/affine.js';
import type { Log } from '../../../base/log.js';
import type { Vec3 } from '../../../base/vec3.js';
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
export async function readPly(bytes: Uint8Array, { file, log }: ReadModelOptions): Promise<Model> {
  const header = parsePlyHeader(bytes, file);
  const { mesh } = await aroundOrigin((origin) => readMesh(header, openPlyValues(bytes, header, file), file, origin));
  reportStrips(header, mesh, file, log);
  const model = {
    meshes: [mesh],
    materials: [plainMaterial('default')],
    instances: [{ mesh: 0, name: '', transform: IDENTITY }],
  };
  return finishModel(model, file, log);
}

/** Warns that strips of triangles are not read. Throws UserError if there are no faces besides. */
function reportStrips({ elements }: PlyHeader, { indices }: Mesh, file: string, log: Log): void {
  const strips = elements.find(({ name }) => name === 'tristrips');
  if (strips === undefined || strips.count === 0) return;
  const message = 'its strips of triangles (element "tristrips") are not read';
  if (indices.length === 0) throw fileFault(file, message, 'Save it with faces: MeshLab does.');
  log.warn(`${file}: ${message}; only its faces are`);
}

function readMesh(header: PlyHeader, values: PlyValues, file: string, origin?: Vec3): { mesh: Mesh } {
  let vertices: Vertices | undefined;
  let indices = new Uint32Array(0);
  for (const element of header.elements) {
    checkCount(element, header.format === 'ascii', values);
    if (element.name === 'vertex') vertices = readVertices(element, values, origin);
    else if (element.name === 'face') {
      if (!vertices) throw fileFault(file, 'the faces come before the vertices');
      indices = readFaces(element, values, vertices.positions);
    } else skipElement(element, values);
  }
  if (!vertices) throw fileFault(file, 'the header names no element "vertex"');
  const mesh = {
    name: '',
    ...vertices,
    indices,
    triangleGroup: new Uint16Array(indices.length / 3),
    groups: [{ object: '', group: '', material: 0 }],
  };
  return { mesh };
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
      `the header counts ${count} of "${name}", which take ${count * smallest} bytes at least; ${values.remaining()} are left`,
    );
}

function readVertices({ count, properties }: PlyElement, values: PlyValues, around?: Vec3): Vertices {
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
    origin ??= chooseOrigin(x, y, z);
    positions[3 * v] = x - origin[0];
    positions[3 * v + 1] = y - origin[1];
    positions[3 * v + 2] = z - origin[2];
  }
  return { origin: origin ?? [0, 0, 0], positions };
}

/** Passes over the faces twice, so that the triangles are counted before they are stored. */
function readFaces(element: PlyElement, values: PlyValues, positions: Float32Array): Uint32Array<ArrayBuffer> {
  const list = element.properties.findIndex(({ name, countType }) => countType && CORNER_LISTS.includes(name));
  if (list < 0) throw values.fault(`the faces have no list "${CORNER_LISTS[0]}"`);
  const start = values.tell();
  let triangles = 0;
  for (let f = 0; f < element.count; f++)
    for (let p = 0; p < element.properties.length; p++) {
      const corners = skipProperty(element.properties[p], values);
      if (p === list) triangles += Math.max(0, corners - 2);
    }
  const end = values.tell();

  values.seek(start);
  const indices = new Uint32Array(3 * triangles);
  const cutter = new PolygonCutter(positions);
  let at = 0;
  for (let f = 0; f < element.count; f++)
    for (let p = 0; p < element.properties.length; p++) {
      if (p !== list) skipProperty(element.properties[p], values);
      else {
        const corners = readCorners(element.properties[p], values, cutter, positions.length / 3);
        if (corners >= 3) at = cutter.cut(corners, indices, at);
      }
    }
  values.seek(end);
  return indices;
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
    if (!(vertex >= 0 && vertex < vertices && Number.isInteger(vertex)))
      throw values.fault(`a face refers to vertex ${vertex}; the file has vertices 0 to ${vertices - 1}`);
    cutter.grow(i);
    cutter.corners[i] = vertex;
  }
  return count;
}

function skipElement({ count, properties }: PlyElement, values: PlyValues): void {
  for (let i = 0; i < count; i++) for (const property of properties) skipProperty(property, values);
}

/** Skips one property; returns the number of entries in its list, or 1 if it is not a list. */
function skipProperty({ type, countType }: PlyProperty, values: PlyValues): number {
  const count = countType ? values.next(countType) : 1;
  if (!(count >= 0 && count <= values.remaining() && Number.isInteger(count)))
    throw values.fault(`a list of ${count} entries; ${values.remaining()} bytes are left`);
  values.skip(type, count);
  return count;
}
