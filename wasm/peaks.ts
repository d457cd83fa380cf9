// Echoes as peaks of the waveform: every hit adds the received pulse at its range, and every maximum of the sum above
// the least power that the receiver notices is a return. Its hits are those up to the lowest places beside it, so
// returns do not depend on the number of subrays, as soon as these are dense enough. Pulses are Gaussian. Within one
// standard deviation of each other their sum has one maximum, since it is concave wherever all of them are: most pulses
// meet one surface, or several that are far apart, and need no waveform.

import { instrument } from './addresses.generated';
import { exponential } from './exponential';
import { farthestHit, hitsEnd, lanesBetween, nearestBeyond, nearestHit } from './extent';
import { admits } from './gate';
import { Hit, Instrument, NOTCH, Point } from './records.generated';
import { makeReturn } from './returns';
import { middles, stretches, stretchPulses } from './shares';
import { energy, meanRange, meanSquare, sumBetween, totals } from './sums';
import { advance, binWidth, level, openWaveform, place } from './waveform';
import { findWindow, openWindow, windowFirst, windowLast } from './window';
import { hitField } from './work';

/** Below this extent, in standard deviations of the pulse, the peak is at the mean of the ranges: to 5·10⁻⁵ of one. */
const NARROW: f32 = 0.1;

/**
 * Largest step towards a maximum, in standard deviations of the pulse: half of the distance between two places of the
 * waveform.
 */
const STEP_MAX: f64 = 0.125;
/** A step shorter than this is the last one, since the next would be its square; and the greatest number of steps. */
const STEP_MIN: f64 = 0.01;
const STEPS: i32 = 4;

/** Writes the returns of a pulse to `out`, `most` at most; returns their number. */
export function findPeaks(pulse: usize, rays: usize, hits: usize, most: i32, out: usize): i32 {
  const spread = load<f32>(instrument, Instrument.pulseSpread);
  if (farthestHit - nearestHit <= spread) {
    openWindow(nearestHit, farthestHit);
    return recordOnly(pulse, rays, hits, spread, out);
  }
  stretchPulses(pulse, rays, hits);
  let found = 0;
  windowLast = -1;
  while (found < most && findWindow(hits, windowLast)) {
    const next = out + <usize>found * Point.SIZE;
    found += windowLast - windowFirst <= spread
      ? recordOnly(pulse, rays, hits, spread, next)
      : searchWaveform(pulse, rays, hits, most - found, next);
  }
  return found;
}

/** The peak in work: its distance beyond the window's first hit, and the waveform there, an energy. */
let peakPlace: f64 = 0, peakLevel: f64 = 0;

/** Records the only peak of a window, whose hits lie within one standard deviation; returns the number of returns. */
function recordOnly(pulse: usize, rays: usize, hits: usize, spread: f32, out: usize): i32 {
  sumBetween(pulse, rays, hits, windowFirst, windowLast);
  peakAtMean(spread);
  if (windowLast - windowFirst > NARROW * spread) climb(hits, peakPlace, false);
  return i32(recordPeak(pulse, hits, windowFirst, windowLast, out));
}

/** The peak of hits that are so close together that it lies at their mean; to second order in their distances. */
@inline
function peakAtMean(spread: f32): void {
  const variance = meanSquare - meanRange * meanRange;
  peakPlace = meanRange;
  peakLevel = <f64>energy * (1 - 0.5 * variance / (<f64>spread * <f64>spread));
}

/**
 * Looks for the maximum of the waveform near a place `from` metres beyond the window's first hit, by Newton's method on
 * its logarithm, which is nearly a parabola there. Sets peakPlace and peakLevel.
 */
@inline
function climb(hits: usize, from: f64, stretched: bool): void {
  peakPlace = from;
  let left = STEPS;
  while (abs<f64>(stepUp(hits, stretched)) > STEP_MIN && --left > 0) {}
  peakLevel = levelHere * Math.exp(growth);
}

/** The waveform at the start of the last step, and the logarithm of its growth from there to the step's end. */
let levelHere: f64 = 0, growth: f64 = 0;

/**
 * Goes from peakPlace to the vertex of the parabola there, STEP_MAX at most; returns the distance in standard
 * deviations of the pulse.
 */
