import { IDENTITY } from '../../../base/affine.js';
import { textOfEither, textStart } from '../../../base/files/text-start.js';
import { latin1 } from '../../../base/latin1.js';
import type { Vec3 } from '../../../base/vec3.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { plainMaterial } from '../../materials/plain-material.js';
import type { Mesh, MeshGroup, Model } from '../../model.js';
import { aroundOrigin } from '../around-origin.js';
import { COORDINATE_LIMIT, chooseOrigin } from '../coordinates.js';
import { fileFault } from '../file-fault.js';
import { finishModel } from '../finish-mesh.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { TextCursor } from '../text-cursor.js';

/** Binary STL: 80 arbitrary bytes, a count, then 50 bytes per triangle: normal, three corners, two bytes of colour. */
const HEADER_BYTES = 80;
const TRIANGLES_AT = HEADER_BYTES + 4;
const TRIANGLE_BYTES = 50;
const CORNERS_AT = 12;
/** The beginning of an ASCII file with a facet; binary files may begin with "solid", too. */
const ASCII_START = /^\s*solid\b[^\0]*?\b(facet|endsolid)\b/i;
const ASCII_HEAD_BYTES = 2048;
/** `vertex 0 0 0` and a line break: the shortest corner in an ASCII file. */
const ASCII_CORNER_BYTES = 12;

/**
 * The model of an STL file, binary or text: a mesh of unshared corners. Throws UserError for a file that is truncated
 * or of another kind.
 */
export async function readStl(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  const head = latin1(bytes.subarray(textStart(bytes, options.file), ASCII_HEAD_BYTES));
  const read = ASCII_START.test(head) ? readAscii : readBinary;
  const { mesh, name } = await aroundOrigin((origin) => read(bytes, options, origin));
  const model = {
    meshes: [mesh],
    materials: [plainMaterial('default')],
    instances: [{ mesh: 0, name, transform: IDENTITY }],
  };
  return finishModel(model, options.file, options);
}

interface StlContent {
  mesh: Mesh;
  name: string;
}

