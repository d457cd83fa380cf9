// sample: the receiver's record of a pulse. Its hits' light arrives as the receiver's response to the pulse; noise is
// added, and a digitiser turns it into codes.

import { instrument, pulses } from './addresses.generated';
import { placeHits } from './clockPlaces';
import { digitise, setGain } from './digitiser';
import { farthestHit, findExtent, nearestHit } from './extent';
import { addNoise } from './noise';
import { layOutParts, partAt } from './parts';
import { addPart, beginRecording, partCount, sampleCount } from './recording';
import { Instrument, Pulse, WaveformPart } from './records.generated';
import { drawWave } from './response';
import { leavePulses, stretchPulses } from './shares';
import { hitsOf, raysOf } from './work';

/** Samples the waveforms of the `count` pulses from place 0; returns the number of samples. */
export function sample(first: u32, count: i32): i32 {
  beginRecording();
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE, hits = hitsOf(p);
    if (load<u32>(pulse, Pulse.silent) || !findExtent(pulse, hits)) continue;
    stretchHits(pulse, raysOf(p), hits);
    placeHits(hits);
    const end = partCount + layOutParts(load<u32>(pulse, Pulse.number), partCount, sampleCount);
    while (partCount < end) recordPart(hits, partAt(partCount));
  }
  return sampleCount;
}

/** Records the samples of a part. */
function recordPart(hits: usize, part: usize): void {
  drawWave(hits, part);
  setGain(part);
  addNoise(part);
  digitise(part);
  addPart(load<i32>(part, WaveformPart.sampleCount));
}

/** Computes the stretch of each hit's pulse; hits that are close together are passed over. */
function stretchHits(pulse: usize, rays: usize, hits: usize): void {
  if (farthestHit - nearestHit > load<f32>(instrument, Instrument.pulseSpread)) stretchPulses(pulse, rays, hits);
  else leavePulses(hits);
}
