import { TURN } from '../base/angle.js';
import type { Vec3 } from '../base/vec3.js';
import { cross, dot, normalize, scale, subtract } from '../base/vec3.js';
import type { MeshBuilder } from './mesh-builder.js';

/** Faces of a box to draw; all except those set to false. */
export interface BoxFaces {
  bottom?: boolean;
  top?: boolean;
  /** The face towards +y. */
  back?: boolean;
}

/** A closed axis-parallel box from `min` to `max`; 12 triangles. */
export function box(builder: MeshBuilder, min: Vec3, max: Vec3, faces: BoxFaces = {}): void {
  const v: number[] = [];
  for (let corner = 0; corner < 8; corner++)
    v.push(builder.vertex(corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]));
  builder.quad(v[0], v[1], v[5], v[4]);
  if (faces.back !== false) builder.quad(v[3], v[2], v[6], v[7]);
  builder.quad(v[2], v[0], v[4], v[6]);
  builder.quad(v[1], v[3], v[7], v[5]);
  if (faces.bottom !== false) builder.quad(v[2], v[3], v[1], v[0]);
  if (faces.top !== false) builder.quad(v[4], v[5], v[7], v[6]);
}

/** A box given by the centre of its floor and its sizes along x, y, z. */
export function block(builder: MeshBuilder, floor: Vec3, size: Vec3, faces: BoxFaces = {}): void {
  const [x, y, z] = floor;
  const [sx, sy, sz] = size;
  box(builder, [x - sx / 2, y - sy / 2, z], [x + sx / 2, y + sy / 2, z + sz], faces);
}

/** Four corners, counterclockwise as seen from the visible side. */
export function face(builder: MeshBuilder, a: Vec3, b: Vec3, c: Vec3, d: Vec3): void {
  builder.quad(builder.vertex(...a), builder.vertex(...b), builder.vertex(...c), builder.vertex(...d));
}

/** Shape of the ends of a tube. */
export interface TubeEnds {
  start?: 'open' | 'flat';
  /** `point`: the last ring shrinks to the last path point. */
  end?: 'open' | 'flat' | 'point';
}

/**
 * A tube around a path of at least two points, with `radii[i]` at point i and `sides` ≥ 3. Rings are moved along the
 * path without twist (parallel transport). Open unless `ends` closes it.
 */
export function tube(
  builder: MeshBuilder,
  path: readonly Vec3[],
  radii: readonly number[],
  sides: number,
  ends: TubeEnds = {},
): void {
  const last = path.length - 1;
  let along = normalize(subtract(path[1], path[0]));
  let across = anyNormalTo(along);
  let previous = -1;
  for (let i = 0; i <= last; i++) {
    along = normalize(subtract(path[Math.min(i + 1, last)], path[Math.max(i - 1, 0)]));
    across = normalize(subtract(across, scale(along, dot(across, along))));
    if (i === last && ends.end === 'point') {
      closeFan(builder, previous, sides, path[last], false);
      return;
    }
    const start = ring(builder, path[i], across, cross(along, across), radii[i], sides);
    if (i === 0 && ends.start === 'flat') closeFan(builder, start, sides, path[0], true);
    if (previous >= 0) joinRings(builder, previous, start, sides);
    previous = start;
  }
  if (ends.end === 'flat') closeFan(builder, previous, sides, path[last], false);
}

/** A unit vector at right angles to the unit vector `d`. */
export function anyNormalTo(d: Vec3): Vec3 {
  return normalize(Math.abs(d[2]) < 0.9 ? cross(d, [0, 0, 1]) : cross(d, [1, 0, 0]));
}

function ring(builder: MeshBuilder, at: Vec3, u: Vec3, v: Vec3, radius: number, sides: number): number {
  const first = builder.vertexCount;
  for (let k = 0; k < sides; k++) {
    const c = Math.cos((TURN * k) / sides) * radius;
    const s = Math.sin((TURN * k) / sides) * radius;
    builder.vertex(at[0] + u[0] * c + v[0] * s, at[1] + u[1] * c + v[1] * s, at[2] + u[2] * c + v[2] * s);
  }
  return first;
}

