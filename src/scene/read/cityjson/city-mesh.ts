import type { Mesh, MeshGroup } from '../../model.js';
import { chooseOrigin } from '../coordinates.js';
import { triangulateSurface } from './triangulate-surface.js';

/** Counts of omissions from the meshes of a file. */
export interface CityTally {
  shortSurfaces: number;
  largeSurfaces: number;
  tangledSurfaces: number;
  doubtfulSurfaces: number;
}

/** Cutting takes more than linear time; this number of corners takes seconds. */
const CORNERS_MAX = 30_000;

/** Collects the triangles of surfaces over one list of vertices. */
export class CityMesh {
  private readonly vertices: Float64Array;
  private readonly tally: CityTally;
  private readonly groups: MeshGroup[] = [];
  private readonly known = new Map<string, number>();
  private indices = new Uint32Array(3 * 1024);
  private groupOfTriangle = new Uint32Array(1024);
  private triangles = 0;

  /** `vertices`: x, y, z of each, in the frame of the file. */
  constructor(vertices: Float64Array, tally: CityTally) {
    this.vertices = vertices;
    this.tally = tally;
  }

  /** The group with these names. */
  group(group: MeshGroup): number {
    const key = JSON.stringify([group.object, group.group, group.material]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const index = this.groups.push(group) - 1;
    this.known.set(key, index);
    return index;
  }

  /** Adds a polygon; `firstVertex` is added to the indices of its rings. */
  add(rings: readonly (readonly number[])[], firstVertex: number, group: number): void {
    const [outer, ...holes] = rings;
    if (outer === undefined || outer.length < 3) {
      this.tally.shortSurfaces++;
      return;
    }
    const whole = [outer, ...holes.filter(({ length }) => length >= 3)];
    const ring = whole.flat();
    if (ring.length > CORNERS_MAX) {
      this.tally.largeSurfaces++;
      return;
    }
    const { corners, isDoubtful, isTangled } = triangulateSurface(
      this.cornersOf(ring, firstVertex),
      whole.map(({ length }) => length),
    );
    if (isTangled) this.tally.tangledSurfaces++;
    if (isDoubtful) this.tally.doubtfulSurfaces++;
    this.grow(corners.length / 3);
    for (const [k, corner] of corners.entries()) this.indices[3 * this.triangles + k] = firstVertex + ring[corner];
    this.groupOfTriangle.fill(group, this.triangles, this.triangles + corners.length / 3);
    this.triangles += corners.length / 3;
  }

  get triangleCount(): number {
    return this.triangles;
  }

  /**
   * The mesh, with all vertices or the used ones; its origin is near the middle of the triangles for the best precision
   * in f32.
   */
  finish(name: string, kept: 'all' | 'used' = 'all'): Mesh {
    const { triangles } = this;
    const all = { vertices: this.vertices, indices: this.indices.slice(0, 3 * triangles) };
    const { vertices, indices } = kept === 'all' ? all : usedOf(all);
    const origin = originOf({ vertices, indices });
    const positions = new Float32Array(vertices.length);
    for (let p = 0; p < vertices.length; p++) positions[p] = vertices[p] - origin[p % 3];
    return {
      name,
      origin,
      positions,
      indices,
      triangleGroup: this.groupOfTriangle.slice(0, triangles),
      groups: this.groups,
    };
  }

  private cornersOf(ring: readonly number[], firstVertex: number): Float64Array {
    const corners = new Float64Array(3 * ring.length);
    for (const [k, vertex] of ring.entries()) {
      const at = 3 * (firstVertex + vertex);
      corners.set(this.vertices.subarray(at, at + 3), 3 * k);
    }
    return corners;
  }

  private grow(more: number): void {
    const needed = this.triangles + more;
    if (needed <= this.groupOfTriangle.length) return;
    const count = Math.max(needed, 2 * this.groupOfTriangle.length);
    const indices = new Uint32Array(3 * count);
    indices.set(this.indices.subarray(0, 3 * this.triangles));
    const groups = new Uint32Array(count);
    groups.set(this.groupOfTriangle.subarray(0, this.triangles));
    [this.indices, this.groupOfTriangle] = [indices, groups];
  }
}

/** The corners of triangles: numbers in a list of vertices. */
interface Corners {
  vertices: Float64Array;
  indices: Uint32Array;
}

/** The same triangles over the vertices that they use, in the order of first use. */
function usedOf({ vertices, indices }: Corners): Corners {
  const numbers = new Map<number, number>();
  const renumbered = indices.map((vertex) => {
    const number = numbers.get(vertex) ?? numbers.size;
    numbers.set(vertex, number);
    return number;
  });
  const used = new Float64Array(3 * numbers.size);
  for (const [vertex, number] of numbers) used.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * number);
  return { vertices: used, indices: renumbered };
}

function originOf({ vertices, indices }: Corners): [number, number, number] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const index of indices)
    for (let axis = 0; axis < 3; axis++) {
      const value = vertices[3 * index + axis];
      min[axis] = Math.min(min[axis], value);
      max[axis] = Math.max(max[axis], value);
    }
  if (indices.length === 0) return [0, 0, 0];
  return chooseOrigin((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2);
}
