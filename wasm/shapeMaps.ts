// shapeMaps: the texture coordinates over a triangle; of a mover that changes its shape at the time of a pulse. With
// edges e and f from corner a and the normal n = e × f, the shares of the other two corners grow along f × n / n² and
// n × e / n² (src/pack/uv-maps.ts has them of meshes that keep their shapes). In f32, step by step as on the GPU.

import { images } from './addresses.generated';
import { Instance, ShapeUvs, UvMap } from './records.generated';
import { intervalIn, isDeforming, shareIn } from './shapes';
import { shapeUvRoom } from './work';

/** The map of the mover in hand: that of a pulse, which holds its shape. */
let seen: usize = 0;

/** Takes the shape in a mover's map for the following triangles. */
@inline
export function seeShape(map: usize): void { seen = map; }

/** The UvMap of a triangle of an instance that has them; of a mover that changes its shape, in the shape in hand. */
@inline
export function uvMapOf(instance: usize, triangle: u32): usize {
  const maps = images + (<usize>load<u32>(instance, Instance.uvMaps) << 2);
  return isDeforming(instance)
    ? makeUvMap(maps + <usize>triangle * ShapeUvs.SIZE)
    : maps + <usize>triangle * UvMap.SIZE;
}

/** A corner: set by setCorner. */
let x: f32 = 0, y: f32 = 0, z: f32 = 0;

/** Makes the UvMap of a triangle with ShapeUvs. */
function makeUvMap(uvs: usize): usize {
  setCorner(uvs, ShapeUvs.a);
  const ax = x, ay = y, az = z;
  setCorner(uvs, ShapeUvs.b);
  const ex = x - ax, ey = y - ay, ez = z - az;
  setCorner(uvs, ShapeUvs.c);
  const fx = x - ax, fy = y - ay, fz = z - az;
  const nx = ey * fz - ez * fy, ny = ez * fx - ex * fz, nz = ex * fy - ey * fx;
  const square = (nx * nx + ny * ny) + nz * nz;
  // What has no area is not hit.
  const inverse: f32 = square > 0 ? <f32>1 / square : 0;
  const bx = fy * nz - fz * ny, by = fz * nx - fx * nz, bz = fx * ny - fy * nx;
  const cx = ny * ez - nz * ey, cy = nz * ex - nx * ez, cz = nx * ey - ny * ex;
  for (let axis: usize = 0; axis < 2; axis++) {
    const values = uvs + ShapeUvs.ua + axis * 16, row = shapeUvRoom() + axis * 16;
    const start = load<f32>(values), toB = load<f32>(values, 4) - start, toC = load<f32>(values, 8) - start;
    const sx = inverse * (toB * bx + toC * cx), sy = inverse * (toB * by + toC * cy);
    const sz = inverse * (toB * bz + toC * cz);
    store<f32>(row, sx);
    store<f32>(row, sy, 4);
    store<f32>(row, sz, 8);
    store<f32>(row, start - ((sx * ax + sy * ay) + sz * az), 12);
  }
  return shapeUvRoom();
}

/** Sets x, y and z to a corner of a triangle, between two keys. */
@inline
function setCorner(uvs: usize, corner: usize): void {
  const stride = <usize>load<u32>(uvs, ShapeUvs.stride) << 2;
  const at = images + (<usize>load<u32>(uvs + corner) << 2) + <usize>intervalIn(seen) * stride, share = shareIn(seen);
  x = along(at, stride, share);
  y = along(at + 4, stride, share);
  z = along(at + 8, stride, share);
}

@inline
function along(at: usize, stride: usize, share: f32): f32 {
  const start = load<f32>(at);
  return start + share * (load<f32>(at + stride) - start);
}