function readBinary(bytes: Uint8Array, { file, log }: ReadModelOptions, origin?: Vec3): StlContent {
  if (bytes.length < TRIANGLES_AT)
    throw fileFault(file, `has ${bytes.length} bytes; a binary STL file has at least ${TRIANGLES_AT}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(HEADER_BYTES, true);
  const room = Math.floor((bytes.length - TRIANGLES_AT) / TRIANGLE_BYTES);
  if (count > room)
    throw fileFault(
      file,
      `the header counts ${count} triangles, the file has room for ${room}: it is cut off or no STL file`,
    );
  if (origin === undefined && bytes.length > TRIANGLES_AT + count * TRIANGLE_BYTES)
    log.warn(`${file}: bytes after the last of ${count} triangles were left out`);

  const corners = new Corners(count, origin);
  for (let t = 0; t < count; t++)
    for (let corner = 0; corner < 3; corner++) {
      const at = TRIANGLES_AT + t * TRIANGLE_BYTES + CORNERS_AT + 12 * corner;
      const [x, y, z] = [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
      if (!corners.add(x, y, z))
        throw fileFault(file, `triangle ${t} has a corner (${x}, ${y}, ${z}); coordinates must be finite`);
    }
  return { mesh: corners.mesh([{ object: '', group: '', material: 0 }], [count]), name: '' };
}

/** Several solids may follow each other; each becomes an object. */
function readAscii(bytes: Uint8Array, { file }: ReadModelOptions, origin?: Vec3): StlContent {
  const cursor = new TextCursor(bytes, file);
  const corners = new Corners(Math.ceil(bytes.length / ASCII_CORNER_BYTES / 3), origin);
  const groups: MeshGroup[] = [];
  const ends: number[] = [];
  let open = false;
  while (cursor.skipBlanks()) {
    const word = cursor.word();
    if (word === 'solid') {
      const object = nameBefore(cursor, /(^|\s)facet(\s|$)/i);
      ends.push(corners.count / 3);
      groups.push({ object, group: '', material: 0 });
      open = true;
    } else if (word === 'vertex') addCorner(cursor, corners);
    else if (word === 'endsolid') {
      nameBefore(cursor, /(^|\s)solid(\s|$)/i);
      open = false;
    } else if (word === 'endfacet' && corners.count % 3 !== 0)
      throw cursor.fault('a facet has other than three corners');
    else if (!ASCII_WORDS.has(word)) throw cursor.fault(`found ${quoteText(word)}; this is not STL text`);
    else if (word === 'normal') skipNormal(cursor);
  }
  if (open) throw cursor.fault('the file ends before "endsolid": it is cut off');
  return { mesh: corners.mesh(groups, [...ends.slice(1), corners.count / 3]), name: '' };
}

/** Characters of a name, and more; a file may be one line. */
const NAME_BYTES = 4096;
const NEWLINE = 10;

/** The rest of the line, up to a `keyword` if it has one: line breaks are usual in STL, but not needed. */
function nameBefore(cursor: TextCursor, keyword: RegExp): string {
  const { at, bytes } = cursor;
  const line = latin1(bytes.subarray(at, Math.min(at + NAME_BYTES, bytes.length)));
  const end = line.search(keyword);
  const newline = bytes[at] === NEWLINE ? 0 : line.indexOf('\n');
  if (end < 0 || (newline >= 0 && newline < end)) return cursor.restOfLine();
  cursor.at = at + end;
  return textOfEither(bytes.subarray(at, cursor.at)).trim();
}

const BLANK = 32;

/** Passes over the three words of a normal, whatever they are. */
function skipNormal(cursor: TextCursor): void {
  const { bytes } = cursor;
  for (let k = 0; k < 3; k++) {
    while (bytes[cursor.at] <= BLANK && bytes[cursor.at] !== NEWLINE) cursor.at++;
    while (bytes[cursor.at] > BLANK) cursor.at++;
  }
}

const ASCII_WORDS = new Set(['facet', 'normal', 'outer', 'loop', 'endloop', 'endfacet']);

function addCorner(cursor: TextCursor, corners: Corners): void {
  const x = cursor.number('a coordinate');
  const y = cursor.number('a coordinate');
  const z = cursor.number('a coordinate');
  if (!corners.add(x, y, z)) throw cursor.fault(`a corner at (${x}, ${y}, ${z}); coordinates must be finite`);
}

/** Corners of triangles, in threes, in arrays for `triangles` of them. */
class Corners {
  count = 0;
  private readonly positions: Float32Array;
  private origin: Vec3 | undefined;

  /** `origin`: the mesh's; absent: near the first corner. */
  constructor(triangles: number, origin?: Vec3) {
    this.origin = origin;
    this.positions = new Float32Array(9 * triangles);
  }

  /** Returns false for coordinates that are not finite. */
  add(x: number, y: number, z: number): boolean {
    if (!(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= COORDINATE_LIMIT)) return false;
    this.origin ??= chooseOrigin(x, y, z);
    const at = 3 * this.count++;
    this.positions[at] = x - this.origin[0];
    this.positions[at + 1] = y - this.origin[1];
    this.positions[at + 2] = z - this.origin[2];
    return true;
  }

  /** The mesh; group g ends before triangle ends[g]. */
  mesh(groups: MeshGroup[], ends: number[]): Mesh {
    const triangles = Math.floor(this.count / 3);
    const triangleGroup = new (groups.length <= 0xffff ? Uint16Array : Uint32Array)(triangles);
    const indices = new Uint32Array(3 * triangles);
    for (let i = 0; i < indices.length; i++) indices[i] = i;
    for (let g = 1; g < groups.length; g++) triangleGroup.fill(g, ends[g - 1], ends[g]);
    return {
      name: '',
      origin: this.origin ?? [0, 0, 0],
      positions: this.positions.length === 9 * triangles ? this.positions : this.positions.slice(0, 9 * triangles),
      indices,
      triangleGroup,
      groups,
    };
  }
}
