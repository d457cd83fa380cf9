// Shares of the energy that fall with the range R, those of HELIOS++'s models of energy (docs/radiometry.md):
//   share · exp(−inner/g(R)) · (1 − exp(−band/g(R))),   g(R) = waist · (1 − R/focus)² + growth · R² + near/R²
// with three numbers of the subray and four of the leg. Four subrays a vector.

import { instrument, subrays } from './addresses.generated';
import { exponential } from './exponential';
import { Hit, Instrument, SubrayBlock } from './records.generated';
import { drawnBlocks, hitField, rayBytes, weights } from './work';

/**
 * Shares of the energy at the ranges of a pulse's hits; returns their address: in the room of drawn places, which such
 * a layout does not use.
 */
export function falloff(pulseHits: usize): usize {
  let bands = subrays + 2 * (rayBytes >> 4) * SubrayBlock.SIZE;
  for (let k: usize = 0; k < rayBytes; k += 16) {
    const g = spotAt(v128.load(hitField(pulseHits + k, Hit.distance)));
    const inside = exponential(f32x4.neg(f32x4.div(v128.load(bands, SubrayBlock.x), g)));
    const share = f32x4.mul(
      f32x4.mul(v128.load(weights + k), inside), lossOf(f32x4.div(v128.load(bands, SubrayBlock.y), g)),
    );
    v128.store(drawnBlocks + k, share);
    bands += SubrayBlock.SIZE;
  }
  return drawnBlocks;
}

/** g at a range. */
@inline
function spotAt(range: v128): v128 {
  const square = f32x4.mul(range, range);
  const focus = f32x4.sub(f32x4.splat(1), f32x4.mul(v128.load32_splat(instrument, Instrument.falloffPerFocus), range));
  const waist = f32x4.mul(v128.load32_splat(instrument, Instrument.falloffWaist), f32x4.mul(focus, focus));
  const near = f32x4.div(v128.load32_splat(instrument, Instrument.falloffNear), square);
  return f32x4.add(f32x4.add(waist, f32x4.mul(v128.load32_splat(instrument, Instrument.falloffGrowth), square)), near);
}

/** 1 − exp(−x) for x from 0 on, by its series where the difference would lose digits. */
@inline
function lossOf(x: v128): v128 {
  let sum = f32x4.sub(f32x4.splat(1), f32x4.mul(x, f32x4.splat(1.0 / 6)));
  sum = f32x4.sub(f32x4.splat(1), f32x4.mul(f32x4.mul(x, f32x4.splat(1.0 / 5)), sum));
  sum = f32x4.sub(f32x4.splat(1), f32x4.mul(f32x4.mul(x, f32x4.splat(1.0 / 4)), sum));
  sum = f32x4.sub(f32x4.splat(1), f32x4.mul(f32x4.mul(x, f32x4.splat(1.0 / 3)), sum));
  sum = f32x4.sub(f32x4.splat(1), f32x4.mul(f32x4.mul(x, f32x4.splat(0.5)), sum));
  const difference = f32x4.sub(f32x4.splat(1), exponential(f32x4.neg(x)));
  return v128.bitselect(f32x4.mul(x, sum), difference, f32x4.lt(x, f32x4.splat(0.25)));
}
