import { DRAW, draw, normalPair, type StreamKey, streamKey } from '../../base/random.js';
import { sigmasOfFalseAlarms } from './noise.js';
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

/** Pulses that are drawn: probabilities are right to 0.5 %. */
const PULSES = 8192;
/** Places of their peaks between two samples. */
const PHASES = 32;
/** Samples below this share of the peak hardly ever reach the threshold. */
const LEAST_SHARE = 0.25;
/** Standard deviations of the filter over which it is summed. */
const FILTER_REACH = 3;

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

/**
 * Peak over noise of pulses that reach `sigmas` standard deviations of the noise with the claimed probability, in any
 * of their samples: the quantile of the least peak of drawn pulses, wherever it lies between two samples.
 */
function peakOverNoise({ probability, bandwidth, response, interval }: DetectionClaim, sigmas: number): number {
  const weights = filterWeights(filterSpread(bandwidth) / interval);
  const key = streamKey(1);
  const phases = Array.from({ length: PHASES }, (_, k) => sharesOf(response, interval, k / PHASES));
  const needed = Float64Array.from({ length: PULSES }, (_, pulse) => {
    const shares = phases[pulse % PHASES];
    const noise = filteredNoise(weights, shares.length, key, pulse);
    return shares.reduce((least, share, k) => Math.min(least, (sigmas - noise[k]) / share), Infinity);
  });
  return needed.sort()[Math.floor(probability * PULSES)];
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

/** Of a Gaussian filter with a standard deviation of `spread` samples; white noise keeps its variance. */
function filterWeights(spread: number): number[] {
  const reach = Math.ceil(FILTER_REACH * spread);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => Math.exp(-0.5 * ((k - reach) / spread) ** 2));
  const norm = Math.hypot(...weights);
  return weights.map((weight) => weight / norm);
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
