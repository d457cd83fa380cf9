// drawBins: the waveforms of pulses with returns for echoes in bins, if they are requested: parts of bins, which hold
// powers in watts.

import { instrument, pulses, response, returns } from './addresses.generated';
import { placeInBins } from './binPlaces';
import { returnCount } from './echo';
import { farthestHit, findExtent, nearestHit } from './extent';
import { begins, ends, layOutParts, partAt } from './parts';
import { addPart, beginRecording, partCount, sampleCount } from './recording';
import { Hit, Instrument, Point, Pulse, WaveformPart } from './records.generated';
import { waveOf } from './wave';
import { hitField, hitsOf, stride } from './work';

/** Draws the waveforms of the `count` pulses from place 0; returns the number of bins. */
export function drawBins(first: u32, count: i32): i32 {
  beginRecording();
  let next = returns;
  const behind = returns + <usize>returnCount * Point.SIZE;
  for (let p = 0; p < count && next < behind; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE, number = load<u32>(pulse, Pulse.number);
    if (load<u32>(next, Point.pulse) != number) continue;
    while (next < behind && load<u32>(next, Point.pulse) == number) next += Point.SIZE;
    drawPulse(pulse, number, hitsOf(p));
  }
  return sampleCount;
}

function drawPulse(pulse: usize, number: u32, hits: usize): void {
  findExtent(pulse, hits);
  placeInBins(hits);
  const end = partCount + layOutParts(number, partCount, sampleCount);
  while (partCount < end) drawPart(hits, partAt(partCount));
}

/** Leaves the powers in the bins of a part. */
function drawPart(hits: usize, part: usize): void {
  const wave = waveOf(part), count = load<i32>(part, WaveformPart.sampleCount);
  const start = load<i32>(part, WaveformPart.firstSample), rate = load<f32>(instrument, Instrument.peakRate);
  for (let k = 0; k < count; k += 4) v128.store(wave + (<usize>k << 2), f32x4.splat(0));
  for (let k: usize = 0; k < stride; k += 4) {
    const begin = load<i32>(begins() + k) - start;
    if (begin < 0 || begin >= count) continue;
    const length = min<i32>(load<i32>(ends() + k) - load<i32>(begins() + k), count - begin);
    addPulse(wave + (<usize>begin << 2), length, load<f32>(hitField(hits, Hit.energy) + k) * rate);
  }
  store<f32>(part, nearestHit, WaveformPart.nearest);
  store<f32>(part, farthestHit, WaveformPart.farthest);
  addPart(count);
}

/** Adds the first `length` bins of a pulse with such a peak. */
function addPulse(at: usize, length: i32, peak: f32): void {
  const strength = f32x4.splat(peak), whole = length & ~3;
  let share = response;
  for (let k = 0; k < whole; k += 4, at += 16, share += 16)
    v128.store(at, f32x4.add(v128.load(at), f32x4.mul(strength, v128.load(share))));
  for (let k = whole; k < length; k++, at += 4, share += 4) store<f32>(at, load<f32>(at) + peak * load<f32>(share));
}
