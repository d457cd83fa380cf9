// Places of the receiver's responses to a pulse's hits on its clock.

import { receiver } from './addresses.generated';
import { ticksPerMetre } from './clock';
import { farthestHit, lanesBetween, nearestHit } from './extent';
import { begins, ends, NEVER } from './parts';
import { COPIES_REACH, Receiver } from './records.generated';
import { middles, stretches } from './shares';
import { scratch, stride } from './work';

/** By hit: its place behind the sample before it, in intervals. */
@inline
export function fractions(): usize { return scratch + 3 * stride; }

/** Excess reach of a hit's stretched response beyond the response itself, in intervals; 0 if it is not stretched. */
@inline
export function copiesReach(stretch: f32): f32 {
  if (!(stretch > 1)) return 0;
  return COPIES_REACH * sqrt<f32>(stretch * stretch - 1) * load<f32>(receiver, Receiver.spread);
}

/** Places the responses of all hits on the clock of a receiver. */
export function placeHits(hits: usize): void {
  const perMetre = f64x2.splat(ticksPerMetre()), from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  const firstTap = v128.load32_splat(receiver, Receiver.firstTap);
  const behind = i32x4.add(firstTap, v128.load32_splat(receiver, Receiver.taps));
  for (let k: usize = 0; k < stride; k += 16) {
    const distance = v128.load(middles + k);
    const low = f64x2.mul(f64x2.promote_low_f32x4(distance), perMetre), lowBefore = f64x2.floor(low);
    const high = f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<i64>(distance, distance, 1, 1)), perMetre);
    const highBefore = f64x2.floor(high);
    const before = v128.shuffle<i64>(
      i32x4.trunc_sat_f64x2_s_zero(lowBefore), i32x4.trunc_sat_f64x2_s_zero(highBefore), 0, 2,
    );
    const fraction = v128.shuffle<i64>(
      f32x4.demote_f64x2_zero(f64x2.sub(low, lowBefore)), f32x4.demote_f64x2_zero(f64x2.sub(high, highBefore)), 0, 2);
    const reach = reachesOf(v128.load(stretches() + k));
    const begin = i32x4.add(
      i32x4.add(before, i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.sub(fraction, reach)))), firstTap,
    );
    const end = i32x4.add(i32x4.add(before, i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(fraction, reach)))), behind);
    v128.store(fractions() + k, fraction);
    v128.store(
      begins() + k,
      v128.bitselect(i32x4.max_s(begin, i32x4.splat(0)), i32x4.splat(NEVER), lanesBetween(hits + k, from, to)),
    );
    v128.store(ends() + k, end);
  }
}

/** Like copiesReach, for four hits. */
@inline
function reachesOf(stretch: v128): v128 {
  const one = f32x4.splat(1);
  const wider = f32x4.sqrt(f32x4.sub(f32x4.mul(stretch, stretch), one));
  const reach = f32x4.mul(f32x4.mul(f32x4.splat(COPIES_REACH), wider), v128.load32_splat(receiver, Receiver.spread));
  return v128.and(reach, f32x4.gt(stretch, one));
}
