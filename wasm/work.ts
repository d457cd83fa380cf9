// The pulses in work: a block of them goes through the stages together, small enough to stay in the second-level cache.

import { directions, hits, run, samples, scratch as scratchAt, shadow } from './addresses.generated';
import { Hit, ONE_RAY_BYTES, Run, SCRATCH_ARRAYS } from './records.generated';

/** Room for one pulse's work: see traverse.ts and echo.ts. */
export let scratch: usize = 0;
/** Places drawn for a pulse's subrays, as SubrayBlocks; shares of the energy. */
export let drawnBlocks: usize = 0;
export let weights: usize = 0;

/** Where the chunk's samples for the host begin. */
export let firstSamples: usize = 0;

/** Room for a stage's own numbers on a pulse: traverse has its bundles there, which no later stage needs. */
@inline
export function room(): usize { return scratch + <usize>SCRATCH_ARRAYS * stride; }

export let subrayCount: i32 = 0;
/** Bytes of a number a subray of a pulse, padded to whole vectors. */
export let stride: usize = 0;

export function bindWork(): void {
  subrayCount = load<i32>(run, Run.subrayCount);
  stride = ((subrayCount + 3) & ~3) * 4;
  scratch = scratchAt;
  firstSamples = samples;
  drawnBlocks = scratch + 10 * stride;
  weights = scratch + 13 * stride;
}

/** While a shadow ray is traced: `shadow` holds its directions, its hits, its scratch memory. */
let pulseStride: usize = 0;
let pulseScratch: usize = 0;

/** Makes `stride` and `scratch` those of one ray, until leaveShadow; gives where its directions lie. */
export function enterShadow(): usize {
  pulseStride = stride;
  pulseScratch = scratch;
  stride = ONE_RAY_BYTES;
  scratch = shadow + (3 + HIT_FIELDS) * ONE_RAY_BYTES;
  return shadow;
}

/** Its hits lie behind its directions. */
@inline
export function shadowHits(): usize { return shadow + 3 * ONE_RAY_BYTES; }

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
