import { type Affine, transformBox, transformPoint } from '../base/affine.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { type Box3, emptyBox, growBox, isEmptyBox, joinBox, type Vec3 } from '../base/vec3.js';
import type { Mesh } from './model.js';
import { boxOfMedium } from './voxel-medium.js';

/** Vertices that are moved at most: some seconds. Further turned copies count by their turned boxes. */
const MOVES_MAX = 2e8;
/** Copies turned about one axis from which on the outline about it is worth its time. */
const OUTLINED = 4;
/** Rounds of loops over corners between two yields: some milliseconds. */
const CORNERS_A_STEP = 100_000;

/**
 * Grows a world box by copies of a mesh, whose frame the transforms lead to the world: by the vertices that triangles
 * use, since a distant unused vertex must not move the box, or by the box of a medium or of all shapes. The time is
 * linear in vertices: of copies that are turned about one axis of the mesh, such as upright ones, only an outline is
 * turned, which is kept with the mesh, and only copies that reach beyond the box by their turned boxes are looked at.
 * Copies that are turned otherwise are exact up to 200 million vertices together, and then larger than necessary.
 */
export function* growByCopies(box: Box3, mesh: Mesh, transforms: readonly Affine[]): Steps<void> {
  const own = yield* ownBox(mesh);
  if (isEmptyBox(own)) return;
  const isBox = mesh.medium !== undefined || mesh.shapes !== undefined;
  const turned: Affine[] = [];
  for (const [k, transform] of transforms.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    if (isBox || keepsBoxes(transform)) joinBox(box, transformBox(transform, own));
    else turned.push(transform);
  }
  const copies = new TurnedCopies(mesh, own, turned.length);
  for (const transform of yield* farthestFirst(turned, own)) {
    const around = transformBox(transform, own);
    if (isWithin(around, box)) continue;
    if (copies.moves > MOVES_MAX) joinBox(box, around);
    else yield* copies.grow(box, transform);
  }
}

/** The transforms, first those whose turned boxes reach farthest to each side: they keep most others within the box. */
function* farthestFirst(transforms: readonly Affine[], own: Box3): Steps<Iterable<Affine>> {
  const reaches = new Array<number>(6).fill(-Infinity);
  const farthest = new Array<number>(6).fill(0);
  for (const [k, transform] of transforms.entries()) {
    if (k % ROUNDS_A_STEP === 0) yield;
    const { min, max } = transformBox(transform, own);
    for (const [side, reach] of [...max, ...min.map((value) => -value)].entries())
      if (reach > reaches[side]) [reaches[side], farthest[side]] = [reach, k];
  }
  return [...new Set(transforms.length > 0 ? farthest : [])].map((k) => transforms[k]).concat(transforms);
}

/** Facts of meshes that are asked for again: with the parts, and with the whole scene. */
const boxes = new WeakMap<Mesh, Box3>();
const outlines = new WeakMap<Mesh, Map<number, Float64Array>>();

/**
 * The box of the vertices that triangles of a mesh use, in all its shapes, or of its medium, in its own frame; kept
 * with the mesh.
 */
export function* ownBox(mesh: Mesh): Steps<Box3> {
  const known = boxes.get(mesh);
  if (known) return known;
  const { indices, origin, medium } = mesh;
  const box = medium ? boxOfMedium(medium) : emptyBox();
  for (const positions of medium ? [] : (mesh.shapes?.keys ?? [mesh.positions]))
    for (let i = 0; i < indices.length; i++) {
      if (i % CORNERS_A_STEP === CORNERS_A_STEP - 1) yield;
      const p = 3 * indices[i];
      growBox(box, positions[p] + origin[0], positions[p + 1] + origin[1], positions[p + 2] + origin[2]);
    }
  boxes.set(mesh, box);
  return box;
}

/** Turns vertices or outlines of a mesh. */
class TurnedCopies {
  /** Vertices that were moved. */
  moves = 0;
  private readonly mesh: Mesh;
  private readonly own: Box3;
  private readonly isOutlined: boolean;
  private vertices: Uint32Array | undefined;

  constructor(mesh: Mesh, own: Box3, copies: number) {
    this.mesh = mesh;
    this.own = own;
    this.isOutlined = copies > OUTLINED;
  }

  *grow(box: Box3, transform: Affine): Steps<void> {
    const axis = this.isOutlined ? keptAxis(transform) : undefined;
    if (axis === undefined) return yield* this.growByVertices(box, transform);
    const outline = yield* this.outlineAbout(axis);
    this.moves += outline.length / 2;
    const { min, max } = this.own;
    // What lies along the axis moves along one axis of the world, whatever lies beside it.
    for (let k = 0; k < outline.length; k += 2)
      growBox(box, ...transformPoint(transform, placeAbout(axis, outline[k], outline[k + 1], min[axis])));
    growBox(box, ...transformPoint(transform, placeAbout(axis, outline[0], outline[1], max[axis])));
  }

  private *growByVertices(box: Box3, transform: Affine): Steps<void> {
    const { positions, origin } = this.mesh;
    const vertices = this.used();
    this.moves += vertices.length;
    for (const [k, v] of vertices.entries()) {
      if (k % CORNERS_A_STEP === CORNERS_A_STEP - 1) yield;
      const p = 3 * v;
      const place: Vec3 = [positions[p] + origin[0], positions[p + 1] + origin[1], positions[p + 2] + origin[2]];
      growBox(box, ...transformPoint(transform, place));
    }
  }

