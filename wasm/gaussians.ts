// Gaussian decomposition: the waveform of a part as a sum of Gaussians (Wagner et al. 2006, ISPRS J. 60(2)). It starts from the summits;
// then each Gaussian in turn takes a step of Levenberg and Marquardt (Marquardt 1963) towards what the others leave of the waveform.

import { receiver } from './addresses.generated';
import { findVertex, vertex, vertexBend, vertexPower } from './crossings';
import { exponential } from './exponential';
import { FWHM_PER_SIGMA, Receiver } from './records.generated';
import { blindFor, hasRoom, isBlind, reportFound } from './reports';
import { nextSummit, openSummits, topPower, valleyAfter, valleyBefore } from './summits';
import { isSaturated, powerAt, waveCount, waveStart } from './wave';
import { room } from './work';

/** The most Gaussians of a part, and how often each takes a step. */
const GAUSSIANS_MAX: i32 = 15;
const SWEEPS: i32 = 8;
/** Sweeps end where no middle or width moves by more than this, in intervals. */
const STEP_MIN: f32 = 1e-3;
/** Samples count up to this many standard deviations from a Gaussian's middle. */
const FIT_REACH: f32 = 3;
/** A Gaussian is at least and at most so wide, in standard deviations of the response. */
const NARROWEST: f32 = 0.3, WIDEST: f32 = 64;
/** The damping of steps, at first, and what it grows and falls by. */
const DAMPING: f32 = 1e-3, MORE: f32 = 10, LESS: f32 = 0.1;
const ROOT_TURN: f32 = 2.5066283;

/** By Gaussian: height (W), middle and standard deviation (intervals), damping, valleys on both sides. */
@inline
function gaussianAt(j: i32): usize { return room() + <usize>j * 24; }
let count: i32 = 0;

/** Reports the Gaussians of the open part. */
export function fitGaussians(): void {
  startFromSummits();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved: f32 = 0;
    for (let j = 0; j < count; j++) moved = max<f32>(moved, improve(j));
    if (moved < STEP_MIN) break;
  }
  for (let j = 0; j < count && hasRoom(); j++) reportGaussian(gaussianAt(j));
}

/** One Gaussian for each summit above the threshold. */
function startFromSummits(): void {
  const threshold = load<f32>(receiver, Receiver.threshold), spread = load<f32>(receiver, Receiver.spread);
  count = 0;
  openSummits();
  while (count < GAUSSIANS_MAX && nextSummit()) {
    if (!(topPower >= threshold)) continue;
    findVertex();
    const g = gaussianAt(count++);
    const width: f32 = vertexBend > 0 ? <f32>1 / sqrt<f32>(vertexBend) : spread;
    store<f32>(g, vertexPower);
    store<f32>(g, vertex, 4);
    store<f32>(g, allowed(width), 8);
    store<f32>(g, DAMPING, 12);
    store<i32>(g, valleyBefore == 0 ? -1 : valleyBefore, 16);
    store<i32>(g, valleyAfter, 20);
  }
}

/** The nearest standard deviation that a Gaussian may have. */
@inline
function allowed(spread: f32): f32 {
  const plain = load<f32>(receiver, Receiver.spread);
  return min<f32>(max<f32>(spread, NARROWEST * plain), WIDEST * plain);
}

function reportGaussian(g: usize): void {
  const place = load<f32>(g, 4), spread = load<f32>(g, 8);
  if (isBlind(<f32>waveStart + place)) return;
  const area = load<f32>(g) * spread * ROOT_TURN * load<f32>(receiver, Receiver.interval);
  reportFound(place, load<i32>(g, 16), load<i32>(g, 20), area, <f32>FWHM_PER_SIGMA * spread);
  blindFor(load<f32>(receiver, Receiver.recovery), <f32>waveStart + place);
}

