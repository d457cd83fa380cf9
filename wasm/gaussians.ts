// Gaussian decomposition: the waveform of a part as a sum of Gaussians (Wagner et al. 2006, ISPRS J. 60(2)). It starts
// from the summits; then steps of Levenberg and Marquardt (Marquardt 1963) go from Gaussian to Gaussian, with two
// neighbours at a time where they overlap.

import { receiver } from './addresses.generated';
import { findVertex, vertex, vertexBend, vertexPower } from './crossings';
import { firstBlock, mixedBlock, savedAt, secondBlock, solveStep, stepOf, storeRows } from './equations';
import { exponential } from './exponential';
import { FWHM_PER_SIGMA, Receiver } from './records.generated';
import { blindFor, hasRoom, isBlind, reportFound } from './reports';
import { nextSummit, openSummits, top, topPower, valleyAfter, valleyBefore } from './summits';
import { isSaturated, powerAt, waveCount, waveStart } from './wave';
import { room } from './work';

/** The most Gaussians of a part, and the number of steps of each. */
const GAUSSIANS_MAX: i32 = 15;
const SWEEPS: i32 = 8;
/** Sweeps end where no middle or width moves by more than this, in intervals. */
const STEP_MIN: f32 = 1e-3;
/** Samples count up to this many standard deviations from a Gaussian's middle. */
const FIT_REACH: f32 = 3;
/** Limits of a Gaussian's width, in standard deviations of the response. */
const NARROWEST: f32 = 0.3, WIDEST: f32 = 64;
/** The damping of steps: at first, and the factors by which it grows and falls. */
const DAMPING: f32 = 1e-3, MORE: f32 = 10, LESS: f32 = 0.1;
const ROOT_TURN: f32 = 2.5066283;

/**
 * By Gaussian: height (W), middle and standard deviation (intervals), damping, valleys on both sides; height, middle
 * and standard deviation at the start, and the greatest plausible height.
 */
@inline
function gaussianAt(j: i32): usize { return room() + <usize>j * GAUSSIAN_BYTES; }
const GAUSSIAN_BYTES: usize = 40;
/**
 * Greatest plausible height of a Gaussian, in heights of its summit; beyond clipped samples, that of a retroreflector.
 */
const HIGHEST: f32 = 2, HIGHEST_CLIPPED: f32 = 1000;
/**
 * Least plausible width: echoes are no narrower than the response; noise makes them seem so, but hardly below this
 * share of it.
 */
const NARROWEST_BELIEVED: f32 = 0.7;
let count: i32 = 0;

/** Reports the Gaussians of the open part. */
export function fitGaussians(): void {
  startFromSummits();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved: f32 = 0;
    for (let j = 0; j < count; j++) moved = max<f32>(moved, improve(j));
    if (moved < STEP_MIN) break;
  }
  for (let j = 0; j < count; j++) if (isLost(gaussianAt(j))) restartAround(j);
  for (let j = 0; j < count && hasRoom(); j++) reportGaussian(gaussianAt(j));
}

/** Whether a fit has left its summit: beyond its valleys, or in a shape that no echo has. */
function isLost(g: usize): bool {
  const height = load<f32>(g), middle = load<f32>(g, 4), spread = load<f32>(g, 8);
  if (middle < <f32>max<i32>(load<i32>(g, 16), 0) || middle > <f32>load<i32>(g, 20)) return true;
  return height > load<f32>(g, 36) || spread < NARROWEST_BELIEVED * load<f32>(receiver, Receiver.spread);
}