  /** The vertices that triangles use, each once. */
  private used(): Uint32Array {
    if (this.vertices) return this.vertices;
    const { positions, indices } = this.mesh;
    const isUsed = new Uint8Array(positions.length / 3);
    for (const index of indices) isUsed[index] = 1;
    this.vertices = Uint32Array.from(isUsed.keys()).filter((v) => isUsed[v] === 1);
    return this.vertices;
  }

  /** The convex outline of the mesh seen along an axis: its corners, two coordinates each. */
  private *outlineAbout(axis: number): Steps<Float64Array> {
    const ofMesh = outlines.get(this.mesh) ?? new Map<number, Float64Array>();
    outlines.set(this.mesh, ofMesh);
    const known = ofMesh.get(axis);
    if (known) return known;
    const { positions, origin } = this.mesh;
    const [u, v] = BESIDE[axis];
    const vertices = this.used();
    const seen = new Float64Array(2 * vertices.length);
    for (let k = 0; k < vertices.length; k++) {
      if (k % CORNERS_A_STEP === CORNERS_A_STEP - 1) yield;
      seen[2 * k] = positions[3 * vertices[k] + u] + origin[u];
      seen[2 * k + 1] = positions[3 * vertices[k] + v] + origin[v];
    }
    yield;
    const outline = convexOutline(seen);
    ofMesh.set(axis, outline);
    return outline;
  }
}

/** The other two axes. */
const BESIDE: readonly (readonly [number, number])[] = [
  [1, 2],
  [2, 0],
  [0, 1],
];

function placeAbout(axis: number, u: number, v: number, along: number): Vec3 {
  if (axis === 0) return [along, u, v];
  return axis === 1 ? [v, along, u] : [u, v, along];
}

/** The axis of the mesh that alone moves one axis of the world, and moves no other; undefined: none does. */
function keptAxis(m: Affine): number | undefined {
  const isAlone = (column: number): boolean => {
    const rows = [0, 4, 8].filter((row) => m[row + column] !== 0);
    return rows.length === 1 && [0, 1, 2].every((other) => other === column || m[rows[0] + other] === 0);
  };
  return [0, 1, 2].find(isAlone);
}

/** Directions whose farthest points enclose most others. */
const DIRECTIONS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)]);

/** The corners of the convex outline of points, counter-clockwise (Andrew 1979, Inf. Process. Lett. 9, 216). */
function convexOutline(points: Float64Array): Float64Array {
  const kept = beyondOctagon(points).sort(
    (a, b) => points[2 * a] - points[2 * b] || points[2 * a + 1] - points[2 * b + 1],
  );
  const side = (a: number, b: number, c: number) =>
    (points[2 * b] - points[2 * a]) * (points[2 * c + 1] - points[2 * a + 1]) -
    (points[2 * b + 1] - points[2 * a + 1]) * (points[2 * c] - points[2 * a]);
  const chain = (order: Iterable<number>): number[] => {
    const corners: number[] = [];
    for (const k of order) {
      while (corners.length > 1 && side(corners[corners.length - 2], corners[corners.length - 1], k) <= 0)
        corners.pop();
      corners.push(k);
    }
    return corners;
  };
  const corners = [...chain(kept), ...chain(kept.slice().reverse())];
  return Float64Array.from(corners.flatMap((k) => [points[2 * k], points[2 * k + 1]]));
}

/** The numbers of the points outside of the octagon of those that lie farthest to each side, and of its corners. */
function beyondOctagon(points: Float64Array): Uint32Array {
  const count = points.length / 2;
  const corners = DIRECTIONS.map(([x, y]) => {
    let [best, most] = [0, -Infinity];
    for (let k = 0; k < count; k++) {
      const reach = x * points[2 * k] + y * points[2 * k + 1];
      if (reach > most) [best, most] = [k, reach];
    }
    return best;
  });
  const edges = corners.map((a, k) => {
    const b = corners[(k + 1) % corners.length];
    const [x, y] = [points[2 * a], points[2 * a + 1]];
    return { x, y, dx: points[2 * b] - x, dy: points[2 * b + 1] - y };
  });
  const sides = edges.filter(({ dx, dy }) => dx !== 0 || dy !== 0);
  const isInside = (x: number, y: number) => sides.every((s) => s.dx * (y - s.y) - s.dy * (x - s.x) > 0);
  const kept: number[] = [];
  for (let k = 0; k < count; k++) if (sides.length < 3 || !isInside(points[2 * k], points[2 * k + 1])) kept.push(k);
  return Uint32Array.from(kept);
}

/** Whether the image of a box is a box: each row of the matrix has one number besides zeros. */
const keepsBoxes = (m: Affine): boolean =>
  [0, 4, 8].every((row) => [m[row], m[row + 1], m[row + 2]].filter((value) => value !== 0).length <= 1);

const isWithin = ({ min, max }: Box3, box: Box3): boolean =>
  min.every((least, axis) => least >= box.min[axis]) && max.every((most, axis) => most <= box.max[axis]);