/** Normal equations of a step: the matrix's upper half and the right-hand side; the sum of squares that is left. */
let m00: f32 = 0, m01: f32 = 0, m02: f32 = 0, m11: f32 = 0, m12: f32 = 0, m22: f32 = 0;
let r0: f32 = 0, r1: f32 = 0, r2: f32 = 0, squares: f32 = 0;

/** Takes one step with a Gaussian, if that leaves less of the waveform; returns how far its middle and its width were to move. */
function improve(j: i32): f32 {
  const g = gaussianAt(j);
  const height = load<f32>(g), middle = load<f32>(g, 4), spread = load<f32>(g, 8), damping = load<f32>(g, 12);
  const reach = FIT_REACH * spread;
  const from = max<i32>(0, <i32>Mathf.ceil(middle - reach)), to = min<i32>(waveCount - 1, <i32>Mathf.floor(middle + reach));
  sumEquations(j, from, to);
  const before = squares;
  if (!solveStep(1 + damping)) return 0;
  const moved = max<f32>(abs<f32>(r1), abs<f32>(r2));
  store<f32>(g, max<f32>(height + r0, 0));
  store<f32>(g, middle + min<f32>(max<f32>(r1, -spread), spread), 4);
  store<f32>(g, allowed(spread + r2), 8);
  store<f32>(g, damping * LESS, 12);
  sumEquations(j, from, to);
  if (squares <= before) return moved;
  store<f32>(g, height);
  store<f32>(g, middle, 4);
  store<f32>(g, spread, 8);
  store<f32>(g, damping * MORE, 12);
  return moved;
}

/** Sums up the normal equations of a Gaussian over samples. */
function sumEquations(own: i32, from: i32, to: i32): void {
  const g = gaussianAt(own);
  const height = load<f32>(g), middle = load<f32>(g, 4), inverse: f32 = 1 / load<f32>(g, 8);
  m00 = 0; m01 = 0; m02 = 0; m11 = 0; m12 = 0; m22 = 0;
  r0 = 0; r1 = 0; r2 = 0; squares = 0;
  for (let k = from; k <= to; k++) {
    if (isSaturated(k)) continue;
    const t = (<f32>k - middle) * inverse;
    const j0 = bell(t), j1 = height * j0 * t * inverse, j2 = j1 * t;
    const left = powerAt(k) - othersAt(own, k) - height * j0;
    m00 += j0 * j0; m01 += j0 * j1; m02 += j0 * j2; m11 += j1 * j1; m12 += j1 * j2; m22 += j2 * j2;
    r0 += j0 * left; r1 += j1 * left; r2 += j2 * left;
    squares += left * left;
  }
}

/** The sum of all other Gaussians at a sample. */
function othersAt(own: i32, k: i32): f32 {
  let sum: f32 = 0;
  for (let j = 0; j < count; j++) {
    if (j == own) continue;
    const g = gaussianAt(j);
    sum += load<f32>(g) * bell((<f32>k - load<f32>(g, 4)) / load<f32>(g, 8));
  }
  return sum;
}

@inline
function bell(t: f32): f32 { return f32x4.extract_lane(exponential(f32x4.splat(-0.5 * t * t)), 0); }

/** Solves the equations, their diagonal times `grown`, by Cholesky's decomposition, into r0, r1, r2; returns whether it could. */
function solveStep(grown: f32): bool {
  const l00 = sqrt<f32>(m00 * grown);
  const l10 = m01 / l00, l20 = m02 / l00;
  const l11 = sqrt<f32>(m11 * grown - l10 * l10);
  const l21 = (m12 - l20 * l10) / l11;
  const l22 = sqrt<f32>(m22 * grown - l20 * l20 - l21 * l21);
  // Also false if one of them is no number.
  if (!(l00 > 0 && l11 > 0 && l22 > 0)) return false;
  const y0 = r0 / l00, y1 = (r1 - l10 * y0) / l11;
  r2 = (r2 - l20 * y0 - l21 * y1) / l22 / l22;
  r1 = (y1 - l21 * r2) / l11;
  r0 = (y0 - l10 * r1 - l20 * r2) / l00;
  return true;
}