/** Resets a Gaussian, and the neighbours that were fitted with it, to the start. */
function restartAround(j: i32): void {
  for (let k = max<i32>(j - 1, 0); k <= min<i32>(j + 1, count - 1); k++)
    memory.copy(gaussianAt(k), gaussianAt(k) + 24, 12);
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
    store<f32>(g, vertexPower);
    store<f32>(g, vertex, 4);
    store<f32>(g, allowed(vertexBend > 0 ? <f32>1 / sqrt<f32>(vertexBend) : spread), 8);
    store<f32>(g, DAMPING, 12);
    store<i32>(g, valleyBefore == 0 ? -1 : valleyBefore, 16);
    store<i32>(g, valleyAfter, 20);
    store<f32>(g, vertexPower * (isSaturated(top) ? HIGHEST_CLIPPED : HIGHEST), 36);
    if (count > 1) narrow(count - 2);
  }
  for (let j = 0; j < count; j++) keepStart(gaussianAt(j), spread);
}

/** Keeps the start of a Gaussian, no narrower than the response. */
@inline
function keepStart(g: usize, narrowest: f32): void {
  memory.copy(g + 24, g, 8);
  store<f32>(g, max<f32>(load<f32>(g, 8), narrowest), 32);
}

/**
 * Limits the widths of a Gaussian and the next one to half of the distance between them: wider ones of the same height
 * would have one summit.
 */
