// The way of a subray through the cells of a medium (Amanatides and Woo 1987, "A Fast Voxel Traversal Algorithm
// for Ray Tracing", Eurographics). The distance of a plane between cells is computed from the plane itself, so
// that errors do not add up.

import { densities } from './addresses.generated';
import { alongRowF32 } from './frames';
import { Medium, NONE, PROJECTIONS } from './records.generated';

/**
 * A ray with fewer cells a metre than this along an axis does not leave its layer of cells; a thinner medium counts as
 * none.
 */
const LEAST: f32 = 1e-20;

/**
 * Start of the ray, in cells; cells per metre along it, and metres per cell; the distances of entry and exit: set by
 * enterCells.
 */
let placeX: f32 = 0, placeY: f32 = 0, placeZ: f32 = 0;
let alongX: f32 = 0, alongY: f32 = 0, alongZ: f32 = 0;
let perX: f32 = 0, perY: f32 = 0, perZ: f32 = 0;
let from: f32 = 0, to: f32 = 0;

/**
 * Whether the ray from (x, y, z) along (dx, dy, dz) is among the cells of a medium before `limit`; if so,
 * takes it for depthReached.
 */
export function enterCells(record: usize, x: f32, y: f32, z: f32, dx: f32, dy: f32, dz: f32, limit: f32): bool {
  from = 0;
  to = limit;
  placeX = alongRowF32(record, x, y, z);
  alongX = linear(record, dx, dy, dz);
  perX = perCell(alongX);
  clip(placeX, perX, load<u32>(record, Medium.countX));
  placeY = alongRowF32(record + 16, x, y, z);
  alongY = linear(record + 16, dx, dy, dz);
  perY = perCell(alongY);
  clip(placeY, perY, load<u32>(record, Medium.countY));
  placeZ = alongRowF32(record + 32, x, y, z);
  alongZ = linear(record + 32, dx, dy, dz);
  perZ = perCell(alongZ);
  clip(placeZ, perZ, load<u32>(record, Medium.countZ));
  return from < to;
}

@inline
function linear(row: usize, x: f32, y: f32, z: f32): f32 {
  return load<f32>(row) * x + load<f32>(row, 4) * y + load<f32>(row, 8) * z;
}

/** Metres a cell along an axis; 0 if the ray stays in its layer. */
@inline
function perCell(along: f32): f32 { return abs<f32>(along) < LEAST ? 0 : 1 / along; }

/** Distance of the middle of the ray's way among the cells that it has entered. */
export function middleOfCells(): f32 { return 0.5 * (from + to); }

/** Narrows `from` and `to` to the ray's way among the cells along an axis. */
@inline
function clip(place: f32, per: f32, count: u32): void {
  const size = <f32>count;
  if (per == 0) {
    if (!(place >= 0 && place < size)) to = -1;
    return;
  }
  const low = -place * per, high = (size - place) * per;
  from = max<f32>(from, min<f32>(low, high));
  to = min<f32>(to, max<f32>(low, high));
}

/**
 * The distance at which the ray has passed the optical depth `depth` in the medium that it has entered; −1 if it leaves
 * before.
 */
export function depthReached(record: usize, depth: f32): f32 {
  const thickness = thicknessOf(record);
  if (!(thickness >= LEAST)) return -1;
  // Of m²/m³ times metres.
  let rest: f32 = depth / thickness;
  beginCells(record);
  while (nextCell()) {
    const passed = density * max<f32>(cellTo - cellFrom, 0);
    if (density > 0 && passed >= rest) return min<f32>(cellFrom + rest / density, cellTo);
    rest -= passed;
  }
  return -1;
}

/** Optical depth a metre of the density 1 along the ray in the medium that it has entered. */
@inline
export function thicknessOf(record: usize): f32 { return load<f32>(record, Medium.perDensity) * projection(record); }

/** The ray's way through a cell, and the density there: set by nextCell. */
export let cellFrom: f32 = 0, cellTo: f32 = 0, density: f32 = 0;

/** The cell in which the ray goes on, the medium's counts of cells and first density; how many cells are left. */
let x: i32 = 0, y: i32 = 0, z: i32 = 0, nx: i32 = 0, ny: i32 = 0, nz: i32 = 0;
let firstCell: usize = 0, left: i32 = 0, at: f32 = 0;

/** Begins before the first cell of the medium that the ray has entered. */
export function beginCells(record: usize): void {
  firstCell = densities + ((<usize>load<u32>(record, Medium.firstDensity)) << 2);
  nx = load<i32>(record, Medium.countX);
  ny = load<i32>(record, Medium.countY);
  nz = load<i32>(record, Medium.countZ);
  x = cellAt(placeX, alongX, nx);
  y = cellAt(placeY, alongY, ny);
  z = cellAt(placeZ, alongZ, nz);
  at = from;
  left = nx + ny + nz;
}

/** Goes on to the next cell; returns whether there is one. */
@inline
export function nextCell(): bool {
  if (left <= 0) return false;
  left--;
  const nextX = plane(x, placeX, perX), nextY = plane(y, placeY, perY), nextZ = plane(z, placeZ, perZ);
  const leave = min<f32>(min<f32>(nextX, nextY), nextZ);
  cellFrom = at;
  cellTo = min<f32>(leave, to);
  density = load<f32>(firstCell + (<usize>((z * ny + y) * nx + x) << 2));
  at = max<f32>(at, leave);
  if (leave >= to) left = 0;
  else if (nextX == leave) {
    x += perX > 0 ? 1 : -1;
    if (<u32>x >= <u32>nx) left = 0;
  } else if (nextY == leave) {
    y += perY > 0 ? 1 : -1;
    if (<u32>y >= <u32>ny) left = 0;
  } else {
    z += perZ > 0 ? 1 : -1;
    if (<u32>z >= <u32>nz) left = 0;
  }
  return true;
}

/** The cell along an axis in which the ray enters. */
@inline
function cellAt(place: f32, along: f32, count: i32): i32 {
  const cell = floor<f32>(place + from * along);
  return <i32>min<f32>(max<f32>(cell, 0), <f32>(count - 1));
}

/** Distance at which the ray leaves a cell along an axis. */
@inline
function plane(cell: i32, place: f32, per: f32): f32 {
  if (per == 0) return Infinity;
  return (<f32>(per > 0 ? cell + 1 : cell) - place) * per;
}

/** Mean projection of a leaf's area along the ray, by its angle to the axis that points up in the voxels. */
@inline
function projection(record: usize): f32 {
  const table = load<u32>(record, Medium.firstProjection);
  if (table == NONE) return 1;
  const cosine = min<f32>(max<f32>(alongZ * load<f32>(record, Medium.height), -1), 1);
  const place = (cosine + 1) * <f32>(PROJECTIONS / 2);
  const cell = min<u32>(<u32>place, PROJECTIONS - 1);
  const at = densities + (<usize>(table + cell) << 2);
  const low = load<f32>(at);
  return low + (place - <f32>cell) * (load<f32>(at, 4) - low);
}
