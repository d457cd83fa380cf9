// medium: foliage in voxels as a turbid medium (Ross 1981, "The Radiation Regime and Architecture of Plant Stands"). A subray goes on
// through it until it has passed an optical depth τ = −ln U, U uniform in (0, 1): then it meets a leaf there, unless a surface comes
// before. The law has no memory, so one depth serves for all cells of a medium, and each medium has a depth of its own.

import { media, pulses } from './addresses.generated';
import { depthReached, enterCells } from './cells';
import { setStart, startX, startY, startZ } from './exits';
import { faceX, faceY, faceZ, turnFace } from './face';
import { leafX, leafY, leafZ, turnLeaf } from './leaf';
import { logarithm } from './logarithm';
import { draw, uniformNumber, word0, word1, word2 } from './random';
import { DRAW_MEDIUM, Hit, Medium, Pulse } from './records.generated';
import { mediumCount } from './scene';
import { hitField, hitsOf, raysOf, stride, subrayCount } from './work';

/** Below this an f32 cannot tell U from 1: no leaf lies where the subray begins. */
const LEAST_DEPTH: f32 = 5.9604645e-8;

/** Puts hits on leaves before those of `traverse` of `count` pulses from place 0; returns the number of subrays that had none. */
export function medium(first: u32, count: i32): i32 {
  let found = 0;
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const rays = raysOf(p), hits = hitsOf(p);
    for (let k = 0; k < subrayCount; k++) found += meetLeaf(pulse, rays + (<usize>k << 2), hits + (<usize>k << 2), k);
  }
  return found;
}

/** Lets subray `k` of a pulse meet the nearest leaf before its hit; returns 1 if it had none. */
function meetLeaf(pulse: usize, ray: usize, hit: usize, k: i32): i32 {
  const x = load<f32>(ray), y = load<f32>(ray + stride), z = load<f32>(ray + 2 * stride);
  const distances = hitField(hit, Hit.distance), solid = load<f32>(distances);
  let nearest: f32 = solid < 0 ? Infinity : solid;
  let radius: u32 = 0, turn: u32 = 0, found: usize = 0;
  setStart(pulse, ray);
  for (let m = 0; m < mediumCount; m++) {
    const record = media + <usize>m * Medium.SIZE;
    if (!enterCells(record, startX, startY, startZ, x, y, z, nearest)) continue;
    draw(load<u32>(pulse, Pulse.number), m * subrayCount + k, DRAW_MEDIUM);
    const distance = depthReached(record, opticalDepth(word0));
    if (!(distance >= 0 && distance < nearest)) continue;
    nearest = distance;
    radius = word1; turn = word2;
    found = record;
  }
  if (!found) return 0;
  store<f32>(distances, nearest);
  // No triangle: materials of leaves have no texture, so that nothing asks for it.
  store<u32>(hitField(hit, Hit.triangle), 0);
  store<u32>(hitField(hit, Hit.instance), 0);
  store<u32>(hitField(hit, Hit.surface), load<u32>(found, Medium.surface));
  const normal = hitField(hit, Hit.normalX);
  if (load<u32>(found, Medium.faces)) {
    turnFace(found, startX + nearest * x, startY + nearest * y, startZ + nearest * z, x, y, z);
    storeNormal(normal, faceX, faceY, faceZ);
  } else {
    turnLeaf(radius, turn, x, y, z);
    storeNormal(normal, leafX, leafY, leafZ);
  }
  return solid < 0 ? 1 : 0;
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