@inline
function stepUp(hits: usize, stretched: bool): f64 {
  const near = f32x4.splat(windowFirst), far = f32x4.splat(windowLast), one = f32x4.splat(1);
  const spread = load<f32>(instrument, Instrument.pulseSpread);
  const inverse = f32x4.splat(1 / spread), middle = f32x4.splat(<f32>peakPlace);
  const places = stretched ? middles : hitField(hits, Hit.distance);
  let sum = f32x4.splat(0), slope = sum, bend = sum;
  for (let k: usize = 0; k < hitsEnd; k += 16) {
    const lanes = lanesBetween(hits + k, near, far);
    if (!v128.any_true(lanes)) continue;
    const beyond = f32x4.sub(f32x4.sub(v128.load(places + k), near), middle);
    let t = f32x4.mul(beyond, inverse), e = v128.load(hitField(hits, Hit.energy) + k);
    const narrow = stretched ? f32x4.div(one, v128.load(stretches() + k)) : one;
    if (stretched) {
      t = f32x4.mul(t, narrow);
      e = f32x4.mul(e, narrow);
    }
    t = v128.and(t, lanes);
    const w = f32x4.mul(v128.and(e, lanes), exponential(f32x4.mul(f32x4.mul(t, t), f32x4.splat(-0.5))));
    sum = f32x4.add(sum, w);
    let steep = f32x4.mul(w, t), bent = f32x4.mul(w, f32x4.sub(f32x4.mul(t, t), one));
    if (stretched) {
      steep = v128.and(f32x4.mul(steep, narrow), lanes);
      bent = v128.and(f32x4.mul(bent, f32x4.mul(narrow, narrow)), lanes);
    }
    slope = f32x4.add(slope, steep);
    bend = f32x4.add(bend, bent);
  }
  const sums = totals(sum, slope, bend, bend), p = <f64>f32x4.extract_lane(sums, 0);
  const p1 = <f64>f32x4.extract_lane(sums, 1) / p, p2 = <f64>f32x4.extract_lane(sums, 2) / p;
  const fall = p1 * p1 - p2;
  const step = fall > 0 ? max<f64>(-STEP_MAX, min<f64>(STEP_MAX, p1 / fall)) : 0;
  peakPlace += step * <f64>spread;
  levelHere = p;
  growth = p1 * step - 0.5 * fall * step * step;
  return step;
}

/**
 * Writes the echo of the hits between two ranges, which are summed up, if its peak is strong enough; returns whether it
 * is recorded.
 */
function recordPeak(pulse: usize, hits: usize, from: f32, to: f32, out: usize): bool {
  const power = peakLevel * <f64>load<f32>(instrument, Instrument.peakRate);
  if (!(power >= <f64>load<f32>(instrument, Instrument.minPower))) return false;
  makeReturn(pulse, hits, from, to, peakPlace - (<f64>(from - windowFirst) + meanRange), out);
  return admits(out);
}

// ---- along the waveform of a window ---------------------------------------------------------------------------------

/** The lowest place behind the last peak, and the waveform there. */
let valleyPlace: f32 = 0, valleyLevel: f32 = 0;
/** Range up to which all hits belong to finished peaks. */
let done: f32 = 0;

/** Goes along the waveform of a window and records its peaks, `most` at most; returns their number. */
function searchWaveform(pulse: usize, rays: usize, hits: usize, most: i32, out: usize): i32 {
  openWaveform(hits);
  let found = 0;
  done = -1;
  peakLevel = 0;
  let before: f32 = 0, here: f32 = 0;
  while (found < most && advance()) {
    if (here > before && here >= level) {
      if (endsPeak(here))
        found += i32(recordEcho(pulse, rays, hits, windowFirst + valleyPlace, out + <usize>found * Point.SIZE));
      if (here > <f32>peakLevel) keepPeak(hits, before, here, level);
    } else if (here < valleyLevel) {
      valleyLevel = here;
      valleyPlace = place - binWidth;
    }
    before = here;
    here = level;
  }
  if (found < most && peakLevel > 0)
    found += i32(recordEcho(pulse, rays, hits, windowLast, out + <usize>found * Point.SIZE));
  return found;
}

/** Whether the waveform has fallen far enough before this maximum for the peak before it to be one of its own. */
@inline
function endsPeak(here: f32): bool {
  return peakLevel > 0 && valleyLevel < (1 - NOTCH) * min<f32>(<f32>peakLevel, here);
}

/**
 * Keeps the maximum of three neighbouring places as the last peak: near the vertex of the parabola
 * through their logarithms.
 */
function keepPeak(hits: usize, before: f32, here: f32, after: f32): void {
  const rise = before > 0 ? Math.log(here / before) : 0, fall = after > 0 ? Math.log(here / after) : 0;
  const offset = rise + fall > 0 ? 0.5 * (rise - fall) / (rise + fall) : 0;
  climb(hits, <f64>place + (offset - 1) * <f64>binWidth, true);
  valleyLevel = here;
  valleyPlace = place - binWidth;
}

/** Records the last peak with its hits, those beyond `done` up to a range; returns whether it is strong enough. */
function recordEcho(pulse: usize, rays: usize, hits: usize, to: f32, out: usize): bool {
  const from = done < 0 ? windowFirst : nearestBeyond(hits, done);
  done = to;
  let isRecorded = false;
  if (from <= to) {
    sumBetween(pulse, rays, hits, from, to);
    isRecorded = recordPeak(pulse, hits, from, to, out);
  }
  peakLevel = 0;
  return isRecorded;
}
