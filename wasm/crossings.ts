// Places at the last summit of a waveform, in intervals from the part's first sample on: its vertex, and its crossings
// of a power on the way up and down.

import { logarithm } from './logarithm';
import { top, topEnd, topPower, valleyAfter, valleyBefore } from './summits';
import { isSaturated, powerAt, waveCount } from './wave';

/**
 * The vertex of the summit, and its power, W; twice the fall of the logarithm over one interval: 1/σ² of a Gaussian.
 */
export let vertex: f32 = 0, vertexPower: f32 = 0, vertexBend: f32 = 0;

/**
 * Finds the vertex: of the parabola through the logarithms of the highest sample and its neighbours,
 * or the middle of a plateau.
 */
export function findVertex(): void {
  vertex = 0.5 * <f32>(top + topEnd);
  vertexPower = topPower;
  vertexBend = 0;
  if (top != topEnd || top == 0 || top == waveCount - 1 || isSaturated(top)) return;
  const before = powerAt(top - 1), after = powerAt(top + 1);
  if (!(before > 0 && after > 0)) return;
  const rise = ratioLog(topPower, before), fall = ratioLog(topPower, after);
  const bend = rise + fall;
  if (!(bend > 0)) return;
  const offset: f32 = 0.5 * (rise - fall) / bend;
  vertex += offset;
  vertexPower = topPower * <f32>Math.exp(<f64>(0.25 * (rise - fall) * offset));
  vertexBend = bend;
}

/** Place at which the waveform last rises to a power before the summit; −1 if it is above it from the valley on. */
export function crossUp(power: f32): f32 {
  let k = top;
  while (k > valleyBefore && powerAt(k - 1) >= power) k--;
  if (k == valleyBefore) return k == 0 && powerAt(0) >= power ? 0 : -1;
  return <f32>k - 1 + crossing(powerAt(k - 1), powerAt(k), power);
}

/** Place at which the waveform first falls to a power behind the summit; −1 if it stays above it up to the valley. */
export function crossDown(power: f32): f32 {
  let k = topEnd;
  while (k < valleyAfter && powerAt(k + 1) >= power) k++;
  if (k == valleyAfter) return -1;
  return <f32>k + 1 - crossing(powerAt(k + 1), powerAt(k), power);
}

/**
 * Place of a power between two samples. On the flanks of a Gaussian with the height V, √(ln V/P) is linear; without
 * light below, the power itself.
 */
@inline
function crossing(below: f32, above: f32, power: f32): f32 {
  if (!(below > 0)) return (power - below) / (above - below);
  const lower = steps(below);
  return (lower - steps(power)) / (lower - steps(above));
}

/** √(ln V/P): for a Gaussian, √½ times the standard deviations from its middle. */
@inline
function steps(power: f32): f32 { return sqrt<f32>(max<f32>(ratioLog(vertexPower, power), 0)); }

@inline
function ratioLog(a: f32, b: f32): f32 { return f32x4.extract_lane(logarithm(f32x4.splat(a / b)), 0); }

/** Full width at half maximum of the summit, in intervals: twice the half that is seen; −1 if neither is. */
export function measuredWidth(): f32 {
  const up = crossUp(0.5 * vertexPower), down = crossDown(0.5 * vertexPower);
  if (up >= 0 && down >= 0) return down - up;
  if (down >= 0) return 2 * (down - vertex);
  return up >= 0 ? 2 * (vertex - up) : -1;
}
