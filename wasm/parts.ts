// The parts of a pulse's waveform that are sampled: runs of samples on the instrument's clock where the responses of its hits lie.
// Two hits whose responses share a sample are in one part; where there is no light, nothing is recorded.

import { receiver, windows } from './addresses.generated';
import { ticksPerMetre } from './clock';
import { farthestHit, lanesBetween, nearestHit } from './extent';
import { COPIES_REACH, Hit, PART_CUT, PART_STEP, PARTS_MAX, Receiver, WaveformPart } from './records.generated';
import { stretches } from './shares';
import { hitField, scratch, stride } from './work';

const NEVER: i32 = 0x7fffffff;

/** By hit: the first sample of its response, and the one behind its last; its place behind the sample before it, in intervals. */
@inline
export function begins(): usize { return scratch + stride; }
@inline
export function ends(): usize { return scratch + 2 * stride; }
@inline
export function fractions(): usize { return scratch + 3 * stride; }

/** How far a hit's stretched response reaches beyond the response itself, in intervals; 0 if it is not stretched. */
@inline
export function copiesReach(stretch: f32): f32 {
  if (!(stretch > 1)) return 0;
  return COPIES_REACH * sqrt<f32>(stretch * stretch - 1) * load<f32>(receiver, Receiver.spread);
}

/** Places the responses of all hits on the clock. */
export function placeHits(hits: usize): void {
  const perMetre = f64x2.splat(ticksPerMetre()), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  const firstTap = v128.load32_splat(receiver, Receiver.firstTap);
  const behind = i32x4.add(firstTap, v128.load32_splat(receiver, Receiver.taps));
  for (let k: usize = 0; k < stride; k += 16) {
    const distance = v128.load(hitField(hits, Hit.distance) + k);
    const low = f64x2.mul(f64x2.promote_low_f32x4(distance), perMetre), lowBefore = f64x2.floor(low);
    const high = f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<i64>(distance, distance, 1, 1)), perMetre), highBefore = f64x2.floor(high);
    const before = v128.shuffle<i64>(i32x4.trunc_sat_f64x2_s_zero(lowBefore), i32x4.trunc_sat_f64x2_s_zero(highBefore), 0, 2);
    const fraction = v128.shuffle<i64>(
      f32x4.demote_f64x2_zero(f64x2.sub(low, lowBefore)), f32x4.demote_f64x2_zero(f64x2.sub(high, highBefore)), 0, 2);
    const reach = reachesOf(v128.load(stretches() + k));
    const begin = i32x4.add(i32x4.add(before, i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.sub(fraction, reach)))), firstTap);
    const end = i32x4.add(i32x4.add(before, i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(fraction, reach)))), behind);
    v128.store(fractions() + k, fraction);
    v128.store(begins() + k, v128.bitselect(i32x4.max_s(begin, i32x4.splat(0)), i32x4.splat(NEVER), lanesBetween(hits + k, from, to)));
    v128.store(ends() + k, end);
  }
}

/** As copiesReach, of four hits. */
@inline
function reachesOf(stretch: v128): v128 {
  const one = f32x4.splat(1);
  const wider = f32x4.sqrt(f32x4.sub(f32x4.mul(stretch, stretch), one));
  const reach = f32x4.mul(f32x4.mul(f32x4.splat(COPIES_REACH), wider), v128.load32_splat(receiver, Receiver.spread));
  return v128.and(reach, f32x4.gt(stretch, one));
}

/** Writes the parts of a pulse as WaveformPart records to place `out` of the windows, their samples from `sampleStart` on; returns their number. */
export function layOutParts(pulse: u32, out: i32, sampleStart: i32): i32 {
  const room = load<i32>(receiver, Receiver.samplesMax);
  let found = 0, used = 0, behind = 0;
  for (;;) {
    const begin = firstBegin(behind);
    if (begin == NEVER) break;
    if (found == <i32>PARTS_MAX || used == room) {
      if (found > 0) store<u32>(partAt(out + found - 1), PART_CUT, WaveformPart.flags);
      break;
    }
    const start = begin - begin % <i32>PART_STEP;
    behind = endFrom(start);
    const count = min<i32>(behind - start, room - used);
    const part = partAt(out + found);
    store<u32>(part, pulse, WaveformPart.pulse);
    store<i32>(part, start, WaveformPart.firstSample);
    store<i32>(part, sampleStart + used, WaveformPart.sampleStart);
    store<i32>(part, count, WaveformPart.sampleCount);
    store<u32>(part, count < behind - start ? PART_CUT : 0, WaveformPart.flags);
    store<u64>(part, 0, WaveformPart.unused0);
    used += count;
    found++;
  }
  return found;
}

@inline
export function partAt(place: i32): usize { return windows + <usize>place * WaveformPart.SIZE; }

/** The first sample of the responses that begin at a sample or behind it; NEVER without one. */
function firstBegin(from: i32): i32 {
  let first = i32x4.splat(NEVER);
  for (let k: usize = 0; k < stride; k += 16) {
    const begin = v128.load(begins() + k);
    const early = i32x4.lt_s(begin, i32x4.splat(from));
    first = i32x4.min_s(first, v128.bitselect(i32x4.splat(NEVER), begin, early));
  }
  return min<i32>(
    min<i32>(i32x4.extract_lane(first, 0), i32x4.extract_lane(first, 1)),
    min<i32>(i32x4.extract_lane(first, 2), i32x4.extract_lane(first, 3)),
  );
}

/** The end of a part: responses join it until none begins before its end. */
function endFrom(start: i32): i32 {
  let end = start + 1;
  let before = start;
  while (before != end) {
    before = end;
    let ends4 = i32x4.splat(end);
    for (let k: usize = 0; k < stride; k += 16) {
      const begin = v128.load(begins() + k);
      const joins = v128.and(i32x4.ge_s(begin, i32x4.splat(start)), i32x4.lt_s(begin, i32x4.splat(end)));
      ends4 = i32x4.max_s(ends4, v128.and(v128.load(ends() + k), joins));
    }
    end = (most(ends4) + <i32>PART_STEP - 1) / <i32>PART_STEP * <i32>PART_STEP;
  }
  return end;
}

@inline
function most(v: v128): i32 {
  return max<i32>(
    max<i32>(i32x4.extract_lane(v, 0), i32x4.extract_lane(v, 1)),
    max<i32>(i32x4.extract_lane(v, 2), i32x4.extract_lane(v, 3)),
  );
}
