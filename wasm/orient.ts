// orient: hits on meshes with normals of their own get these in place of those of their triangles, turned to the
// sensor. A voxel that stands for points is seen at the angle of the surface on which they lie.

import { instances, normals, pulses } from './addresses.generated';
import { isInPlace } from './frames';
import { mapAt } from './moving';
import { Hit, Instance, NO_NORMAL, NORMAL_FULL, Pulse } from './records.generated';
import { hitField, hitsOf, raysOf, stride, subrayCount } from './work';

/** Turns the normals of the hits of `count` pulses from place 0; returns `count`. */
export function orient(first: u32, count: i32): i32 {
  for (let p = 0; p < count; p++) {
    if (load<u32>(pulses + <usize>p * Pulse.SIZE, Pulse.silent)) continue;
    const pulse = pulses + <usize>p * Pulse.SIZE, rays = raysOf(p), hits = hitsOf(p);
    for (let k = 0; k < subrayCount; k++) orientHit(pulse, rays + (<usize>k << 2), hits + (<usize>k << 2));
  }
  return count;
}

/** Replaces the normal of a hit by that of its triangle, if its mesh has one. */
function orientHit(pulse: usize, ray: usize, hit: usize): void {
  if (load<f32>(hitField(hit, Hit.distance)) < 0) return;
  const instance = <usize>load<u32>(hitField(hit, Hit.instance));
  const first = load<u32>(normals + (instance << 2));
  if (first == 0) return;
  const word = load<u32>(normals + (<usize>(first + load<u32>(hitField(hit, Hit.triangle))) << 2));
  if (word == NO_NORMAL) return;
  onOctahedron(word);
  const placed = instances + instance * Instance.SIZE;
  if (!isInPlace(placed)) intoScene(mapAt(placed, pulse));
  const dx = load<f32>(ray), dy = load<f32>(ray + stride), dz = load<f32>(ray + 2 * stride);
  const side: f32 = x * dx + y * dy + z * dz > 0 ? -1 : 1;
  const scale = side / sqrt<f32>(x * x + y * y + z * z);
  const normal = hitField(hit, Hit.normalX);
  store<f32>(normal, scale * x);
  store<f32>(normal + stride, scale * y);
  store<f32>(normal + 2 * stride, scale * z);
}

/** A normal of any length. */
let x: f32 = 0, y: f32 = 0, z: f32 = 0;

/** Sets x, y, z to the direction of a word: whole numbers, exact on both devices. */
function onOctahedron(word: u32): void {
  const i = <i32>(word << 16) >> 16, j = <i32>word >> 16;
  const k = NORMAL_FULL - abs<i32>(i) - abs<i32>(j), isFolded = k < 0;
  const foldedI = i >= 0 ? NORMAL_FULL - abs<i32>(j) : abs<i32>(j) - NORMAL_FULL;
  const foldedJ = j >= 0 ? NORMAL_FULL - abs<i32>(i) : abs<i32>(i) - NORMAL_FULL;
  x = <f32>(isFolded ? foldedI : i);
  y = <f32>(isFolded ? foldedJ : j);
  z = <f32>k;
}

/** Takes x, y, z from the frame of a mesh into the scene's, by the transposed inverse. */
function intoScene(map: usize): void {
  const nx = alongColumn(map), ny = alongColumn(map + 4);
  z = alongColumn(map + 8);
  x = nx;
  y = ny;
}

@inline
function alongColumn(column: usize): f32 {
  return load<f32>(column) * x + load<f32>(column, 16) * y + load<f32>(column, 32) * z;
}
