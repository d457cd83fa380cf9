import { UserError } from '../../../base/errors.js';
import { NumberScanner } from '../../../base/number-scanner.js';
import type { Vec3 } from '../../../base/vec3.js';
import type { Mesh } from '../../model.js';
import { COORDINATE_LIMIT, chooseOrigin } from '../coordinates.js';
import { PolygonCutter } from '../polygon.js';
import { lineAt, lineText, type WholeLines } from '../whole-lines.js';
import { CornerVertices } from './corner-vertices.js';
import type { ObjCounts } from './count-obj.js';
import { ObjGroups, type ObjMaterial } from './obj-groups.js';

const NEWLINE = 10;
const BLANK = 32;
const COMMENT = 35;
const LETTER_V = 118;
const LETTER_F = 102;
const LETTER_T = 116;
const SLASH = 47;
/** Largest number of groups that fits 16 bits. */
const UINT16_GROUPS = 0xffff;
/** Names are truncated to this length; the rest of a longer line is ignored. */
const MAX_NAME_BYTES = 4096;
/** Maximum number of characters of a faulty line in a message. */
const MAX_QUOTE = 60;

/** The content of an OBJ file besides the mesh. */
export interface ObjContent {
  mesh: Mesh;
  /** Materials in order of their first face; `MeshGroup.material` counts these. */
  materials: ObjMaterial[];
  /** Number of faces with fewer than three corners. */
  skippedFaces: number;
  /** Number of faces of textured materials without texture coordinates. */
  bareFaces: number;
}

/**
 * Reads the lines of an OBJ file into a mesh of known size: the second of two passes. Faces may refer to later
 * vertices. Colours after a vertex and normals are ignored, and so are texture coordinates, except those of faces with
 * a textured material; v is reversed, so that it points down.
 */
export class ObjParser {
  private readonly file: string;
  private readonly counts: ObjCounts;
  private readonly positions: Float32Array;
  private readonly indices: Uint32Array;
  private readonly triangleGroup: Uint16Array | Uint32Array;
  private readonly numbers = new NumberScanner();
  private readonly cutter: PolygonCutter;
  private readonly groups: ObjGroups;
  /** Texture coordinates; absent if no material has a texture. */
  private readonly textured: { corners: CornerVertices; coordinates: Float32Array } | undefined;
  private origin: Vec3 | undefined;
  private vertexCount = 0;
  private uvCount = 0;
  private indexCount = 0;
  /** Number of triangles whose group is stored; later ones belong to `openGroup`. */
  private groupedTriangles = 0;
  private openGroup = 0;
  private skippedFaces = 0;
  private bareFaces = 0;
  private lines: WholeLines = { bytes: new Uint8Array(0), end: 0, linesBefore: 0, lineCount: 0 };

  /** `textured`: names of the materials with textures; `origin`: the mesh's; absent: near the first vertex. */
  constructor(file: string, counts: ObjCounts, textured: ReadonlySet<string>, origin?: Vec3) {
    this.file = file;
    this.origin = origin;
    this.counts = counts;
    this.positions = new Float32Array(3 * counts.vertices);
    this.indices = new Uint32Array(3 * counts.triangles);
    // A group may have triangles with texture coordinates and without.
    const GroupArray = 2 * counts.switches < UINT16_GROUPS ? Uint16Array : Uint32Array;
    this.triangleGroup = new GroupArray(counts.triangles);
    this.cutter = new PolygonCutter(this.positions);
    this.groups = new ObjGroups(textured);
    if (textured.size === 0 || counts.uvs === 0) return;
    this.textured = { corners: new CornerVertices(counts.vertices), coordinates: new Float32Array(2 * counts.uvs) };
    this.cutter.written = new Uint32Array(this.cutter.corners.length);
  }

