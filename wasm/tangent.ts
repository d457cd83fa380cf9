// tangent: the direction in a surface from which azimuths are counted. Where the mesh has texture coordinates, it is that in
// which u grows while v stays: a brushed sheet is brushed along its texture. Else it is up × normal, which is level; on level
// ground, the x axis.

import { uvMapOf } from './images';
import { Hit, Instance, UvMap } from './records.generated';
import { hasImages, instances } from './scene';
import { hitField, stride } from './work';

/** Below this square of its level part a normal stands upright. */
const UPRIGHT: f32 = 1e-12;
/** Below this sine between ∇u and ∇v both grow in one direction, but for rounding. */
const LEAST_SINE: f32 = 1e-4;

/** Unit tangents of four hits, and normal × tangent: set by setFrames. */
export let tangentX: v128 = f32x4.splat(0);
export let tangentY: v128 = f32x4.splat(0);
export let tangentZ: v128 = f32x4.splat(0);
export let acrossX: v128 = f32x4.splat(0);
export let acrossY: v128 = f32x4.splat(0);
export let acrossZ: v128 = f32x4.splat(0);

/** The normals that they belong to: neighbouring subrays mostly meet one triangle. */
let normalX: v128 = f32x4.splat(0);
let normalY: v128 = f32x4.splat(0);
let normalZ: v128 = f32x4.splat(0);

/** Tangents of four hits, and the directions across. */
export function setFrames(hits: usize): void {
  const normal = hitField(hits, Hit.normalX);
  const nx = v128.load(normal), ny = v128.load(normal + stride), nz = v128.load(normal + 2 * stride);
  const same = v128.and(v128.and(f32x4.eq(nx, normalX), f32x4.eq(ny, normalY)), f32x4.eq(nz, normalZ));
  if (!hasImages && i32x4.all_true(same)) return;
  normalX = nx;
  normalY = ny;
  normalZ = nz;
  setLevelTangents(nx, ny);
  if (hasImages) followTextures(hits);
  acrossX = f32x4.sub(f32x4.mul(ny, tangentZ), f32x4.mul(nz, tangentY));
  acrossY = f32x4.sub(f32x4.mul(nz, tangentX), f32x4.mul(nx, tangentZ));
  acrossZ = f32x4.sub(f32x4.mul(nx, tangentY), f32x4.mul(ny, tangentX));
}

@inline
function setLevelTangents(nx: v128, ny: v128): void {
  const square = f32x4.add(f32x4.mul(nx, nx), f32x4.mul(ny, ny));
  const upright = f32x4.lt(square, f32x4.splat(UPRIGHT));
  const inverse = f32x4.div(f32x4.splat(1), f32x4.sqrt(square));
  tangentX = v128.bitselect(f32x4.splat(1), f32x4.neg(f32x4.mul(ny, inverse)), upright);
  tangentY = v128.andnot(f32x4.mul(nx, inverse), upright);
  tangentZ = f32x4.splat(0);
}

function followTextures(hits: usize): void {
  if (alongTexture(hits)) setLane0();
  if (alongTexture(hits + 4)) setLane1();
  if (alongTexture(hits + 8)) setLane2();
  if (alongTexture(hits + 12)) setLane3();
}

/** The tangent that the texture coordinates give. */
let x: f32 = 0, y: f32 = 0, z: f32 = 0;

@inline
function setLane0(): void {
  tangentX = f32x4.replace_lane(tangentX, 0, x);
  tangentY = f32x4.replace_lane(tangentY, 0, y);
  tangentZ = f32x4.replace_lane(tangentZ, 0, z);
}

@inline
function setLane1(): void {
  tangentX = f32x4.replace_lane(tangentX, 1, x);
  tangentY = f32x4.replace_lane(tangentY, 1, y);
  tangentZ = f32x4.replace_lane(tangentZ, 1, z);
}

@inline
function setLane2(): void {
  tangentX = f32x4.replace_lane(tangentX, 2, x);
  tangentY = f32x4.replace_lane(tangentY, 2, y);
  tangentZ = f32x4.replace_lane(tangentZ, 2, z);
}

@inline
function setLane3(): void {
  tangentX = f32x4.replace_lane(tangentX, 3, x);
  tangentY = f32x4.replace_lane(tangentY, 3, y);
  tangentZ = f32x4.replace_lane(tangentZ, 3, z);
}

/** Works out x, y, z of a hit; false where there is none, or its mesh has no coordinates there. */
function alongTexture(hit: usize): bool {
  if (load<f32>(hitField(hit, Hit.distance)) < 0) return false;
  const instance = instances + <usize>load<u32>(hitField(hit, Hit.instance)) * Instance.SIZE;
  if (load<u32>(instance, Instance.uvMaps) == 0) return false;
  const map = uvMapOf(instance, load<u32>(hitField(hit, Hit.triangle)));
  // ∇u and ∇v in the scene's frame: by the transposed map into the mesh's.
  const ux = column(instance, map + UvMap.u), uy = column(instance + 4, map + UvMap.u), uz = column(instance + 8, map + UvMap.u);
  const vx = column(instance, map + UvMap.v), vy = column(instance + 4, map + UvMap.v), vz = column(instance + 8, map + UvMap.v);
  const normal = hitField(hit, Hit.normalX);
  const nx = load<f32>(normal), ny = load<f32>(normal + stride), nz = load<f32>(normal + 2 * stride);
  // In the surface, across ∇v.
  const tx = vy * nz - vz * ny, ty = vz * nx - vx * nz, tz = vx * ny - vy * nx;
  const growth = tx * ux + ty * uy + tz * uz;
  const length = sqrt<f32>(tx * tx + ty * ty + tz * tz);
  // No number is not above anything, either.
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
