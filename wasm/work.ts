// The pulses in work: a block of them goes through the stages together, small enough to stay in the second-level cache.

import { Hit } from './records.generated';

/** Pulse records. */
export let pulses: usize = 0;
/** Unit directions of subrays: for each pulse the x of all subrays, then the y, then the z; padded to whole vectors. */
export let directions: usize = 0;
/** Hit records by field: see hitsOf. */
export let hits: usize = 0;
/** Point records before and after packing. */
export let points: usize = 0;
/** Room for one pulse's work: see traverse.ts and echo.ts. */
export let scratch: usize = 0;
/** The footprint's offsets: shares of the right-hand, upward and axis direction, `stride` bytes each; then the weights. */
export let offsets: usize = 0;

export let subrayCount: i32 = 0;
/** Bytes of one coordinate of a pulse's directions. */
export let stride: usize = 0;

export function bindWork(
  pulsesAt: usize,
  directionsAt: usize,
  hitsAt: usize,
  pointsAt: usize,
  scratchAt: usize,
  subrays: i32,
): void {
  pulses = pulsesAt;
  directions = directionsAt;
  hits = hitsAt;
  points = pointsAt;
  scratch = scratchAt;
  subrayCount = subrays;
  stride = ((subrays + 3) & ~3) * 4;
  offsets = scratchAt + 4 * stride;
}

/** Room for one ray of its own, besides a pulse's: its directions, its hits, its scratch memory. */
let shadowWork: usize = 0;
let pulseStride: usize = 0;
let pulseScratch: usize = 0;
/** Bytes of a coordinate of one ray, padded to a whole vector. */
const ONE_RAY: usize = 16;

export function bindShadows(at: usize): void {
  shadowWork = at;
}

/** Makes `stride` and `scratch` those of one ray, until leaveShadow; gives where its directions lie. */
export function enterShadow(): usize {
  pulseStride = stride;
  pulseScratch = scratch;
  stride = ONE_RAY;
  scratch = shadowWork + (3 + HIT_FIELDS) * ONE_RAY;
  return shadowWork;
}

/** Its hits lie behind its directions. */
@inline
export function shadowHits(): usize { return shadowWork + 3 * ONE_RAY; }

export function leaveShadow(): void {
  stride = pulseStride;
  scratch = pulseScratch;
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
