import { ROUNDS_A_STEP, type Steps } from '../../../base/steps.js';
import type { Vec3 } from '../../../base/vec3.js';
import type { Mesh } from '../../model.js';
import { chooseOrigin } from '../coordinates.js';
import { cellOfKey, type VoxelGrid } from './voxel-grid.js';

/** A box by two opposite corners. */
export interface Cube {
  min: Vec3;
  max: Vec3;
}

/** Options of cubes besides their places. */
interface CubeChoice {
  /** Normals of the cubes, as in a mesh; absent: those of their faces. */
  normals?: Uint32Array;
  /** Number of groups that cubes belong to in turn; absent: 1. */
  groups?: number;
}

/** Number of each side of a cube: twice the axis, plus one on the upper side. */
const SIDES = 6;

/**
 * The cubes of the cells of a grid, without the faces between two of them, which no ray can meet from outside. Faces of
 * neighbours share their corners exactly, so that no ray passes between them.
 */
export function* gridFaces(grid: VoxelGrid, choice: CubeChoice = {}): Steps<Mesh> {
  const { min, size, counts, keys } = grid;
  const hidden = yield* hiddenSides(grid);
  let faces = 0;
  for (const sides of hidden) faces += SIDES - BITS[sides];
  const writer = new FaceWriter(faces, keys.length > 0 ? cornerOf(grid, cellOfKey(counts, keys[0])) : min, choice);
  for (let n = 0; n < keys.length; n++) {
    if (n % ROUNDS_A_STEP === 0) yield;
    const [i, j, k] = cellOfKey(counts, keys[n]);
    writer.add(n, { min: cornerOf(grid, [i, j, k]), max: cornerOf(grid, [i + 1, j + 1, k + 1]) }, hidden[n]);
  }
  return writer.mesh();

  function cornerOf({ min: [x, y, z] }: VoxelGrid, [i, j, k]: Vec3): Vec3 {
    return [x + i * size[0], y + j * size[1], z + k * size[2]];
  }
}

/** `count` whole cubes, with all their faces. */
export function* cubeFaces(count: number, cubeAt: (n: number) => Cube, choice: CubeChoice = {}): Steps<Mesh> {
  const writer = new FaceWriter(SIDES * count, count > 0 ? cubeAt(0).min : [0, 0, 0], choice);
  for (let n = 0; n < count; n++) {
    if (n % ROUNDS_A_STEP === 0) yield;
    writer.add(n, cubeAt(n), 0);
  }
  return writer.mesh();
}

/** A box about its middle. */
export function cubeAbout([x, y, z]: Vec3, edges: Vec3): Cube {
  const [a, b, c] = [edges[0] / 2, edges[1] / 2, edges[2] / 2];
  return { min: [x - a, y - b, z - c], max: [x + a, y + b, z + c] };
}

/** Number of bits of each set of sides. */
const BITS = Uint8Array.from({ length: 1 << SIDES }, (_, sides) => sides.toString(2).replaceAll('0', '').length);

/** For each cell, a bit for each side with a neighbour. */
function* hiddenSides({ counts: [nx, ny, nz], counts, keys }: VoxelGrid): Steps<Uint8Array> {
  const hidden = new Uint8Array(keys.length);
  const steps = [ny * nz, nz, 1];
  const last = [nx - 1, ny - 1, nz - 1];
  for (const [axis, step] of steps.entries()) {
    // Keys ascend, and so do those of the neighbours: both indices only move forwards.
    let next = 0;
    for (let n = 0; n < keys.length; n++) {
      if (n % ROUNDS_A_STEP === 0) yield;
      if (cellOfKey(counts, keys[n])[axis] === last[axis]) continue;
      while (keys[next] < keys[n] + step) next++;
      if (keys[next] !== keys[n] + step) continue;
      hidden[n] |= 1 << (2 * axis + 1);
      hidden[next] |= 1 << (2 * axis);
    }
  }
  return hidden;
}

const CORNERS = 4;
const FACE_INDICES = [0, 1, 2, 0, 2, 3];

/** Writes faces of boxes, each of two triangles that are counter-clockwise as seen from outside. */
class FaceWriter {
  private readonly origin: Vec3;
  private readonly positions: Float32Array;
  private readonly indices: Uint32Array;
  private readonly normals?: Uint32Array;
  private readonly triangleGroup: Uint16Array;
  private readonly choice: CubeChoice;
  private faces = 0;

  /** `near`: a place near the boxes. */
  constructor(faces: number, [x, y, z]: Vec3, choice: CubeChoice) {
    this.choice = choice;
    this.origin = chooseOrigin(x, y, z);
    this.positions = new Float32Array(3 * CORNERS * faces);
    this.indices = new Uint32Array(FACE_INDICES.length * faces);
    this.triangleGroup = new Uint16Array(2 * faces);
    if (choice.normals) this.normals = new Uint32Array(2 * faces);
  }

  /** Adds the faces of box `n` whose bit in `hidden` is not set. */
  add(n: number, { min, max }: Cube, hidden: number): void {
    const { normals, groups = 1 } = this.choice;
    const first = 2 * this.faces;
    for (let side = 0; side < SIDES; side++) if ((hidden & (1 << side)) === 0) this.face(side, min, max);
    if (normals) this.normals?.fill(normals[n], first, 2 * this.faces);
    this.triangleGroup.fill(n % groups, first, 2 * this.faces);
  }

  mesh(): Mesh {
    const { origin, positions, indices, normals, triangleGroup, choice } = this;
    return {
      name: '',
      origin,
      positions,
      indices,
      ...(normals && { normals }),
      triangleGroup,
      groups: Array.from({ length: choice.groups ?? 1 }, () => ({ object: '', group: '', material: 0 })),
    };
  }

  private face(side: number, min: Vec3, max: Vec3): void {
    const { origin, positions, indices } = this;
    const axis = side >> 1;
    const isUpper = (side & 1) === 1;
    const [right, up] = [(axis + 1) % 3, (axis + 2) % 3];
    const vertex = CORNERS * this.faces;
    for (let corner = 0; corner < CORNERS; corner++) {
      const at = 3 * (vertex + corner);
      // Seen from outside, the lower side has the opposite orientation.
      const turned = isUpper ? corner : CORNERS - 1 - corner;
      const isRight = turned === 1 || turned === 2;
      positions[at + axis] = (isUpper ? max : min)[axis] - origin[axis];
      positions[at + right] = (isRight ? max : min)[right] - origin[right];
      positions[at + up] = (turned >= 2 ? max : min)[up] - origin[up];
    }
    for (const [k, corner] of FACE_INDICES.entries()) indices[FACE_INDICES.length * this.faces + k] = vertex + corner;
    this.faces++;
  }
}
