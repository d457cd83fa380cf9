// The receiver's noise: normal, with a variance that grows with the power, and white, or correlated by a filter over
// neighbouring samples. The noise of a sample depends on pulse and clock alone, not on the parts that are recorded.

import { receiver, response } from './addresses.generated';
import { normals } from './normals';
import { PHASES, Receiver, WaveformPart } from './records.generated';
import { waveOf } from './wave';
import { room } from './work';

/** Quads of samples on each side of one that a filter of so many weights reaches. */
@inline
function quadsOf(taps: i32): i32 { return (taps + 2) >> 2; }
/** Normal numbers of a quad of samples and of its neighbours. */
@inline
function near(): usize { return room(); }

/** Adds noise to the powers of a part. */
export function addNoise(part: usize): void {
  const constant = load<f32>(receiver, Receiver.noiseConstant), perPower = load<f32>(receiver, Receiver.noisePerPower);
  if (constant == 0 && perPower == 0) return;
  const wave = waveOf(part), count = load<i32>(part, WaveformPart.sampleCount);
  const pulse = load<u32>(part, WaveformPart.pulse), quad = load<i32>(part, WaveformPart.firstSample) >> 2;
  const taps = load<i32>(receiver, Receiver.filterTaps);
  if (taps > 0) openFilter(pulse, quad, quadsOf(taps));
  for (let k = 0; k < count; k += 4) {
    const at = wave + (<usize>k << 2);
    const power = v128.load(at);
    const variance = f32x4.add(f32x4.splat(constant * constant), f32x4.mul(f32x4.splat(perPower), power));
    const noise = taps > 0 ? filtered(pulse, quad + (k >> 2), taps) : normals(pulse, quad + (k >> 2));
    v128.store(at, f32x4.add(power, f32x4.mul(f32x4.sqrt(variance), noise)));
  }
}

/** Prepares the filter for a quad of samples. */
function openFilter(pulse: u32, quad: i32, quads: i32): void {
  for (let q = -quads; q < quads; q++) v128.store(near() + (<usize>(q + quads + 1) << 4), normals(pulse, quad + q));
}

/** Correlated noise of a quad of samples, the one behind that of the call before. */
function filtered(pulse: u32, quad: i32, taps: i32): v128 {
  const quads = quadsOf(taps);
  for (let q: usize = 0; q < 2 * <usize>quads; q++) v128.store(near() + (q << 4), v128.load(near() + ((q + 1) << 4)));
  v128.store(near() + (<usize>quads << 5), normals(pulse, quad + quads));
  const middle = near() + (<usize>quads << 4);
  const weights = response + (<usize>((PHASES + 1) * load<u32>(receiver, Receiver.taps)) << 2);
  let sum = f32x4.mul(v128.load32_splat(weights), v128.load(middle));
  for (let j = 1; j < taps; j++) {
    const aside = <usize>j << 2;
    const both = f32x4.add(v128.load(middle - aside), v128.load(middle + aside));
    sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(weights + aside), both));
  }
  return sum;
}
