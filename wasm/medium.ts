// medium: foliage in voxels as a turbid medium (Ross 1981, "The Radiation Regime and Architecture of Plant Stands"). A
// subray goes on through it until it has passed an optical depth τ = −ln U, U uniform in (0, 1): then it hits a leaf
// there, unless a surface comes before. The law has no memory, so one depth serves for all cells of a medium, and each
// medium has a depth of its own. Here a whole pulse is tested against the sphere around a medium before its subrays
// are; on the GPU each subray goes by itself.

import { media, pulses, run } from './addresses.generated';
import { depthReached, enterCells } from './cells';
import { setStart, startX, startY, startZ } from './exits';
import { faceX, faceY, faceZ, turnFace } from './face';
import { leafX, leafY, leafZ, turnLeaf } from './leaf';
import { logarithm } from './logarithm';
import { draw, uniformNumber, word0, word1, word2 } from './random';
import { DRAW_LEAVES, DRAW_MEDIUM, Hit, Medium, Pulse, Run } from './records.generated';
import { mediumCount } from './scene';
import { spreadOf, touchesSphere } from './spheres';
import { hitField, hitsOf, raysOf, stride, subrayCount } from './work';

/** Below this an f32 cannot tell U from 1: no leaf lies at the subray's start. */
const LEAST_DEPTH: f32 = 5.9604645e-8;

/**
 * Puts hits on leaves before those of `traverse` of `count` pulses from place 0; returns the number
 * of subrays that had none.
 */
export function medium(first: u32, count: i32): i32 {
  const areAllDrawn = load<u32>(run, Run.hitCount) == load<u32>(run, Run.subrayCount);
  let found = 0;
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const rays = raysOf(p), hits = hitsOf(p), spread = spreadOf(pulse, rays);
    for (let m = 0; m < mediumCount; m++) {
      const record = media + <usize>m * Medium.SIZE;
      if (!(areAllDrawn || load<u32>(record, Medium.drawn)) || !touchesSphere(pulse, spread, record)) continue;
      const leafSize = load<f32>(record, Medium.leafSize);
      if (leafSize > 0) beginLeaves(pulse, m, record);
      for (let k = 0; k < subrayCount; k++) {
        const ray = rays + (<usize>k << 2), drawn = leafSize > 0 ? leafAt(ray) : <u32>(m * subrayCount + k);
        found += meetLeaf(pulse, ray, hits + (<usize>k << 2), drawn, record);
      }
    }
  }
  return found;
}

/** Of leaves that subrays share: the number of their medium; metres to its middle, in widths of leaves. */
let leafMedium: u32 = 0, leavesAway: f32 = 0;
/** The beam's axis, right-hand and upward direction; where leaves begin, in their widths. */
let axisX: f32 = 0, axisY: f32 = 0, axisZ: f32 = 0;
let rightX: f32 = 0, rightY: f32 = 0, rightZ: f32 = 0;
let upX: f32 = 0, upY: f32 = 0, upZ: f32 = 0;
let beginRight: f32 = 0, beginUp: f32 = 0;

/** Begins with the leaves of medium `m` for the subrays of a pulse: a grid across the beam, which begins anywhere. */
function beginLeaves(pulse: usize, m: u32, record: usize): void {
  axisX = load<f32>(pulse, Pulse.direction);
  axisY = load<f32>(pulse, Pulse.direction + 4);
  axisZ = load<f32>(pulse, Pulse.direction + 8);
  rightX = load<f32>(pulse, Pulse.right);
  rightY = load<f32>(pulse, Pulse.right + 4);
  rightZ = load<f32>(pulse, Pulse.right + 8);
  upX = rightY * axisZ - rightZ * axisY; upY = rightZ * axisX - rightX * axisZ; upZ = rightX * axisY - rightY * axisX;
  const x = load<f32>(record, Medium.sphere) - load<f32>(pulse, Pulse.origin);
  const y = load<f32>(record, Medium.sphere + 4) - load<f32>(pulse, Pulse.origin + 4);
  const z = load<f32>(record, Medium.sphere + 8) - load<f32>(pulse, Pulse.origin + 8);
  leafMedium = m;
  leavesAway = (x * axisX + y * axisY + z * axisZ) / load<f32>(record, Medium.leafSize);
  draw(load<u32>(pulse, Pulse.number), leafNumber(LEAVES_ACROSS - 1, LEAVES_ACROSS - 1), DRAW_LEAVES);
  beginRight = <f32>uniformNumber(word0);
  beginUp = <f32>uniformNumber(word1);
}

/** Leaves across a beam; those farther apart repeat. */
const LEAVES_ACROSS: i32 = 1024;

/** Number to draw with for the leaf at a place across the beam. */
@inline
function leafNumber(right: i32, up: i32): u32 {
  const mask = LEAVES_ACROSS - 1;
  return (leafMedium << 20) | <u32>((right & mask) << 10) | <u32>(up & mask);
}

/** Number to draw with for the leaf in front of a subray. */
function leafAt(ray: usize): u32 {
  const x = load<f32>(ray) - axisX, y = load<f32>(ray + stride) - axisY, z = load<f32>(ray + 2 * stride) - axisZ;
  const right = leavesAway * (x * rightX + y * rightY + z * rightZ) + beginRight;
  const up = leavesAway * (x * upX + y * upY + z * upZ) + beginUp;
  return leafNumber(<i32>floor<f32>(right), <i32>floor<f32>(up));
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
