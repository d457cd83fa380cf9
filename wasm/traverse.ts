// traverse: the nearest hit of every subray. Neighbouring pulses go through the trees together (walk.ts), as many as
// are worth it: wide wedges enter many boxes that few of their pulses enter, as the count of lane tests shows. On the
// GPU each subray goes by itself.

import { pulses, run } from './addresses.generated';
import { exitsAt } from './bundle';
import { groupRoom, groupSize, hasHit, hitsAt, joinGroup, openGroup, pulseAt, raysAt } from './group';
import { countFrom, laneTests } from './lanes';
import { distances, missAll, selectNearest, startNearest } from './nearest';
import { order, orderPulses } from './order';
import { forgetTriangle, refine } from './refine';
import { Pulse, Run, WEDGE_PULSES } from './records.generated';
import { walkGroup } from './walk';
import { beginWide, isWide, walkWide } from './wide';
import { hitsOf, raysOf, stride } from './work';

/** Pulses walk together while their directions lie within this of the first, as a square: 0.07 rad. */
const REACH_SQUARE: f32 = 0.0049;

/**
 * Tests of lanes a pulse, four pulses a test: of a block, above which groups become smaller and below
 * which larger; of one group.
 */
const TESTS_MOST: i32 = 8;
const TESTS_LEAST: i32 = 4;
const TESTS_OF_GROUP: i32 = 32;

/** Pulses of a group at least: with fewer, bounding them costs more than it saves. */
const WIDTH_LEAST: i32 = 4;

/** Pulses of a group at most, adapted to the groups before. Hits do not depend on it. */
let width: i32 = 16;

/** Fills in all but the energy of the hits of `count` pulses from place 0; returns the number of subrays that hit. */
export function traverse(first: u32, count: i32): i32 {
  const exits = load<u32>(run, Run.exits) != 0;
  const fired = orderPulses(count);
  forgetTriangle();
  beginWide();
  let found = 0, tests = 0, walked = 0;
  for (let k = 0; k < fired; ) {
    const p = load<i32>(order + (<usize>k << 2)), pulse = pulses + <usize>p * Pulse.SIZE;
    if (isWide(pulse)) {
      walkWide(pulse, raysOf(p), hitsOf(p), exits);
      found += refineGroup();
      k++;
      continue;
    }
    k = gatherGroup(k, fired, exits);
    countFrom(0);
    walkGroup();
    tests += laneTests;
    // Groups that see the sky alone say nothing about the width of others.
    if (laneTests != 0) walked += groupSize;
    if (laneTests > TESTS_OF_GROUP * groupSize) narrow();
    found += refineGroup();
  }
  if (tests > TESTS_MOST * walked) narrow();
  else if (tests < TESTS_LEAST * walked) width = min<i32>(WEDGE_PULSES, width << 1);
  return found;
}

@inline
function narrow(): void { width = max<i32>(WIDTH_LEAST, width >> 1); }

/** Makes a group of neighbours from number `k` of the order on; returns the number of the first one left. */
function gatherGroup(k: i32, fired: i32, exits: bool): i32 {
  const most = min<i32>(width, groupRoom(exits));
  let leader: usize = 0;
  openGroup(exits);
  for (; k < fired && groupSize < most; k++) {
    const p = load<i32>(order + (<usize>k << 2)), rays = raysOf(p), hits = hitsOf(p);
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (groupSize == 0) leader = rays;
    else if (!isNear(leader, rays) || isWide(pulse)) break;
    startNearest(hits);
    joinGroup(pulse, rays, hits);
  }
  return k;
}

/** Whether the first directions of two pulses are close. */
@inline
function isNear(a: usize, b: usize): bool {
  const x = load<f32>(a) - load<f32>(b);
  const y = load<f32>(a + stride) - load<f32>(b + stride);
  const z = load<f32>(a + 2 * stride) - load<f32>(b + 2 * stride);
  return x * x + y * y + z * z <= REACH_SQUARE;
}

function refineGroup(): i32 {
  let found = 0;
  for (let i = 0; i < groupSize; i++) {
    if (!hasHit(i)) {
      missAll(hitsAt(i));
      continue;
    }
    selectNearest(hitsAt(i));
    found += refine(pulseAt(i), raysAt(i), exitsAt(i), hitsAt(i));
  }
  return found;
}

/** Whether anything blocks the ray whose pulse, directions and hits lie in the memory of work.ts's enterShadow. */
export function isBlocked(pulse: usize, rays: usize, hits: usize): bool {
  startNearest(hits);
  openGroup(false);
  joinGroup(pulse, rays, hits);
  walkGroup();
  selectNearest(hits);
  return load<f32>(distances) < Infinity;
}
