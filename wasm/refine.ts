// The winning hit of a subray once more in f64, against the triangle itself: the traversal picks in f32, the range that is
// reported is right to a fraction of a millimetre at any distance. With the plane's normal N and a corner a, the distance
// along d from the origin o is N·(a − o) / N·d (less N·s in the numerator, where the subray leaves at s): N·(a − o) is the same for all subrays of a pulse on that triangle, and
// neighbours mostly share theirs, so it is kept from one to the next. On the GPU no hit knows of its neighbours.

import { blocks, instances } from './addresses.generated';
import { exitsOf } from './exits';
import { alongColumn, intoMesh, isInPlace, meshX, meshY, meshZ } from './frames';
import { blockSlots, distances, hitInstances } from './nearest';
import { Hit, Instance, NONE, Pulse, TriangleBlock } from './records.generated';
import { hitField, stride, subrayCount } from './work';

/** The triangle that was looked at last, its surface, its number, its plane in the scene's frame, and its normal at length 1. */
let knownPlace: u32 = NONE;
let knownInstance: u32 = NONE;
let surface: u32 = 0, number: u32 = 0;
let planeX: f64 = 0, planeY: f64 = 0, planeZ: f64 = 0;
let toPlane: f64 = 0;
let normalX: f32 = 0, normalY: f32 = 0, normalZ: f32 = 0;

/** Completes the hits of a pulse, as traverse has left them; returns their number. Padding counts as no hit. */
export function refine(pulse: usize, rays: usize, pulseHits: usize): i32 {
  // Another pulse has another origin: the triangle kept is no longer known.
  knownPlace = NONE;
  const exits = exitsOf(rays);
  let found = 0;
  for (let k: usize = 0; k < stride; k += 4) {
    const place = load<u32>(blockSlots + k);
    if (k >= <usize>subrayCount * 4 || place == NONE) {
      store<u32>(blockSlots + k, NONE);
      store<f32>(distances + k, -1);
      continue;
    }
    refineHit(pulseHits, k, pulse, rays + k, exits ? exits + k : 0, place, load<u32>(hitInstances + k));
    found++;
  }
  return found;
}

/** Completes distance, triangle, surface and normal of the hit at `at` (bytes in the arrays), on the triangle at `place` of `instance`. */
function refineHit(pulseHits: usize, at: usize, pulse: usize, ray: usize, exit: usize, place: u32, instance: u32): void {
  if (place != knownPlace || instance != knownInstance) lookUp(pulse, place, instance);
  const t = (exit ? toPlane - alongPlane(exit) : toPlane) / alongPlane(ray);
  // Exactly edge-on in f64, though not in f32: the traversal's distance stands.
  if (t > 0 && t < Infinity) store<f32>(hitField(pulseHits, Hit.distance) + at, <f32>t);
  store<u32>(hitField(pulseHits, Hit.triangle) + at, number);
  store<u32>(hitField(pulseHits, Hit.surface) + at, surface);
  const normal = hitField(pulseHits, Hit.normalX) + at;
  store<f32>(normal, normalX);
  store<f32>(normal + stride, normalY);
  store<f32>(normal + 2 * stride, normalZ);
}

/** Component of a direction along the plane's normal. */
@inline
function alongPlane(at: usize): f64 {
  return planeX * <f64>load<f32>(at) + planeY * <f64>load<f32>(at + stride) + planeZ * <f64>load<f32>(at + 2 * stride);
}

function lookUp(pulse: usize, place: u32, instance: u32): void {
  const record = instances + <usize>instance * Instance.SIZE;
  const corner = blocks + <usize>(place >> 2) * TriangleBlock.SIZE + (<usize>(place & 3) << 2);
  knownPlace = place;
  knownInstance = instance;
  surface = load<u32>(record, Instance.surfaceBase) + load<u32>(corner, TriangleBlock.group);
  number = load<u32>(corner, TriangleBlock.id);
  planeOf(corner);
  measurePlane(pulse, record, corner);
  unitNormal();
}

/** Leaves the normal of the triangle's plane, in the mesh's frame. */
function planeOf(corner: usize): void {
  const ax = <f64>load<f32>(corner, TriangleBlock.ax), ay = <f64>load<f32>(corner, TriangleBlock.ay), az = <f64>load<f32>(corner, TriangleBlock.az);
  const ex = <f64>load<f32>(corner, TriangleBlock.bx) - ax, ey = <f64>load<f32>(corner, TriangleBlock.by) - ay, ez = <f64>load<f32>(corner, TriangleBlock.bz) - az;
  const fx = <f64>load<f32>(corner, TriangleBlock.cx) - ax, fy = <f64>load<f32>(corner, TriangleBlock.cy) - ay, fz = <f64>load<f32>(corner, TriangleBlock.cz) - az;
  planeX = ey * fz - ez * fy;
  planeY = ez * fx - ex * fz;
  planeZ = ex * fy - ey * fx;
}

/** N·(a − o) in the mesh's frame; then the normal goes to the scene's, by the transposed inverse, which keeps N·d. */
function measurePlane(pulse: usize, record: usize, corner: usize): void {
  const x = <f64>load<f32>(pulse, Pulse.origin), y = <f64>load<f32>(pulse, Pulse.origin + 4), z = <f64>load<f32>(pulse, Pulse.origin + 8);
  const inPlace = isInPlace(record);
  if (!inPlace) intoMesh(record, x, y, z);
  const ox = inPlace ? x : meshX, oy = inPlace ? y : meshY, oz = inPlace ? z : meshZ;
  toPlane = (<f64>load<f32>(corner, TriangleBlock.ax) - ox) * planeX + (<f64>load<f32>(corner, TriangleBlock.ay) - oy) * planeY
    + (<f64>load<f32>(corner, TriangleBlock.az) - oz) * planeZ;
  if (inPlace) return;
  const u = alongColumn(record, planeX, planeY, planeZ);
  const v = alongColumn(record + 4, planeX, planeY, planeZ);
  const w = alongColumn(record + 8, planeX, planeY, planeZ);
  planeX = u;
  planeY = v;
  planeZ = w;
}

/** Leaves the normal at length 1, turned to the sensor: the origin lies on its side of the plane. */
@inline
function unitNormal(): void {
  const s = (toPlane > 0 ? -1.0 : 1.0) / sqrt<f64>(planeX * planeX + planeY * planeY + planeZ * planeZ);
  normalX = <f32>(planeX * s);
  normalY = <f32>(planeY * s);
  normalZ = <f32>(planeZ * s);
}
