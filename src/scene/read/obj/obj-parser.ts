import { UserError } from '../../../base/errors.js';
import type { Mesh } from '../../model.js';
import { COORDINATE_LIMIT, chooseOrigin } from '../coordinates.js';
import { NumberScanner } from '../number-scanner.js';
import { PolygonCutter } from '../polygon.js';
import { lineOf, type WholeLines } from '../whole-lines.js';
import type { ObjCounts } from './count-obj.js';
import { ObjGroups } from './obj-groups.js';

const NEWLINE = 10;
const BLANK = 32;
const COMMENT = 35;
const LETTER_V = 118;
const LETTER_F = 102;
const SLASH = 47;
/** So many groups have numbers that fit 16 bits. */
const UINT16_GROUPS = 0xffff;
/** Names are cut here; the rest of a longer line is passed over. */
const MAX_NAME_BYTES = 4096;
/** Characters of a faulty line that a message shows. */
const MAX_QUOTE = 60;

/** What an OBJ file says besides the mesh. */
export interface ObjContent {
  mesh: Mesh;
  /** Material names in order of their first face; `MeshGroup.material` counts these. */
  materials: string[];
  /** `mtllib` lines as they are written, without the keyword. */
  libraries: string[];
  /** Faces with less than three corners. */
  skippedFaces: number;
}

/**
 * Reads the lines of an OBJ file into a mesh of known size: the second of two passes.
 * Faces may refer to vertices that come later. Colours after a vertex, normals and texture coordinates are passed over.
 */
export class ObjParser {
  private readonly file: string;
  private readonly counts: ObjCounts;
  private readonly positions: Float32Array;
  private readonly indices: Uint32Array;
  private readonly triangleGroup: Uint16Array | Uint32Array;
  private readonly numbers = new NumberScanner();
  private readonly cutter: PolygonCutter;
  private readonly groups = new ObjGroups();
  private readonly libraries: string[] = [];
  private origin: [number, number, number] = [0, 0, 0];
  private vertexCount = 0;
  private indexCount = 0;
  /** Triangles before this have their group written down; those from here on are of `openGroup`. */
  private groupedTriangles = 0;
  private openGroup = 0;
  private skippedFaces = 0;
  private lines: WholeLines = { bytes: new Uint8Array(0), end: 0, linesBefore: 0, lineCount: 0 };

  constructor(file: string, counts: ObjCounts) {
    this.file = file;
    this.counts = counts;
    this.positions = new Float32Array(3 * counts.vertices);
    this.indices = new Uint32Array(3 * counts.triangles);
    const GroupArray = counts.switches < UINT16_GROUPS ? Uint16Array : Uint32Array;
    this.triangleGroup = new GroupArray(counts.triangles);
    this.cutter = new PolygonCutter(this.positions);
  }

  /** Reads some whole lines. Throws UserError with the line for what is no vertex or face. */
  push(lines: WholeLines): void {
    this.lines = lines;
    const { bytes, end } = lines;
    let newlines = 0;
    let at = 0;
    while (at < end) {
      let c = bytes[at];
      while (c <= BLANK && c !== NEWLINE) c = bytes[++at];
      if (c === LETTER_V) {
        if (bytes[at + 1] <= BLANK) at = this.readVertex(bytes, at + 1);
      } else if (c === LETTER_F) {
        if (bytes[at + 1] <= BLANK) at = this.readFace(bytes, at + 1);
      } else if (c > COMMENT) this.readKeyword(bytes, at);
      while (bytes[at] !== NEWLINE) at++;
      newlines++;
      at++;
    }
    lines.lineCount = newlines;
  }

  /** The mesh; nothing may be pushed after it. Throws UserError where the file is not the one that was counted. */
  finish(): ObjContent {
    this.closeGroup();
    if (this.vertexCount !== this.counts.vertices || this.indexCount !== 3 * this.counts.triangles)
      throw new UserError('the file changed while it was read', { place: { file: this.file } });
    const mesh: Mesh = {
      name: '',
      origin: this.origin,
      positions: this.positions,
      indices: this.indices,
      triangleGroup: this.triangleGroup,
      groups: this.groups.groups,
    };
    const { materials } = this.groups;
    return { mesh, materials, libraries: this.libraries, skippedFaces: this.skippedFaces };
  }