function joinRings(builder: MeshBuilder, low: number, high: number, sides: number): void {
  for (let k = 0; k < sides; k++) {
    const next = (k + 1) % sides;
    builder.quad(low + k, low + next, high + next, high + k);
  }
}

function closeFan(builder: MeshBuilder, start: number, sides: number, centre: Vec3, reversed: boolean): void {
  const middle = builder.vertex(...centre);
  for (let k = 0; k < sides; k++) {
    const next = (k + 1) % sides;
    if (reversed) builder.triangle(middle, start + next, start + k);
    else builder.triangle(middle, start + k, start + next);
  }
}

/** An upright closed cylinder or cone frustum on `floor`. */
export function post(
  builder: MeshBuilder,
  floor: Vec3,
  height: number,
  radius: number,
  sides: number,
  topRadius: number = radius,
): void {
  tube(builder, [floor, [floor[0], floor[1], floor[2] + height]], [radius, topRadius], sides, {
    start: 'flat',
    end: 'flat',
  });
}

/** A straight closed bar of round section between two points. */
export function bar(builder: MeshBuilder, from: Vec3, to: Vec3, radius: number, sides: number): void {
  tube(builder, [from, to], [radius, radius], sides, { start: 'flat', end: 'flat' });
}

/**
 * An upright solid of revolution about the z axis through (x, y): `profile` is [radius, z] from
 * below; closed at both ends.
 */
export function lathe(
  builder: MeshBuilder,
  x: number,
  y: number,
  profile: readonly (readonly [number, number])[],
  sides: number,
): void {
  let previous = -1;
  profile.forEach(([radius, z], i) => {
    const start = ring(builder, [x, y, z], [1, 0, 0], [0, 1, 0], radius, sides);
    if (i === 0) closeFan(builder, start, sides, [x, y, z], true);
    else joinRings(builder, previous, start, sides);
    previous = start;
  });
  closeFan(builder, previous, sides, [x, y, profile[profile.length - 1][1]], false);
}

/**
 * A grid of (columns + 1) × (rows + 1) vertices from `position(column, row)`, seen from the side on which columns run
 * right and rows run up; `beforeCell` is called before each cell's two triangles.
 */
export function grid(
  builder: MeshBuilder,
  columns: number,
  rows: number,
  position: (column: number, row: number) => Vec3,
  beforeCell?: (column: number, row: number) => void,
): void {
  const first = builder.vertexCount;
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [x, y, z] = position(column, row);
      builder.vertex(x, y, z);
    }
  const stride = columns + 1;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      beforeCell?.(column, row);
      const a = first + row * stride + column;
      builder.quad(a, a + 1, a + 1 + stride, a + stride);
    }
}

/**
 * A ball of `rings` bands and `sides` segments with half-axes `radii`; `swell(x, y, z)` scales the distance from the
 * centre for a point of the unit sphere. 2 · sides · (rings − 1) triangles.
 */
export function ball(
  builder: MeshBuilder,
  centre: Vec3,
  radii: Vec3,
  rings: number,
  sides: number,
  swell: (x: number, y: number, z: number) => number = () => 1,
): void {
  const point = (x: number, y: number, z: number) => {
    const s = swell(x, y, z);
    return builder.vertex(centre[0] + radii[0] * x * s, centre[1] + radii[1] * y * s, centre[2] + radii[2] * z * s);
  };
  const south = point(0, 0, -1);
  const first = builder.vertexCount;
  for (let i = 1; i < rings; i++) {
    const z = -Math.cos((Math.PI * i) / rings);
    const r = Math.sqrt(1 - z * z);
    for (let k = 0; k < sides; k++) {
      const angle = (TURN * k) / sides;
      point(r * Math.cos(angle), r * Math.sin(angle), z);
    }
  }
  const north = point(0, 0, 1);
  for (let i = 0; i < rings - 2; i++) joinRings(builder, first + i * sides, first + (i + 1) * sides, sides);
  for (let k = 0; k < sides; k++) {
    const next = (k + 1) % sides;
    const top = first + (rings - 2) * sides;
    builder.triangle(south, first + next, first + k);
    builder.triangle(north, top + k, top + next);
  }
}
