// The pulses in work: a block of them goes through the stages together, small enough to stay in the second-level cache.

import { directions, hits, run, samples, scratch as scratchAt, shadow } from './addresses.generated';
import { Hit, MAP_BYTES, ONE_RAY_BYTES, Pulse, Run, SCRATCH_ARRAYS } from './records.generated';

/** Room for one pulse's work: see traverse.ts and echo.ts. */
export let scratch: usize = 0;
/** Places drawn for a pulse's subrays, as SubrayBlocks; shares of the energy. */
export let drawnBlocks: usize = 0;
export let weights: usize = 0;

/** Address of the chunk's samples for the host. */
export let firstSamples: usize = 0;

/** Room for a stage's own numbers: traverse has its wedges there (scratch.ts), which no later stage needs. */
let roomAt: usize = 0;
@inline
export function room(): usize { return roomAt; }

export let subrayCount: i32 = 0;
/** Bytes of a number a subray of a pulse, padded to whole vectors; of a number a hit, slices of foliage included. */
export let rayBytes: usize = 0;
let hitBytes: usize = 0;
/** The one by which directions and hits lie: rayBytes, and hitBytes from `widen` to `narrow`. */
export let stride: usize = 0;

export function bindWork(): void {
  subrayCount = load<i32>(run, Run.subrayCount);
  rayBytes = ((subrayCount + 3) & ~3) * 4;
  hitBytes = rayBytes + <usize>(load<i32>(run, Run.hitCount) - subrayCount) * 4;
  stride = hitBytes;
  scratch = scratchAt;
  firstSamples = samples;
  roomAt = scratch + <usize>SCRATCH_ARRAYS * stride;
  drawnBlocks = scratch + 8 * stride;
  weights = scratch + 10 * stride;
}

/** Directions and hits are of subrays alone, until `widen`. */
@inline
export function narrow(): void { stride = rayBytes; }

/** Moves directions and hits of `count` pulses apart, each field by itself, so that slices of foliage follow it. */
export function widen(count: i32): void {
  stride = hitBytes;
  for (let field = <usize>count * 3; field-- > 0; ) moveField(directions, field);
  for (let field = <usize>count * HIT_FIELDS; field-- > 0; ) moveField(hits, field);
}

@inline
function moveField(fields: usize, field: usize): void {
  memory.copy(fields + field * hitBytes, fields + field * rayBytes, rayBytes);
}

/** While a single ray is traced: `shadow` holds its directions, its hits, its pulse. */
let pulseStride: usize = 0;
let pulseBytes: usize = 0;

/** Makes `stride` that of one ray, until leaveShadow; returns the address of its directions. */
export function enterShadow(): usize {
  pulseStride = stride;
  pulseBytes = rayBytes;
  stride = ONE_RAY_BYTES;
  rayBytes = ONE_RAY_BYTES;
  return shadow;
}

/** Its hits lie behind its directions. */
@inline
export function shadowHits(): usize { return shadow + 3 * ONE_RAY_BYTES; }

/** The pulse of a ray to the sun lies behind them; only its origin and its time count. */
@inline
export function shadowPulse(): usize { return shadow + (3 + HIT_FIELDS) * ONE_RAY_BYTES; }

/** Behind that: the map of a mover (moving.ts). */
@inline
export function mapRoom(): usize { return shadowPulse() + Pulse.SIZE; }

/** Behind that: the UvMap of a triangle in a shape of it (shapeMaps.ts). */
@inline
export function shapeUvRoom(): usize { return mapRoom() + MAP_BYTES; }

export function leaveShadow(): void {
  stride = pulseStride;
  rayBytes = pulseBytes;
}

/** Fields of a Hit record. */
const HIT_FIELDS: usize = Hit.SIZE / 4;

/** The hits of the pulse at place `p`. */
@inline
export function hitsOf(p: i32): usize {
  return hits + <usize>p * HIT_FIELDS * stride;
}

/** The array of a field (a byte offset of Hit) in the hits of a pulse. */
@inline
export function hitField(pulseHits: usize, field: usize): usize {
  return pulseHits + (field >> 2) * stride;
}

/** Directions of the pulse at place `p`: x, y and z of all subrays, `stride` bytes each. */
@inline
export function raysOf(p: i32): usize {
  return directions + <usize>p * 3 * stride;
}
