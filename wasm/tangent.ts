// tangent: the direction in a surface from which azimuths are counted. If the mesh has texture coordinates, it is the
// direction in which u grows while v is constant: a brushed sheet is brushed along its texture. Otherwise it is up ×
// normal, which is level; on level ground, the x axis.

import { instances } from './addresses.generated';
import { mapAt } from './moving';
import { Hit, Instance, LEAST_SINE, UPRIGHT, UvMap } from './records.generated';
import { hasImages } from './scene';
import { seeShape, uvMapOf } from './shapeMaps';
import { hitField, stride } from './work';

/**
 * Components of four directions along the tangents and across them (normal × tangent), in one
 * unit: set by setComponents.
 */
export let along: v128 = f32x4.splat(0);
export let across: v128 = f32x4.splat(0);

/**
 * The components of `rays` at the surfaces of `hits`. A level tangent's length is that of the normal's level part:
 * angles do not change by it.
 */
@inline
export function setComponents(hits: usize, rays: usize): void {
  const normal = hitField(hits, Hit.normalX);
  const nx = v128.load(normal), ny = v128.load(normal + stride), nz = v128.load(normal + 2 * stride);
  const wx = v128.load(rays), wy = v128.load(rays + stride), wz = v128.load(rays + 2 * stride);
  const square = f32x4.add(f32x4.mul(nx, nx), f32x4.mul(ny, ny));
  const upright = f32x4.lt(square, f32x4.splat(UPRIGHT));
  const forward = f32x4.sub(f32x4.mul(wy, nx), f32x4.mul(wx, ny));
  const aside = f32x4.sub(
    f32x4.mul(wz, square), f32x4.add(f32x4.mul(wx, f32x4.mul(nz, nx)), f32x4.mul(wy, f32x4.mul(nz, ny))),
  );
  along = v128.bitselect(wx, forward, upright);
  across = v128.bitselect(f32x4.mul(wy, nz), aside, upright);
  if (hasImages) followTextures(hits, rays);
}

function followTextures(hits: usize, rays: usize): void {
  if (alongTexture(hits)) {
    along = f32x4.replace_lane(along, 0, inTangent(rays));
    across = f32x4.replace_lane(across, 0, acrossTangent(hits, rays));
  }
  if (alongTexture(hits + 4)) {
    along = f32x4.replace_lane(along, 1, inTangent(rays + 4));
    across = f32x4.replace_lane(across, 1, acrossTangent(hits + 4, rays + 4));
  }
  if (alongTexture(hits + 8)) {
    along = f32x4.replace_lane(along, 2, inTangent(rays + 8));
    across = f32x4.replace_lane(across, 2, acrossTangent(hits + 8, rays + 8));
  }
  if (alongTexture(hits + 12)) {
    along = f32x4.replace_lane(along, 3, inTangent(rays + 12));
    across = f32x4.replace_lane(across, 3, acrossTangent(hits + 12, rays + 12));
  }
}

/** The pulse whose hits follow. */
let pulse: usize = 0;

/** Begins with the hits of a pulse. */
@inline
export function beginTangents(record: usize): void { pulse = record; }

/** The unit tangent from the texture coordinates. */
let x: f32 = 0, y: f32 = 0, z: f32 = 0;

@inline
function inTangent(ray: usize): f32 {
  return load<f32>(ray) * x + load<f32>(ray + stride) * y + load<f32>(ray + 2 * stride) * z;
}

@inline
function acrossTangent(hit: usize, ray: usize): f32 {
  const normal = hitField(hit, Hit.normalX);
  const nx = load<f32>(normal), ny = load<f32>(normal + stride), nz = load<f32>(normal + 2 * stride);
  const wx = load<f32>(ray), wy = load<f32>(ray + stride), wz = load<f32>(ray + 2 * stride);
  return wx * (ny * z - nz * y) + wy * (nz * x - nx * z) + wz * (nx * y - ny * x);
}

/** Computes x, y, z for a hit; false if it has no tangent, or its mesh has no coordinates there. */
function alongTexture(hit: usize): bool {
  if (load<f32>(hitField(hit, Hit.distance)) < 0) return false;
  const instance = instances + <usize>load<u32>(hitField(hit, Hit.instance)) * Instance.SIZE;
  if (load<u32>(instance, Instance.uvMaps) == 0) return false;
  const rows = mapAt(instance, pulse);
  seeShape(rows);
  const map = uvMapOf(instance, load<u32>(hitField(hit, Hit.triangle)));
  // ∇u and ∇v in the scene's frame: by the transposed map into the mesh's.
  const ux = column(rows, map + UvMap.u);
  const uy = column(rows + 4, map + UvMap.u);
  const uz = column(rows + 8, map + UvMap.u);
  const vx = column(rows, map + UvMap.v);
  const vy = column(rows + 4, map + UvMap.v);
  const vz = column(rows + 8, map + UvMap.v);
  const normal = hitField(hit, Hit.normalX);
  const nx = load<f32>(normal), ny = load<f32>(normal + stride), nz = load<f32>(normal + 2 * stride);
  // In the surface, across ∇v.
  const tx = vy * nz - vz * ny, ty = vz * nx - vx * nz, tz = vx * ny - vy * nx;
  const growth = tx * ux + ty * uy + tz * uz;
  const length = sqrt<f32>(tx * tx + ty * ty + tz * tz);
  // NaN is not greater than anything, either.
  if (!(abs<f32>(growth) > LEAST_SINE * length * sqrt<f32>(ux * ux + uy * uy + uz * uz))) return false;
  const scale: f32 = (growth < 0 ? -1 : 1) / length;
  x = tx * scale;
  y = ty * scale;
  z = tz * scale;
  return true;
}

@inline
function column(at: usize, row: usize): f32 {
  return load<f32>(at) * load<f32>(row) + load<f32>(at, 16) * load<f32>(row, 4) + load<f32>(at, 32) * load<f32>(row, 8);
}