  /** Reads some whole lines. Throws UserError with the line for an invalid vertex or face. */
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
        else if (bytes[at + 1] === LETTER_T && bytes[at + 2] <= BLANK) this.readUv(bytes, at + 2);
      } else if (c === LETTER_F) {
        if (bytes[at + 1] <= BLANK) at = this.readFace(bytes, at + 1);
      } else if (c > COMMENT) this.readKeyword(bytes, at);
      while (bytes[at] !== NEWLINE) at++;
      newlines++;
      at++;
    }
    lines.lineCount = newlines;
  }

  /** The mesh; nothing may be pushed after it. Throws UserError if the file differs from the counted one. */
  finish(): ObjContent {
    this.closeGroup();
    const { vertices, uvs, triangles } = this.counts;
    const isSame = this.vertexCount === vertices && this.indexCount === 3 * triangles;
    if (!isSame || (this.textured && this.uvCount !== uvs))
      throw new UserError('the file changed while it was read', { place: { file: this.file } });
    const { materials, groups } = this.groups;
    const split = materials.some(({ textured }) => textured) ? this.textured : undefined;
    const marked = groups.map((group) =>
      materials[group.material].textured ? group : { ...group, bare: true as const },
    );
    const mesh: Mesh = {
      name: '',
      origin: this.origin ?? [0, 0, 0],
      positions: split?.corners.copies(this.positions, 3) ?? this.positions,
      indices: this.indices,
      ...(split && { uvs: split.corners.uvs(split.coordinates) }),
      triangleGroup: this.triangleGroup,
      groups: split ? marked : groups,
    };
    return { mesh, materials, skippedFaces: this.skippedFaces, bareFaces: this.bareFaces };
  }

  private readVertex(bytes: Uint8Array, at: number): number {
    const { numbers, positions } = this;
    const start = at;
    const x = numbers.decimal(bytes, at);
    const y = numbers.decimal(bytes, numbers.at);
    const z = numbers.decimal(bytes, numbers.at);
    if (!(Math.abs(x) <= COORDINATE_LIMIT && Math.abs(y) <= COORDINATE_LIMIT && Math.abs(z) <= COORDINATE_LIMIT))
      throw this.badLine(start, 'v', 'three finite numbers');
    this.origin ??= chooseOrigin(x, y, z);
    const origin = this.origin;
    const p = 3 * this.vertexCount++;
    positions[p] = x - origin[0];
    positions[p + 1] = y - origin[1];
    positions[p + 2] = z - origin[2];
    return numbers.at;
  }

  /**
   * OBJ has v = 0 at the bottom of the image. Missing values and values that are not finite become 0: some programs
   * write "nan".
   */
  private readUv(bytes: Uint8Array, at: number): void {
    const { numbers, textured } = this;
    if (!textured) return;
    const u = Math.fround(numbers.decimal(bytes, at));
    const v = Math.fround(1 - (numbers.decimal(bytes, numbers.at) || 0));
    textured.coordinates[2 * this.uvCount] = Number.isFinite(u) ? u : 0;
    textured.coordinates[2 * this.uvCount + 1] = Number.isFinite(v) ? v : 1;
    this.uvCount++;
  }

  /** Reads `a`, `a/b`, `a//c` or `a/b/c` for each corner: the vertex, and the texture coordinate if it matters. */
  private readFace(bytes: Uint8Array, at: number): number {
    const { numbers, cutter } = this;
    const isTextured = this.textured !== undefined && this.groups.isTextured();
    const start = at;
    let count = 0;
    let uvs = 0;
    for (;;) {
      let c = bytes[at];
      while (c <= BLANK && c !== NEWLINE) c = bytes[++at];
      if (c === NEWLINE || c === COMMENT) break;
      const index = numbers.integer(bytes, at);
      const vertex = index < 0 ? this.vertexCount + index : index - 1;
      if (!(vertex >= 0 && vertex < this.counts.vertices)) throw this.badIndex(start, index);
      at = numbers.at;
      c = bytes[at];
      if (c > BLANK && c !== SLASH) throw this.badLine(start, 'f', 'vertex numbers');
      cutter.grow(count);
      if (isTextured && c === SLASH && bytes[at + 1] !== SLASH && bytes[at + 1] > BLANK) {
        cutter.written[count] = this.uvIndex(bytes, at + 1, start);
        uvs++;
      }
      while (c > BLANK) c = bytes[++at];
      cutter.corners[count++] = vertex;
    }
    if (count < 3) this.skippedFaces++;
    else this.addPolygon(count, isTextured && uvs === count);
    return at;
  }

  private uvIndex(bytes: Uint8Array, at: number, line: number): number {
    const index = this.numbers.integer(bytes, at);
    const uv = index < 0 ? this.uvCount + index : index - 1;
    if (uv >= 0 && uv < this.counts.uvs) return uv;
    if (Number.isNaN(index)) throw this.badLine(line, 'f', 'vertex numbers');
    throw this.errorAt(
      line,
      `a face refers to texture coordinate ${index}; the file has texture coordinates 1 to ${this.counts.uvs}`,
    );
  }

  private addPolygon(count: number, hasUvs: boolean): void {
    // A new group begins with its first face, so that names without faces leave no trace.
    const group = this.groups.current(hasUvs);
    if (group !== this.openGroup) {
      this.closeGroup();
      this.openGroup = group;
    }
    if (this.textured) this.splitVertices(this.textured.corners, count, hasUvs);
    if (!hasUvs && this.groups.isTextured()) this.bareFaces++;
    this.indexCount = this.cutter.cut(count, this.indices, this.indexCount);
  }

  /** Replaces texture coordinates by the vertices of the corners. */
  private splitVertices(vertices: CornerVertices, count: number, hasUvs: boolean): void {
    const { corners, written } = this.cutter;
    for (let i = 0; i < count; i++) written[i] = hasUvs ? vertices.vertexFor(corners[i], written[i]) : corners[i];
  }

  private closeGroup(): void {
    const triangles = this.indexCount / 3;
    this.triangleGroup.fill(this.openGroup, this.groupedTriangles, triangles);
    this.groupedTriangles = triangles;
  }

  private readKeyword(bytes: Uint8Array, at: number): void {
    const line = lineText(bytes, at, MAX_NAME_BYTES);
    const keyword = /^(?:o|g|usemtl)(?=\s|$)/.exec(line)?.[0];
    if (!keyword) return;
    const rest = line.slice(keyword.length).trim();
    if (keyword === 'o') this.groups.setObject(rest);
    else if (keyword === 'g') this.groups.setGroup(rest);
    else this.groups.setMaterial(rest);
  }

  private badLine(at: number, keyword: string, wanted: string): UserError {
    const found = lineText(this.lines.bytes, at, MAX_NAME_BYTES).trim();
    return this.errorAt(at, `found "${keyword} ${found.slice(0, MAX_QUOTE)}"; a line "${keyword}" takes ${wanted}`);
  }

  private badIndex(at: number, index: number): UserError {
    if (Number.isNaN(index)) return this.badLine(at, 'f', 'vertex numbers');
    const { vertices } = this.counts;
    const behind = index < 0 ? ` (${this.vertexCount} come before this line)` : '';
    return this.errorAt(at, `a face refers to vertex ${index}; the file has vertices 1 to ${vertices}${behind}`);
  }

  private errorAt(at: number, message: string): UserError {
    return new UserError(message, { place: { file: this.file, line: lineAt(this.lines, at) } });
  }
}
