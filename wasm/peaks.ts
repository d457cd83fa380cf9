// Echoes as peaks of the waveform: every hit adds the received pulse at its range, and every maximum of the sum above the least power
// that the receiver notices is a return. Its hits are those up to the lowest places beside it, so returns do not depend on the number
// of subrays, as soon as these are dense enough. Pulses are Gaussian. Within one standard deviation of each other their sum has one
// maximum, since it is concave wherever all of them are: most pulses meet one surface, and need no waveform.

import { instrument } from './addresses.generated';
import { exponential } from './exponential';
import { farthestHit, nearestBeyond, nearestHit } from './extent';
import { Hit, Instrument, NOTCH, Point } from './records.generated';
import { makeReturn } from './returns';
import { energy, lanesBetween, ranges, squares, sumBetween, total } from './sums';
import { advance, binWidth, level, openWaveform, place } from './waveform';
import { hitField, stride } from './work';

/** Below this extent, in standard deviations of the pulse, the peak is at the mean of the ranges: to 5·10⁻⁵ of one. */
const NARROW: f32 = 0.1;

/** Writes the returns of a pulse to `out`, `most` at most; returns their number. */
export function findPeaks(pulse: usize, rays: usize, hits: usize, most: i32, out: usize): i32 {
  const spread = load<f32>(instrument, Instrument.pulseSpread);
  const extent = farthestHit - nearestHit;
  if (extent <= spread) {
    sumBetween(pulse, rays, hits, nearestHit, farthestHit);
    if (extent <= NARROW * spread) peakAtMean(spread);
    else climb(hits, spread);
    return i32(recordPeak(pulse, hits, nearestHit, farthestHit, peakShift, peakPower, out));
  }
  return searchWaveform(pulse, rays, hits, most, out);
}

/** Of the peak of the hits summed up last: its distance beyond their mean range, its power. */
let peakShift: f64 = 0, peakPower: f64 = 0;

/** The peak of hits that are so close together that it lies at their mean; to second order in their distances. */
@inline
function peakAtMean(spread: f32): void {
  const mean = <f64>ranges / <f64>energy;
  const variance = <f64>squares / <f64>energy - mean * mean;
  peakShift = 0;
  peakPower = <f64>energy * <f64>load<f32>(instrument, Instrument.peakRate) * (1 - 0.5 * variance / (<f64>spread * <f64>spread));
}

/** The peak of all hits, by a step of Newton's method from their mean on the logarithm of the waveform, which is nearly a parabola. */
function climb(hits: usize, spread: f32): void {
  const mean = ranges / energy;
  const from = f32x4.splat(nearestHit), to = f32x4.splat(farthestHit);
  const inverse = f32x4.splat(1 / spread), middle = f32x4.splat(nearestHit + mean);
  let sum = f32x4.splat(0), slope = sum, bend = sum;
  for (let k: usize = 0; k < stride; k += 16) {
    const lanes = lanesBetween(hits + k, from, to);
    const t = v128.and(f32x4.mul(f32x4.sub(v128.load(hitField(hits, Hit.distance) + k), middle), inverse), lanes);
    const square = f32x4.mul(t, t);
    const e = v128.and(v128.load(hitField(hits, Hit.energy) + k), lanes);
    const w = f32x4.mul(e, exponential(f32x4.mul(square, f32x4.splat(-0.5))));
    sum = f32x4.add(sum, w);
    slope = f32x4.add(slope, f32x4.mul(w, t));
    bend = f32x4.add(bend, f32x4.mul(w, f32x4.sub(square, f32x4.splat(1))));
  }
  const p = <f64>total(sum), p1 = <f64>total(slope) / p, p2 = <f64>total(bend) / p;
  const step = p1 / (p1 * p1 - p2);
  peakShift = step * <f64>spread;
  peakPower = p * Math.exp(0.5 * p1 * step) * <f64>load<f32>(instrument, Instrument.peakRate);
}

/** Writes the echo of the hits between two ranges, which are summed up, if its peak is strong enough; returns whether it was. */
function recordPeak(pulse: usize, hits: usize, from: f32, to: f32, shift: f64, power: f64, out: usize): bool {
  if (!(power >= <f64>load<f32>(instrument, Instrument.minPower))) return false;
  makeReturn(pulse, hits, from, to, shift, out);
  return true;
}

// ---- along the waveform -----------------------------------------------------------------------------------------------------------

// Of the last peak that is not yet recorded: its distance beyond the nearest hit, and the waveform there; 0: none. Likewise of the lowest
// place behind it.
let peakPlace: f64 = 0, peakLevel: f64 = 0;
let valleyPlace: f64 = 0, valleyLevel: f64 = 0;
/** Range up to which all hits belong to recorded peaks. */
let done: f32 = 0;

/** Goes along the waveform of a pulse and records its peaks. */
function searchWaveform(pulse: usize, rays: usize, hits: usize, most: i32, out: usize): i32 {
  openWaveform(pulse, rays, hits);
  let found = 0;
  done = -1;
  peakLevel = 0;
  let before: f64 = 0, here: f64 = 0;
  while (found < most && advance()) {
    if (here > before && here >= level) {
      if (endsPeak(here)) found += i32(recordEcho(pulse, rays, hits, nearestHit + <f32>valleyPlace, out + <usize>found * Point.SIZE));
      keepPeak(before, here, level);
    } else if (here < valleyLevel) {
      valleyLevel = here;
      valleyPlace = place - binWidth;
    }
    before = here;
    here = level;
  }
  if (found < most && peakLevel > 0)
    found += i32(recordEcho(pulse, rays, hits, farthestHit, out + <usize>found * Point.SIZE));
  return found;
}

/** Whether the waveform has fallen far enough before this maximum for the peak before it to be one of its own. */
@inline
function endsPeak(here: f64): bool {
  return peakLevel > 0 && valleyLevel < (1 - <f64>NOTCH) * min<f64>(peakLevel, here);
}

/**
 * Keeps the maximum of three neighbouring places as the last peak, unless the one that is kept is the same and higher. A parabola
 * through the logarithms says where it lies between them: exactly, for a single pulse.
 */
function keepPeak(before: f64, here: f64, after: f64): void {
  const rise = before > 0 ? Math.log(here / before) : 0, fall = after > 0 ? Math.log(here / after) : 0;
  const offset = rise + fall > 0 ? 0.5 * (rise - fall) / (rise + fall) : 0;
  const top = here * Math.exp(0.25 * (rise - fall) * offset);
  if (peakLevel > top && !endsPeak(here)) return;
  peakLevel = top;
  peakPlace = place + (offset - 1) * binWidth;
  valleyLevel = here;
  valleyPlace = place;
}

/** Records the last peak with its hits, those beyond `done` up to a range; returns whether it is strong enough. */
function recordEcho(pulse: usize, rays: usize, hits: usize, to: f32, out: usize): bool {
  const from = nearestBeyond(hits, done);
  done = to;
  if (from > to) return false;
  sumBetween(pulse, rays, hits, from, to);
  const mean = <f64>from + <f64>ranges / <f64>energy;
  const shift = <f64>nearestHit + peakPlace - mean;
  return recordPeak(pulse, hits, from, to, shift, peakLevel * <f64>load<f32>(instrument, Instrument.peakRate), out);
}
