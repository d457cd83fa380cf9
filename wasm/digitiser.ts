// The digitiser: codes of the powers of a part, after automatic gain has halved the signal until it fits.

import { receiver } from './addresses.generated';
import { Receiver, WaveformPart } from './records.generated';
import { waveOf } from './wave';

/**
 * Sets the watts of a unit of the part's samples: the gain is the largest at which its greatest power,
 * without noise, has a code.
 */
export function setGain(part: usize): void {
  const perWatt = load<f32>(receiver, Receiver.codesPerWatt);
  const room = (load<f32>(receiver, Receiver.codeMax) - load<f32>(receiver, Receiver.baseline)) / perWatt;
  const steps = load<u32>(receiver, Receiver.gainSteps);
  let scale: f32 = 1;
  if (steps > 0) {
    const greatest = greatestPower(part);
    for (let j: u32 = 0; j < steps && greatest > room * scale; j++) scale *= 2;
  }
  store<f32>(part, scale / perWatt, WaveformPart.gain);
}

function greatestPower(part: usize): f32 {
  const wave = waveOf(part), count = load<i32>(part, WaveformPart.sampleCount);
  let greatest = f32x4.splat(0);
  for (let k = 0; k < count; k += 4) greatest = f32x4.pmax(greatest, v128.load(wave + (<usize>k << 2)));
  return max<f32>(
    max<f32>(f32x4.extract_lane(greatest, 0), f32x4.extract_lane(greatest, 1)),
    max<f32>(f32x4.extract_lane(greatest, 2), f32x4.extract_lane(greatest, 3)),
  );
}

/** Turns the powers of a part into codes; without a digitiser they stay as they are. */
export function digitise(part: usize): void {
  if (load<u32>(receiver, Receiver.bits) == 0) return;
  const wave = waveOf(part), count = load<i32>(part, WaveformPart.sampleCount);
  const perWatt = f32x4.splat(1 / load<f32>(part, WaveformPart.gain));
  const dark = v128.load32_splat(receiver, Receiver.baseline), top = v128.load32_splat(receiver, Receiver.codeMax);
  for (let k = 0; k < count; k += 4) {
    const at = wave + (<usize>k << 2);
    const code = f32x4.nearest(f32x4.add(dark, f32x4.mul(v128.load(at), perWatt)));
    v128.store(at, f32x4.pmin(f32x4.pmax(code, f32x4.splat(0)), top));
  }
}
