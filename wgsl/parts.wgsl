// The parts of a pulse's waveform that are recorded: runs of samples on the instrument's clock with the responses of
// its hits. Two hits whose responses share a sample are in one part; samples without light are not recorded. placeHit
// gives the place of each hit's response: on a receiver's clock (clockPlaces.wgsl), or among bins (binPlaces.wgsl).
// uses: places
// asks for: placeHit

const NEVER: i32 = 0x7fffffff;

// Place of the response to a hit on the clock: its first sample, and the one behind its last; the hit's place behind
// the sample before it, in intervals.
struct ResponsePlace {
  begin: i32,
  end: i32,
  fraction: f32,
}

// Parts and samples of the pulse in work.
var<private> partCount: u32;
var<private> sampleCount: u32;

// Writes the parts of a pulse to place `out` of the windows, their samples from `sampleStart` on; sets
// partCount and sampleCount.
fn layOutParts(pulse: u32, base: u32, out: u32, sampleStart: u32) {
  partCount = 0u;
  sampleCount = 0u;
  var behind = 0;
  for (var k = 0u; k <= PARTS_MAX; k++) {
    let begin = firstBegin(base, behind);
    if (begin == NEVER) { break; }
    if (partCount == PARTS_MAX || sampleCount == receiver.samplesMax) {
      if (partCount > 0u) { windows[out + partCount - 1u].flags = PART_CUT; }
      break;
    }
    let start = begin - begin % i32(PART_STEP);
    behind = endFrom(base, start);
    let whole = u32(behind - start);
    let count = min(whole, receiver.samplesMax - sampleCount);
    let cut = select(0u, PART_CUT, count < whole);
    windows[out + partCount] = WaveformPart(pulse, u32(start), sampleStart + sampleCount, count, 0.0, cut, 0.0, 0.0);
    sampleCount += count;
    partCount += 1u;
  }
}

// The first sample of the responses that begin at a sample or behind it; NEVER without one.
fn firstBegin(base: u32, start: i32) -> i32 {
  var first = NEVER;
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    let begin = placeHit(k).begin;
    if (begin >= start) { first = min(first, begin); }
  }
  return first;
}

// The end of a part: responses join it until none begins before its end.
fn endFrom(base: u32, start: i32) -> i32 {
  var end = start + 1;
  // With each round but the first and the last, a response joins.
  for (var rounds = run.hitCount + 2u; rounds > 0u; rounds--) {
    let before = end;
    var last = end;
    for (var left = run.hitCount; left > 0u; left--) {
      let k = placeOf(base, run.hitCount - left);
      let place = placeHit(k);
      if (place.begin >= start && place.begin < end) { last = max(last, place.end); }
    }
    end = (last + i32(PART_STEP) - 1) / i32(PART_STEP) * i32(PART_STEP);
    if (end == before) { break; }
  }
  return end;
}
