// The winning hit of a subray once more in f64, against the triangle itself: the traversal picks in f32, the range that is
// reported is right to a fraction of a millimetre at any distance. Gives the surface's normal on the way.

import { Hit, Instance, Pulse, TriangleBlock } from './records.generated';
import { blocks, instances } from './scene';
import { hitField, stride } from './work';

const IN_PLACE: u32 = 1;

let ox: f64 = 0, oy: f64 = 0, oz: f64 = 0;
let dx: f64 = 0, dy: f64 = 0, dz: f64 = 0;

/** Completes distance, surface and normal of the hit at `at` (bytes in the arrays), on the triangle at `place` of `instance`. */
export function refine(pulseHits: usize, at: usize, pulse: usize, ray: usize, place: u32, instance: u32): void {
  const record = instances + <usize>instance * Instance.SIZE;
  const inPlace = (load<u32>(record, Instance.flags) & IN_PLACE) != 0;
  ox = <f64>load<f32>(pulse, Pulse.origin); oy = <f64>load<f32>(pulse, Pulse.origin + 4); oz = <f64>load<f32>(pulse, Pulse.origin + 8);
  dx = <f64>load<f32>(ray); dy = <f64>load<f32>(ray + stride); dz = <f64>load<f32>(ray + 2 * stride);
  if (!inPlace) intoMesh(record);

  const corner = blocks + <usize>(place >> 2) * TriangleBlock.SIZE + (<usize>(place & 3) << 2);
  const ax = <f64>load<f32>(corner, TriangleBlock.ax), ay = <f64>load<f32>(corner, TriangleBlock.ay), az = <f64>load<f32>(corner, TriangleBlock.az);
  const ex = <f64>load<f32>(corner, TriangleBlock.bx) - ax, ey = <f64>load<f32>(corner, TriangleBlock.by) - ay, ez = <f64>load<f32>(corner, TriangleBlock.bz) - az;
  const fx = <f64>load<f32>(corner, TriangleBlock.cx) - ax, fy = <f64>load<f32>(corner, TriangleBlock.cy) - ay, fz = <f64>load<f32>(corner, TriangleBlock.cz) - az;
  const nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
  const slope = nx * dx + ny * dy + nz * dz;
  const t = ((ax - ox) * nx + (ay - oy) * ny + (az - oz) * nz) / slope;
  // Exactly edge-on in f64, though not in f32: the traversal's distance stands.
  if (t > 0 && t < Infinity) store<f32>(hitField(pulseHits, Hit.distance) + at, <f32>t);
  const surface = load<u32>(record, Instance.surfaceBase) + load<u32>(corner, TriangleBlock.group);
  store<u32>(hitField(pulseHits, Hit.surface) + at, surface);
  const normal = hitField(pulseHits, Hit.normalX) + at;
  if (inPlace) storeNormal(normal, nx, ny, nz, slope);
  else storeNormal(normal, column(record, 0, nx, ny, nz), column(record, 4, nx, ny, nz), column(record, 8, nx, ny, nz), slope);
}

/** Takes origin and direction into the mesh's frame. */
function intoMesh(record: usize): void {
  const x = ox, y = oy, z = oz, u = dx, v = dy, w = dz;
  ox = row(record, x, y, z) + <f64>load<f32>(record, 12); dx = row(record, u, v, w);
  oy = row(record + 16, x, y, z) + <f64>load<f32>(record, 28); dy = row(record + 16, u, v, w);
  oz = row(record + 32, x, y, z) + <f64>load<f32>(record, 44); dz = row(record + 32, u, v, w);
}

@inline
function row(at: usize, x: f64, y: f64, z: f64): f64 {
  return <f64>load<f32>(at) * x + <f64>load<f32>(at, 4) * y + <f64>load<f32>(at, 8) * z;
}

/** Normals go by the transposed inverse: columns of the map into the mesh's frame. */
@inline
function column(record: usize, at: usize, x: f64, y: f64, z: f64): f64 {
  return <f64>load<f32>(record + at) * x + <f64>load<f32>(record + at, 16) * y + <f64>load<f32>(record + at, 32) * z;
}

/** Stores the normal at length 1, turned against the beam (`slope` is the sign of its product with the direction). */
@inline
function storeNormal(at: usize, x: f64, y: f64, z: f64, slope: f64): void {
  const s = (slope > 0 ? -1.0 : 1.0) / sqrt<f64>(x * x + y * y + z * z);
  store<f32>(at, <f32>(x * s));
  store<f32>(at + stride, <f32>(y * s));
  store<f32>(at + 2 * stride, <f32>(z * s));
}
