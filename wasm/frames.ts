// Between the scene's frame and that of a mesh, by the instance's affine map `toMesh`. Points that determine distances
// are transformed in f64 (the GPU: Doubles), those for texel lookups in f32. Directions are transformed four at a time,
// since the subrays of a bundle enter a mesh together.

import { IN_PLACE, Instance } from './records.generated';
import { stride } from './work';

/** A point of a mesh's frame: set by intoMesh. */
export let meshX: f64 = 0;
export let meshY: f64 = 0;
export let meshZ: f64 = 0;

/** Whether the mesh's frame is the scene's, so that nothing needs to be transformed. */
@inline
export function isInPlace(instance: usize): bool {
  return (load<u32>(instance, Instance.flags) & IN_PLACE) != 0;
}

/** Sets meshX … to a point of the scene in the mesh's frame. */
@inline
export function intoMesh(instance: usize, x: f64, y: f64, z: f64): void {
  meshX = alongRow(instance, x, y, z);
  meshY = alongRow(instance + 16, x, y, z);
  meshZ = alongRow(instance + 32, x, y, z);
}

/** One coordinate of a point after the affine map with its row at `row`. */
@inline
function alongRow(row: usize, x: f64, y: f64, z: f64): f64 {
  return <f64>load<f32>(row) * x + <f64>load<f32>(row, 4) * y + <f64>load<f32>(row, 8) * z + <f64>load<f32>(row, 12);
}

/** One coordinate of a direction. */
@inline
export function alongRowLinear(row: usize, x: f64, y: f64, z: f64): f64 {
  return <f64>load<f32>(row) * x + <f64>load<f32>(row, 4) * y + <f64>load<f32>(row, 8) * z;
}

/** The affine map in f32. */
@inline
export function alongRowF32(row: usize, x: f32, y: f32, z: f32): f32 {
  return load<f32>(row) * x + load<f32>(row, 4) * y + load<f32>(row, 8) * z + load<f32>(row, 12);
}

/** Directions of the scene in the mesh's frame, not renormalized, so distances stay those of the scene. */
@inline
export function directionIntoMesh(instance: usize, rays: usize, localRays: usize): void {
  for (let row: usize = 0; row < 3; row++) {
    const at = instance + row * 16;
    const mx = v128.load32_splat(at), my = v128.load32_splat(at, 4), mz = v128.load32_splat(at, 8);
    for (let k: usize = 0; k < stride; k += 16) {
      const d = f32x4.add(
        f32x4.add(f32x4.mul(mx, v128.load(rays + k)), f32x4.mul(my, v128.load(rays + k + stride))),
        f32x4.mul(mz, v128.load(rays + k + 2 * stride)),
      );
      v128.store(localRays + row * stride + k, d);
    }
  }
}

/**
 * One coordinate of a plane's normal in the scene's frame, by the transposed inverse, which keeps its product with a
 * direction.
 */
@inline
export function alongColumn(column: usize, x: f64, y: f64, z: f64): f64 {
  return <f64>load<f32>(column) * x + <f64>load<f32>(column, 16) * y + <f64>load<f32>(column, 32) * z;
}