  private readVertex(bytes: Uint8Array, at: number): number {
    const { numbers, positions } = this;
    const start = at;
    const x = numbers.decimal(bytes, at);
    const y = numbers.decimal(bytes, numbers.at);
    const z = numbers.decimal(bytes, numbers.at);
    if (!(Math.abs(x) <= COORDINATE_LIMIT && Math.abs(y) <= COORDINATE_LIMIT && Math.abs(z) <= COORDINATE_LIMIT))
      throw this.badLine(start, 'v', 'three finite numbers');
    if (this.vertexCount === 0) this.origin = chooseOrigin(x, y, z);
    const origin = this.origin;
    const p = 3 * this.vertexCount++;
    positions[p] = x - origin[0];
    positions[p + 1] = y - origin[1];
    positions[p + 2] = z - origin[2];
    return numbers.at;
  }

  /** Reads `a`, `a/b`, `a//c` or `a/b/c` for each corner; only the vertex counts. */
  private readFace(bytes: Uint8Array, at: number): number {
    const { numbers, cutter } = this;
    const start = at;
    let count = 0;
    for (;;) {
      let c = bytes[at];
      while (c <= BLANK && c !== NEWLINE) c = bytes[++at];
      if (c === NEWLINE) break;
      const index = numbers.integer(bytes, at);
      const vertex = index < 0 ? this.vertexCount + index : index - 1;
      if (!(vertex >= 0 && vertex < this.counts.vertices)) throw this.badIndex(start, index);
      at = numbers.at;
      c = bytes[at];
      if (c > BLANK && c !== SLASH) throw this.badLine(start, 'f', 'vertex numbers');
      while (c > BLANK) c = bytes[++at];
      cutter.grow(count);
      cutter.corners[count++] = vertex;
    }
    if (count < 3) this.skippedFaces++;
    else this.addPolygon(count);
    return at;
  }

  private addPolygon(count: number): void {
    // A new group begins with its first face, so that names without faces leave no trace.
    const group = this.groups.current();
    if (group !== this.openGroup) {
      this.closeGroup();
      this.openGroup = group;
    }
    this.indexCount = this.cutter.cut(count, this.indices, this.indexCount);
  }

  private closeGroup(): void {
    const triangles = this.indexCount / 3;
    this.triangleGroup.fill(this.openGroup, this.groupedTriangles, triangles);
    this.groupedTriangles = triangles;
  }

  private readKeyword(bytes: Uint8Array, at: number): void {
    const line = this.textOf(bytes, at);
    const keyword = /^(?:o|g|usemtl|mtllib)(?=\s|$)/.exec(line)?.[0];
    if (!keyword) return;
    const rest = line.slice(keyword.length).trim();
    if (keyword === 'o') this.groups.setObject(rest);
    else if (keyword === 'g') this.groups.setGroup(rest);
    else if (keyword === 'usemtl') this.groups.setMaterial(rest);
    else if (rest) this.libraries.push(rest);
  }

  private textOf(bytes: Uint8Array, at: number): string {
    const end = Math.min(bytes.indexOf(NEWLINE, at), at + MAX_NAME_BYTES);
    return new TextDecoder().decode(bytes.subarray(at, end));
  }

  private badLine(at: number, keyword: string, wanted: string): UserError {
    const found = this.textOf(this.lines.bytes, at).trim();
    return this.errorAt(at, `found «${keyword} ${found.slice(0, MAX_QUOTE)}»; a line «${keyword}» takes ${wanted}`);
  }

  private badIndex(at: number, index: number): UserError {
    if (Number.isNaN(index)) return this.badLine(at, 'f', 'vertex numbers');
    const { vertices } = this.counts;
    const behind = index < 0 ? ` (${this.vertexCount} come before this line)` : '';
    return this.errorAt(at, `a face refers to vertex ${index}; the file has vertices 1 to ${vertices}${behind}`);
  }

  private errorAt(at: number, message: string): UserError {
    return new UserError(message, { place: { file: this.file, line: lineOf(this.lines, at) } });
  }
}
