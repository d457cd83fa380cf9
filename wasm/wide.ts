// wide: a pulse whose footprint is metres wide where the scene begins. As one bundle it meets all that is there, and
// each of its subrays is tested against thousands of triangles. So its subrays go through the trees one by one, as they
// may on the GPU. Whether they do follows from the instrument, the origin of the pulse and the scene alone.

import { instrument, nodes } from './addresses.generated';
import { closeBundles } from './bundle';
import { hasHit, joinGroup, openGroup, setFarthest } from './group';
import { startNearest } from './nearest';
import { Hit, Instrument, Node4, Pulse } from './records.generated';
import { topNode } from './scene';
import { walkGroup } from './walk';
import { leastOf, mostOf } from './wedge';
import { enterShadow, hitField, leaveShadow, shadowHits, stride, subrayCount } from './work';

/** Width of a footprint where the scene begins, metres, above which single subrays are quicker. */
const WIDE: f32 = 2;

/** The box of what stands, and the distance from it beyond which footprints are wide, as a square: set by beginWide. */
let lowX: f32 = 0, lowY: f32 = 0, lowZ: f32 = 0;
let highX: f32 = 0, highY: f32 = 0, highZ: f32 = 0;
let beyond: f32 = Infinity;

/** Begins with pulses of an instrument in a scene. */
export function beginWide(): void {
  const node = nodes + <usize>topNode * Node4.SIZE;
  const there = i32x4.ne(v128.load(node, Node4.child), i32x4.splat(0));
  const right = load<f32>(instrument, Instrument.divergenceRight), up = load<f32>(instrument, Instrument.divergenceUp);
  const distance = WIDE / (2 * max<f32>(right, up));
  beyond = subrayCount > 1 && v128.any_true(there) ? distance * distance : Infinity;
  lowX = leastOfRoot(node + Node4.minX, there);
  lowY = leastOfRoot(node + Node4.minY, there);
  lowZ = leastOfRoot(node + Node4.minZ, there);
  highX = mostOfRoot(node + Node4.maxX, there);
  highY = mostOfRoot(node + Node4.maxY, there);
  highZ = mostOfRoot(node + Node4.maxZ, there);
}

@inline
function leastOfRoot(planes: usize, there: v128): f32 {
  return f32x4.extract_lane(leastOf(v128.bitselect(v128.load(planes), f32x4.splat(Infinity), there)), 0);
}
@inline
function mostOfRoot(planes: usize, there: v128): f32 {
  return f32x4.extract_lane(mostOf(v128.bitselect(v128.load(planes), f32x4.splat(-Infinity), there)), 0);
}

/** Whether the footprint of a pulse is wide where the scene begins. */
@inline
export function isWide(pulse: usize): bool {
  const ox = load<f32>(pulse, Pulse.origin), oy = load<f32>(pulse, Pulse.origin + 4);
  const oz = load<f32>(pulse, Pulse.origin + 8);
  const x = max<f32>(max<f32>(lowX - ox, ox - highX), 0);
  const y = max<f32>(max<f32>(lowY - oy, oy - highY), 0);
  const z = max<f32>(max<f32>(lowZ - oz, oz - highZ), 0);
  return (x * x + y * y) + z * z > beyond;
}

/** Walks the subrays of a pulse; leaves it as the group, its hits as walkGroup does. */
export function walkWide(pulse: usize, rays: usize, hits: usize, exits: bool): void {
  const count = stride;
  let found = false;
  for (let k: usize = 0; k < count; k += 4) {
    const x = v128.load32_splat(rays + k), y = v128.load32_splat(rays + k + count);
    const z = v128.load32_splat(rays + k + 2 * count);
    const ray = enterShadow(), hit = shadowHits();
    v128.store(ray, x);
    v128.store(ray + stride, y);
    v128.store(ray + 2 * stride, z);
    startNearest(hit);
    openGroup(exits);
    joinGroup(pulse, ray, hit);
    walkGroup();
    if (hasHit(0)) found = true;
    const distance = load<f32>(hitField(hit, Hit.distance)), triangle = load<u32>(hitField(hit, Hit.triangle));
    const instance = load<u32>(hitField(hit, Hit.instance));
    leaveShadow();
    store<f32>(hitField(hits + k, Hit.distance), distance);
    store<u32>(hitField(hits + k, Hit.triangle), triangle);
    store<u32>(hitField(hits + k, Hit.instance), instance);
  }
  openGroup(exits);
  joinGroup(pulse, rays, hits);
  closeBundles();
  if (found) setFarthest(0, 0);
}