function narrow(j: i32): void {
  const g = gaussianAt(j), next = gaussianAt(j + 1);
  const half: f32 = 0.5 * (load<f32>(next, 4) - load<f32>(g, 4));
  store<f32>(g, min<f32>(load<f32>(g, 8), half), 8);
  store<f32>(next, min<f32>(load<f32>(next, 8), half), 8);
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

/** Gaussians farther apart than this many of their standard deviations take their steps one by one. */
const APART: f32 = 6;

/** Whether a Gaussian overlaps the next one. */
@inline
function overlapsNext(j: i32): bool {
  if (j < 0 || j + 1 >= count) return false;
  const g = gaussianAt(j), next = gaussianAt(j + 1);
  return load<f32>(next, 4) - load<f32>(g, 4) < APART * max<f32>(load<f32>(g, 8), load<f32>(next, 8));
}

/**
 * Takes one step with a Gaussian, and the next one if they overlap, if that leaves a smaller residual; returns the
 * largest move of middles and widths that it wanted.
 */
function improve(j: i32): f32 {
  const isPair = overlapsNext(j);
  // The last of a row has taken its step with the one before.
  if (!isPair && overlapsNext(j - 1)) return 0;
  const g = gaussianAt(j), damping = load<f32>(g, 12), last = isPair ? j + 1 : j;
  const from = beginOf(j), to = endOf(last);
  const before = sumEquations(j, last, from, to);
  if (!solveStep(1 + damping, isPair)) return 0;
  const bytes = <usize>(last - j + 1) * GAUSSIAN_BYTES;
  memory.copy(savedAt(), g, bytes);
  let moved = moveBy(j, firstBlock());
  if (isPair) moved = max<f32>(moved, moveBy(last, secondBlock()));
  if (squaresLeft(from, to) <= before) {
    store<f32>(g, damping * LESS, 12);
    return moved;
  }
  memory.copy(g, savedAt(), bytes);
  store<f32>(g, damping * MORE, 12);
  return moved;
}

/** The range of samples to which a Gaussian is fitted. */
@inline
function beginOf(j: i32): i32 {
  return max<i32>(0, <i32>Mathf.ceil(load<f32>(gaussianAt(j), 4) - FIT_REACH * load<f32>(gaussianAt(j), 8)));
}
@inline
function endOf(j: i32): i32 {
  return min<i32>(
    waveCount - 1, <i32>Mathf.floor(load<f32>(gaussianAt(j), 4) + FIT_REACH * load<f32>(gaussianAt(j), 8)),
  );
}

/**
 * Moves a Gaussian by the step of its block, but lets it lose no more than half of its height and its width; returns
 * the largest move of its middle and its width that the step wanted.
 */
function moveBy(j: i32, block: usize): f32 {
  const g = gaussianAt(j), spread = load<f32>(g, 8);
  const aside = stepOf(block, 1), wider = stepOf(block, 2);
  store<f32>(g, max<f32>(load<f32>(g) + stepOf(block, 0), 0.5 * load<f32>(g)));
  store<f32>(g, load<f32>(g, 4) + min<f32>(max<f32>(aside, -spread), spread), 4);
  store<f32>(g, allowed(max<f32>(spread + wider, 0.5 * spread)), 8);
  return max<f32>(abs<f32>(aside), abs<f32>(wider));
}

/**
 * Sums up the normal equations of one Gaussian or two, the second of them `last`, over samples; returns the residual
 * sum of squares.
 */
function sumEquations(first: i32, last: i32, from: i32, to: i32): f32 {
  const zero = f32x4.splat(0);
  let a0 = zero, a1 = zero, a2 = zero, m0 = zero, m1 = zero, m2 = zero, b0 = zero, b1 = zero, b2 = zero;
  let squares: f32 = 0;
  for (let k = from; k <= to; k++) {
    if (isSaturated(k)) continue;
    const left = powerAt(k) - modelAt(k);
    squares += left * left;
    const a = slopesOf(first, k, left);
    a0 = f32x4.add(a0, f32x4.mul(a, f32x4.splat(f32x4.extract_lane(a, 0))));
    a1 = f32x4.add(a1, f32x4.mul(a, f32x4.splat(f32x4.extract_lane(a, 1))));
    a2 = f32x4.add(a2, f32x4.mul(a, f32x4.splat(f32x4.extract_lane(a, 2))));
    if (first == last) continue;
    const b = slopesOf(last, k, left);
    m0 = f32x4.add(m0, f32x4.mul(b, f32x4.splat(f32x4.extract_lane(a, 0))));
    m1 = f32x4.add(m1, f32x4.mul(b, f32x4.splat(f32x4.extract_lane(a, 1))));
    m2 = f32x4.add(m2, f32x4.mul(b, f32x4.splat(f32x4.extract_lane(a, 2))));
    b0 = f32x4.add(b0, f32x4.mul(b, f32x4.splat(f32x4.extract_lane(b, 0))));
    b1 = f32x4.add(b1, f32x4.mul(b, f32x4.splat(f32x4.extract_lane(b, 1))));
    b2 = f32x4.add(b2, f32x4.mul(b, f32x4.splat(f32x4.extract_lane(b, 2))));
  }
  storeRows(firstBlock(), a0, a1, a2);
  storeRows(mixedBlock(), m0, m1, m2);
  storeRows(secondBlock(), b0, b1, b2);
  return squares;
}

/** The residual sum of squares over samples. */
function squaresLeft(from: i32, to: i32): f32 {
  let squares: f32 = 0;
  for (let k = from; k <= to; k++) {
    if (isSaturated(k)) continue;
    const left = powerAt(k) - modelAt(k);
    squares += left * left;
  }
  return squares;
}

/** Derivatives of a Gaussian at a sample by its height, middle and standard deviation; behind them, the residual. */
@inline
function slopesOf(j: i32, k: i32, left: f32): v128 {
  const g = gaussianAt(j), inverse: f32 = 1 / load<f32>(g, 8);
  const t = (<f32>k - load<f32>(g, 4)) * inverse;
  const byHeight = bell(t), byMiddle = load<f32>(g) * byHeight * t * inverse;
  const pair = f32x4.replace_lane(f32x4.splat(byHeight), 1, byMiddle);
  return f32x4.replace_lane(f32x4.replace_lane(pair, 2, byMiddle * t), 3, left);
}

/** The sum of all Gaussians at a sample. */
function modelAt(k: i32): f32 {
  let sum: f32 = 0;
  for (let j = 0; j < count; j++) {
    const g = gaussianAt(j), t = (<f32>k - load<f32>(g, 4)) / load<f32>(g, 8);
    if (abs<f32>(t) < APART) sum += load<f32>(g) * bell(t);
  }
  return sum;
}

@inline
function bell(t: f32): f32 { return f32x4.extract_lane(exponential(f32x4.splat(-0.5 * t * t)), 0); }
