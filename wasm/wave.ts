// The samples of a part, as the detectors read them.

import { receiver, waves } from './addresses.generated';
import { Receiver, WaveformPart } from './records.generated';

/** Address of the samples of a part. */
@inline
export function waveOf(part: usize): usize {
  return waves + (<usize>load<u32>(part, WaveformPart.sampleStart) << 2);
}

/** The part that is open: time of its first sample, in intervals, and number of its samples. */
export let waveStart: i32 = 0, waveCount: i32 = 0;
let samplesAt: usize = 0;
let unit: f32 = 1, dark: f32 = 0;
/** The sample from which on the digitiser shows nothing more; Infinity without one. */
let codeMax: f32 = Infinity;

/** Opens a part. */
export function openWave(part: usize): void {
  samplesAt = waveOf(part);
  waveStart = load<i32>(part, WaveformPart.firstSample);
  waveCount = load<i32>(part, WaveformPart.sampleCount);
  unit = load<f32>(part, WaveformPart.gain);
  dark = load<f32>(receiver, Receiver.baseline);
  codeMax = load<u32>(receiver, Receiver.bits) == 0 ? Infinity : load<f32>(receiver, Receiver.codeMax);
}

/** The power at a sample of the part, W. */
@inline
export function powerAt(k: i32): f32 {
  return (load<f32>(samplesAt + (<usize>k << 2)) - dark) * unit;
}

/** Whether a sample of the part has the highest code. */
@inline
export function isSaturated(k: i32): bool {
  return load<f32>(samplesAt + (<usize>k << 2)) >= codeMax;
}

/**
 * The last sample with the highest code from one sample to another, in intervals after the emission; −1 without one.
 */
export function lastSaturated(from: i32, to: i32): f32 {
  for (let k = to; k >= from; k--) if (isSaturated(k)) return <f32>(waveStart + k);
  return -1;
}

/** Standard deviation of the noise on a power. */
@inline
export function noiseOn(power: f32): f32 {
  const constant = load<f32>(receiver, Receiver.noiseConstant), perPower = load<f32>(receiver, Receiver.noisePerPower);
  return sqrt<f32>(constant * constant + perPower * max<f32>(power, 0));
}
