// Errors of ranges: normal, independent from echo to echo, along the beam.

import { instrument } from './addresses.generated';
import { normal0, normalPair } from './normalPair';
import { loadPairOfF32 } from './pairs';
import { draw, uniformNumber, word0, word1 } from './random';
import { DRAW_RANGE, Instrument, NOISE_NUMBERS, Point } from './records.generated';

export function hasRangeNoise(): bool {
  return deviationOf(Instrument.rangeNoise) > 0 || deviationOf(Instrument.rangeNoisePerMetre) > 0;
}

@inline
export function deviationOf(field: usize): f64 {
  return <f64>load<f32>(instrument + field);
}

/** Shifts of two points along the beam, a lane each. */
@inline
export function rangeError(point: usize, next: usize): v128 {
  const grown = f64x2.mul(
    f64x2.splat(deviationOf(Instrument.rangeNoisePerMetre)), loadPairOfF32(point, next, Point.range),
  );
  const deviation = f32x4.demote_f64x2_zero(f64x2.add(f64x2.splat(deviationOf(Instrument.rangeNoise)), grown));
  drawNoise(point);
  const radius = uniformNumber(word0), angle = uniformNumber(word1);
  drawNoise(next);
  normalPair(radius, angle, uniformNumber(word0), uniformNumber(word1));
  return f64x2.mul(f64x2.promote_low_f32x4(deviation), normal0);
}

/** Draws the words of an echo, by its number in the pulse; they repeat after NOISE_NUMBERS. */
@inline
function drawNoise(point: usize): void {
  const number = (load<u32>(point, Point.returnNumber) - 1) % NOISE_NUMBERS + 1;
  draw(load<u32>(point, Point.pulse), number, DRAW_RANGE);
}
