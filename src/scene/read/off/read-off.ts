import { IDENTITY } from '../../../base/affine.js';
import type { Vec3 } from '../../../base/vec3.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { plainMaterial } from '../../materials/plain-material.js';
import type { Mesh, Model } from '../../model.js';
import { aroundOrigin } from '../around-origin.js';
import { COORDINATE_LIMIT, chooseOrigin } from '../coordinates.js';
import { fileFault } from '../file-fault.js';
import { finishModel } from '../finish-mesh.js';
import { PolygonCutter } from '../polygon.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { OffText } from './off-text.js';

/** `OFF`, with ST (texture coordinates), C (colours), N (normals) before it; 4 is a fourth coordinate. */
const KEYWORD = /^(?:ST)?C?N?(4?)OFF$/i;
/** The shortest line of a vertex, and of a face: `0 0 0`, `3 0 1 2`. */
const SHORTEST_VERTEX = 6;
const SHORTEST_FACE = 2;

/**
 * The model of an OFF file as text (Geomview manual, "OFF: vertices and faces"): one mesh, one group. Throws UserError
 * with the line.
 */
export async function readOff(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  const { file, log } = options;
  const text = new OffText(bytes, file);
  readKeyword(text, file);
  const [vertexCount, faceCount] = [text.first('the number of vertices'), text.whole('the number of faces')];
  // The number of edges is only of historical use; some programs write none.
  text.endLine();
  text.checkRoom(vertexCount * SHORTEST_VERTEX + faceCount * SHORTEST_FACE);
  const start = text.at;
  const { mesh, skipped } = await aroundOrigin((origin) => {
    text.at = start;
    return readMesh(text, vertexCount, faceCount, origin);
  });
  if (skipped > 0) log.warn(`${file}: ${skipped} faces have fewer than three corners and were left out`);
  const model = {
    meshes: [mesh],
    materials: [plainMaterial('default')],
    instances: [{ mesh: 0, name: '', transform: IDENTITY }],
  };
  return finishModel(model, file, options);
}

function readMesh(text: OffText, vertices: number, faces: number, around?: Vec3): { mesh: Mesh; skipped: number } {
  const { positions, origin } = readVertices(text, vertices, around);
  const { indices, skipped } = readFaces(text, faces, positions);
  const mesh: Mesh = {
    name: '',
    origin,
    positions,
    indices,
    triangleGroup: new Uint16Array(indices.length / 3),
    groups: [{ object: '', group: '', material: 0 }],
  };
  return { mesh, skipped };
}

/** Reads the keyword of the first line. Its numbers may follow on the same line; without it, numbers come first. */
function readKeyword(text: OffText, file: string): void {
  const word = text.keyword();
  if (word === undefined) return;
  const four = KEYWORD.exec(word)?.[1];
  if (four === undefined) throw text.fault(`found ${quoteText(word)}; an OFF file begins with a line "OFF"`);
  if (four === '4')
    throw fileFault(file, '4OFF has four coordinates a vertex; a scene has three', 'Save it as OFF, PLY or OBJ.');
  if (text.isBinary())
    throw fileFault(
      file,
      'binary OFF is not read',
      'Save it as text, or as PLY (MeshLab, Geomview: off without binary).',
    );
}

function readVertices(text: OffText, count: number, around?: Vec3): Pick<Mesh, 'origin' | 'positions'> {
  const positions = new Float32Array(3 * count);
  let origin = around;
  for (let v = 0; v < count; v++) {
    text.nextLine();
    const [x, y, z] = [text.number('x'), text.number('y'), text.number('z')];
    if (!(Math.abs(x) <= COORDINATE_LIMIT && Math.abs(y) <= COORDINATE_LIMIT && Math.abs(z) <= COORDINATE_LIMIT))
      throw text.fault(`vertex ${v} is at (${x}, ${y}, ${z}); coordinates must be finite`);
    text.endLine();
    origin ??= chooseOrigin(x, y, z);
    positions[3 * v] = x - origin[0];
    positions[3 * v + 1] = y - origin[1];
    positions[3 * v + 2] = z - origin[2];
  }
  return { origin: origin ?? [0, 0, 0], positions };
}

/** Passes over the faces twice, so that the triangles are counted before they are stored. */
function readFaces(
  text: OffText,
  count: number,
  positions: Float32Array,
): { indices: Uint32Array<ArrayBuffer>; skipped: number } {
  const start = text.at;
  let triangles = 0;
  let skipped = 0;
  for (let f = 0; f < count; f++) {
    const corners = text.first('the number of corners');
    // Each corner takes a blank and a digit: nothing is allocated for corners that are not in the file.
    if (2 * corners > text.endLine()) throw text.fault(`the line before has fewer than ${corners} corners`);
    triangles += Math.max(0, corners - 2);
    if (corners < 3) skipped++;
  }

  text.at = start;
  const indices = new Uint32Array(3 * triangles);
  const cutter = new PolygonCutter(positions);
  let at = 0;
  for (let f = 0; f < count; f++) {
    const corners = readCorners(text, cutter, positions.length / 3);
    // Colours may follow.
    text.endLine();
    if (corners >= 3) at = cutter.cut(corners, indices, at);
  }
  return { indices, skipped };
}

function readCorners(text: OffText, cutter: PolygonCutter, vertices: number): number {
  const count = text.first('the number of corners');
  for (let i = 0; i < count; i++) {
    const vertex = text.number('the number of a vertex');
    if (!(vertex >= 0 && vertex < vertices && Number.isInteger(vertex)))
      throw text.fault(`a face refers to vertex ${vertex}; the file has vertices 0 to ${vertices - 1}`);
    cutter.grow(i);
    cutter.corners[i] = vertex;
  }
  return count;
}
