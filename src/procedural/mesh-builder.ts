import type { Affine } from '../base/affine.js';
import { compose, IDENTITY } from '../base/affine.js';
import type { Mesh, MeshGroup } from '../scene/model.js';
import { type MaterialName, materialIndex } from './palette.js';

/** Triangles with a smaller squared double area (m⁴) have no usable normal in f32 and are left out. */
const MIN_DOUBLE_AREA_SQUARED = 1e-18;
const INITIAL_TRIANGLES = 256;

/** Collects triangles in growing typed arrays; counterclockwise as seen from outside. */
export class MeshBuilder {
  readonly name: string;
  vertexCount = 0;
  triangleCount = 0;
  private positions = new Float32Array(INITIAL_TRIANGLES * 6);
  private indices = new Uint32Array(INITIAL_TRIANGLES * 3);
  private triangleGroup = new Uint16Array(INITIAL_TRIANGLES);
  private readonly groups: MeshGroup[] = [];
  private readonly groupIndex = new Map<string, number>();
  private currentGroup = 0;
  /** Names of the current group. */
  private last: { object?: string; group?: string; material?: MaterialName } = {};
  private frame: Affine = IDENTITY;
  /** A copy of the frame's numbers in one kind of array, which keeps `vertex` fast. */
  private readonly matrix = new Float64Array(IDENTITY);
  private objectName: string;

  /** `name` is that of the mesh and, until `object` is called, of its object. */
  constructor(name: string) {
    this.name = name;
    this.objectName = name;
  }

  /** Assigns the following parts to this object. */
  object(name: string): this {
    this.objectName = name;
    return this;
  }

  /** Assigns the following triangles to this group of the object, and to this material. */
  part(group: string, material: MaterialName): this {
    const object = this.objectName;
    const { last } = this;
    if (last.object === object && last.group === group && last.material === material) return this;
    this.last = { object, group, material };
    const key = `${object}\n${group}\n${material}`;
    let index = this.groupIndex.get(key);
    if (index === undefined) {
      index = this.groups.push({ object, group, material: materialIndex(material) }) - 1;
      this.groupIndex.set(key, index);
    }
    this.currentGroup = index;
    return this;
  }

  /** Runs `draw` with all coordinates in `frame`, which must not mirror; frames nest. */
  within(frame: Affine, draw: () => void): void {
    const outer = this.frame;
    this.enter(compose(outer, frame));
    draw();
    this.enter(outer);
  }

  /** Adds a vertex in the current frame and returns its index. */
  vertex(x: number, y: number, z: number): number {
    const at = this.vertexCount * 3;
    if (at === this.positions.length) this.positions = grown(this.positions, Float32Array);
    const { positions, matrix: m } = this;
    positions[at] = m[0] * x + m[1] * y + m[2] * z + m[3];
    positions[at + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
    positions[at + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
    return this.vertexCount++;
  }

  /** Adds the triangle of three vertices unless it is degenerate. */
  triangle(a: number, b: number, c: number): void {
    if (this.isDegenerate(a * 3, b * 3, c * 3)) return;
    const at = this.triangleCount * 3;
    if (at === this.indices.length) {
      this.indices = grown(this.indices, Uint32Array);
      this.triangleGroup = grown(this.triangleGroup, Uint16Array);
    }
    this.indices[at] = a;
    this.indices[at + 1] = b;
    this.indices[at + 2] = c;
    this.triangleGroup[this.triangleCount++] = this.currentGroup;
  }

  /** Adds the quadrilateral a b c d as two triangles that share the diagonal from a to c. */
  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** The mesh so far, in new arrays; materials index `MATERIAL_NAMES`. */
  build(): Mesh {
    return {
      name: this.name,
      origin: [0, 0, 0],
      positions: this.positions.slice(0, this.vertexCount * 3),
      indices: this.indices.slice(0, this.triangleCount * 3),
      triangleGroup: this.triangleGroup.slice(0, this.triangleCount),
      groups: this.groups.map((group) => ({ ...group })),
    };
  }

  private enter(frame: Affine): void {
    this.frame = frame;
    this.matrix.set(frame);
  }

  private isDegenerate(a: number, b: number, c: number): boolean {
    const p = this.positions;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    return !(nx * nx + ny * ny + nz * nz > MIN_DOUBLE_AREA_SQUARED);
  }
}

/** A copy of `array` with twice the room. */
function grown<T extends Float32Array | Uint32Array | Uint16Array>(array: T, type: new (length: number) => T): T {
  const larger = new type(array.length * 2);
  larger.set(array);
  return larger;
}
