import { invariant } from '../../base/errors.js';
import { DRAW, draw, normalPair, type StreamKey, streamKey } from '../../base/random.js';
import { sigmasOfFalseAlarms } from './noise.js';
import { correlationOf, noiseFilter } from './noise-filter.js';
import type { SamplingReceiver } from './receiver.js';
import { filterSpread, responseAt, responsePeak } from './response.js';

/** A line of a data sheet: the probability of detecting a return, at a rate of false alarms. */
export interface DetectionClaim {
  /** W, of the return's peak. */
  peak: number;
  /** Probability that it is detected, 0…1. */
  probability: number;
  /** 1/s. */
  falseAlarms: number;
  /** B, Hz. */
  bandwidth: number;
  response: SamplingReceiver['response'];
  /** Seconds between two samples. */
  interval: number;
}

/** Pulses that are drawn: probabilities are right to 0.1 %. */
const PULSES = 8192;
/** Places of their peaks between two samples. */
const PHASES = 32;
/** Samples below this share of the peak hardly ever reach the threshold. */
const LEAST_SHARE = 0.25;
/** Most weights of the filter beside its middle. */
const FILTER_REACH = 8;
/** Steps towards the peak over noise, and how close it is found. */
const STEPS = 40;
const CLOSE = 1e-5;

/**
 * The noise, W, and the threshold, W, with which a claim of a data sheet holds: the false alarms set the
 * ratio of threshold to noise, the probability that of peak to noise. Undefined if noise alone reaches the
 * threshold with that probability.
 */
export function noiseOfClaim(claim: DetectionClaim): { noise: number; threshold: number } | undefined {
  const sigmas = sigmasOfFalseAlarms(claim.bandwidth, claim.falseAlarms);
  const ratio = peakOverNoise(claim, sigmas);
  return ratio > 0 ? { noise: claim.peak / ratio, threshold: (sigmas * claim.peak) / ratio } : undefined;
}

/** Samples of a drawn pulse over its peak, and their noise without what it has in common with that of the highest. */
interface DrawnPulse {
  shares: readonly number[];
  /** Correlation of the noise of each sample with that of the highest. */
  common: readonly number[];
  own: readonly number[];
}

/**
 * Peak over noise of pulses that reach `sigmas` standard deviations of the noise with the claimed probability, in any
 * of their samples, wherever the peak lies between two.
 */
function peakOverNoise({ probability, bandwidth, response, interval }: DetectionClaim, sigmas: number): number {
  const pulses = drawnPulses(response, interval, filterSpread(bandwidth) / interval);
  const missing = (peak: number) => probability - detectedShare(pulses, peak, sigmas);
  if (missing(0) <= 0) return 0;
  // The secant's method: near the root, the probability is nearly a straight line.
  let [before, here] = [sigmas, sigmas + 1];
  let off = missing(before);
  for (let step = 0; step < STEPS && Math.abs(here - before) > CLOSE * here; step++) {
    const offHere = missing(here);
    const slope = (offHere - off) / (here - before);
    const next = slope < 0 ? here - offHere / slope : here;
    [before, off] = [here, offHere];
    here = Math.max(0, Math.min(next, here + 1, 2 * sigmas + 10), here - 1);
  }
  return here;
}

/**
 * Mean probability that a drawn pulse with this peak, in standard deviations of the noise, reaches the threshold. The
 * noise of its highest sample is not drawn, but integrated: that leaves a tenth of the variance.
 */
function detectedShare(pulses: readonly DrawnPulse[], peak: number, sigmas: number): number {
  let sum = 0;
  for (const { shares, common, own } of pulses) {
    let needed = Number.POSITIVE_INFINITY;
    for (let k = 0; k < shares.length; k++) {
      const left = sigmas - peak * shares[k] - own[k];
      if (common[k] > COMMON_MIN) needed = Math.min(needed, left / common[k]);
      else if (left <= 0) needed = Number.NEGATIVE_INFINITY;
    }
    sum += normalBeyond(needed);
  }
  return sum / pulses.length;
}

/** A smaller correlation is none. */
const COMMON_MIN = 1e-6;

function drawnPulses(response: SamplingReceiver['response'], interval: number, spread: number): DrawnPulse[] {
  const filter = noiseFilter(spread, FILTER_REACH);
  invariant(filter !== undefined, `noise correlated over ${spread} samples is more than claims are made for`);
  const half = filter.length > 0 ? filter : [1];
  const weights = [...half.slice(1).reverse(), ...half];
  const phases = Array.from({ length: PHASES }, (_, k) => {
    const shares = sharesOf(response, interval, k / PHASES);
    const highest = shares.indexOf(Math.max(...shares));
    return { shares, highest, common: shares.map((_, j) => correlationOf(half, j - highest)) };
  });
  const key = streamKey(1);
  return Array.from({ length: PULSES }, (_, pulse) => {
    const { shares, highest, common } = phases[pulse % PHASES];
    const noise = filteredNoise(weights, shares.length, key, pulse);
    return { shares, common, own: noise.map((value, k) => value - common[k] * noise[highest]) };
  });
}

/** Probability that a normal number exceeds x: Marsaglia 2004, J. Stat. Softw. 11(4), to 10⁻¹⁵ up to |x| = 7. */
function normalBeyond(x: number): number {
  if (x > 7) return 0;
  if (x < -7) return 1;
  let [term, sum] = [x, x];
  for (let k = 3; Math.abs(term) > 1e-12; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 - (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI);
}

/** Samples of a pulse over its peak, whose own place is `phase` intervals behind a sample. */
function sharesOf(response: SamplingReceiver['response'], interval: number, phase: number): number[] {
  const first = Math.floor(response.start / interval);
  const count = Math.ceil((response.values.length * response.step) / interval) + 1;
  const peak = responsePeak(response);
  const shares = Array.from({ length: count }, (_, k) => responseAt(response, (first + k - phase) * interval) / peak);
  const isHigh = (share: number) => share >= LEAST_SHARE;
  return shares.slice(shares.findIndex(isHigh), shares.findLastIndex(isHigh) + 1);
}

/** `count` samples of filtered noise of variance 1. */
function filteredNoise(weights: readonly number[], count: number, key: StreamKey, pulse: number): number[] {
  const words = new Uint32Array(4);
  const white = new Float64Array(4 * Math.ceil((count + weights.length) / 4));
  for (let at = 0; at < white.length; at += 4) {
    draw(key, pulse, at, DRAW.artefacts, words);
    normalPair(words[0], words[1], white, at);
    normalPair(words[2], words[3], white, at + 2);
  }
  const filtered: number[] = [];
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let j = 0; j < weights.length; j++) sum += weights[j] * white[k + j];
    filtered.push(sum);
  }
  return filtered;
}
