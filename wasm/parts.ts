// The parts of a pulse's waveform that are recorded: runs of samples on the instrument's clock with the responses of
// its hits. Two hits whose responses share a sample are in one part; samples without light are not recorded.

import { receiver, windows } from './addresses.generated';
import { PART_CUT, PART_STEP, PARTS_MAX, Receiver, WaveformPart } from './records.generated';
import { scratch, stride } from './work';

export const NEVER: i32 = 0x7fffffff;

/**
 * By hit: the first sample of its response, NEVER without one, and the one behind its last: see
 * clockPlaces.ts and binPlaces.ts.
 */
@inline
export function begins(): usize { return scratch + stride; }
@inline
export function ends(): usize { return scratch + 2 * stride; }

/**
 * Writes the parts of a pulse as WaveformPart records to place `out` of the windows, their samples from `sampleStart`
 * on; returns their number.
 */
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
    store<u64>(part, 0, WaveformPart.nearest);
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
