// medium: foliage in voxels as a turbid medium (Ross 1981, "The Radiation Regime and Architecture of Plant Stands"). A
// subray goes on through it until it has passed an optical depth τ = −ln U, U uniform in (0, 1): then it hits a leaf
// there, unless a surface comes before. The law has no memory, so one depth serves for all cells of a medium, and each
// medium has a depth of its own. Here a whole pulse is tested against the sphere around a medium before its subrays
// are; on the GPU each subray goes by itself.

import { instrument, media, pulses } from './addresses.generated';
import { depthReached, enterCells } from './cells';
import { setStart, startX, startY, startZ } from './exits';
import { faceX, faceY, faceZ, turnFace } from './face';
import { leafX, leafY, leafZ, turnLeaf } from './leaf';
import { logarithm } from './logarithm';
import { draw, uniformNumber, word0, word1, word2 } from './random';
import { DRAW_MEDIUM, Hit, Instrument, Medium, Pulse } from './records.generated';
import { mediumCount } from './scene';
import { hitField, hitsOf, raysOf, stride, subrayCount } from './work';

/** Below this an f32 cannot tell U from 1: no leaf lies at the subray's start. */
const LEAST_DEPTH: f32 = 5.9604645e-8;

/**
 * Puts hits on leaves before those of `traverse` of `count` pulses from place 0; returns the number
 * of subrays that had none.
 */
export function medium(first: u32, count: i32): i32 {
  let found = 0;
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const rays = raysOf(p), hits = hitsOf(p), spread = spreadOf(pulse, rays);
    for (let m = 0; m < mediumCount; m++) {
      const record = media + <usize>m * Medium.SIZE;
      if (!touchesSphere(pulse, spread, record)) continue;
      for (let k = 0; k < subrayCount; k++)
        found += meetLeaf(pulse, rays + (<usize>k << 2), hits + (<usize>k << 2), m * subrayCount + k, record);
    }
  }
  return found;
}

/** Largest difference of a pulse's directions from its axis. */
function spreadOf(pulse: usize, rays: usize): f32 {
  const cx = v128.load32_splat(pulse, Pulse.direction);
  const cy = v128.load32_splat(pulse, Pulse.direction + 4), cz = v128.load32_splat(pulse, Pulse.direction + 8);
  let most = f32x4.splat(0);
  for (let k: usize = 0; k < stride; k += 16) {
    const x = f32x4.sub(v128.load(rays + k), cx);
    const y = f32x4.sub(v128.load(rays + k + stride), cy);
    const z = f32x4.sub(v128.load(rays + k + 2 * stride), cz);
    most = f32x4.pmax(most, f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)));
  }
  most = f32x4.pmax(most, v128.shuffle<f32>(most, most, 2, 3, 0, 1));
  return sqrt<f32>(f32x4.extract_lane(f32x4.pmax(most, v128.shuffle<f32>(most, most, 1, 0, 3, 2)), 0));
}

/** For the rounding of f32. */
const SLACK: f32 = 1e-6;

/**
 * Whether a subray may meet the sphere around a medium: at the distance s it is at most s · spread and its exit beside
 * the axis, and s is no larger than the distance of the sphere's far side.
 */
@inline
function touchesSphere(pulse: usize, spread: f32, record: usize): bool {
  const x = load<f32>(record, Medium.sphere) - load<f32>(pulse, Pulse.origin);
  const y = load<f32>(record, Medium.sphere + 4) - load<f32>(pulse, Pulse.origin + 4);
  const z = load<f32>(record, Medium.sphere + 8) - load<f32>(pulse, Pulse.origin + 8);
  const cx = load<f32>(pulse, Pulse.direction);
  const cy = load<f32>(pulse, Pulse.direction + 4);
  const cz = load<f32>(pulse, Pulse.direction + 8);
  const radius = load<f32>(record, Medium.sphere + 12) + load<f32>(instrument, Instrument.exitReach);
  const away = sqrt<f32>(x * x + y * y + z * z);
  const reach = radius + (spread + SLACK) * (away + radius);
  const along = x * cx + y * cy + z * cz;
  const sideX = x - along * cx, sideY = y - along * cy, sideZ = z - along * cz;
  return along >= -reach && sideX * sideX + sideY * sideY + sideZ * sideZ <= reach * reach;
}

/**
 * Lets a subray meet a leaf of a medium before its hit, drawn with the number `drawn`; returns 1 if it
 * had no hit, and has one now.
 */
function meetLeaf(pulse: usize, ray: usize, hit: usize, drawn: u32, record: usize): i32 {
  const x = load<f32>(ray), y = load<f32>(ray + stride), z = load<f32>(ray + 2 * stride);
  const at = hitField(hit, Hit.distance), before = load<f32>(at), limit: f32 = before < 0 ? Infinity : before;
  setStart(pulse, ray);
  if (!enterCells(record, startX, startY, startZ, x, y, z, limit)) return 0;
  draw(load<u32>(pulse, Pulse.number), drawn, DRAW_MEDIUM);
  const distance = depthReached(record, opticalDepth(word0));
  if (!(distance >= 0 && distance < limit)) return 0;
  store<f32>(at, distance);
  // No triangle: materials of leaves have no texture, so that nothing asks for it.
  store<u32>(hitField(hit, Hit.triangle), 0);
  store<u32>(hitField(hit, Hit.instance), 0);
  store<u32>(hitField(hit, Hit.surface), load<u32>(record, Medium.surface));
  const normal = hitField(hit, Hit.normalX);
  if (load<u32>(record, Medium.faces)) {
    turnFace(record, startX + distance * x, startY + distance * y, startZ + distance * z, x, y, z);
    storeNormal(normal, faceX, faceY, faceZ);
  } else {
    turnLeaf(word1, word2, x, y, z);
    storeNormal(normal, leafX, leafY, leafZ);
  }
  return before < 0 ? 1 : 0;
}

@inline
function storeNormal(at: usize, x: f32, y: f32, z: f32): void {
  store<f32>(at, x);
  store<f32>(at + stride, y);
  store<f32>(at + 2 * stride, z);
}

/** τ = −ln U. */
@inline
function opticalDepth(word: u32): f32 {
  const log = f32x4.extract_lane(logarithm(f32x4.splat(<f32>uniformNumber(word))), 0);
  return max<f32>(-log, LEAST_DEPTH);
}
