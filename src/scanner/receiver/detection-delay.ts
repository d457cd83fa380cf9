import { FWHM_PER_SIGMA } from './constants.js';
import type { DetectorKind, SamplingReceiver } from './receiver.js';
import { responseAt, responsePeak, responseWidth } from './response.js';

type Response = SamplingReceiver['response'];

/** Inputs of the delay at which a detector finds a pulse. */
export interface DelaySettings {
  kind: DetectorKind;
  /** constantFraction: share of the peak. */
  fraction: number;
  /** leadingEdge: the peak of the white wall over the threshold. */
  reference: number;
  /** s. */
  interval: number;
}

/** Phases of a pulse between two samples over which its found place is averaged. */
const PHASES = 32;

type Finder = (response: Response, settings: DelaySettings) => number;

/** The time at which each kind of detector finds a pulse, in seconds after the two-way time. */
const FINDERS: Readonly<Record<DetectorKind, Finder>> = {
  peak: (response, { interval }) => overPhases(response, interval, (samples) => peakOf(samples).place),
  leadingEdge: (response, { interval, reference }) =>
    overPhases(response, interval, (samples) => crossing(samples, responsePeak(response) / reference)),
  constantFraction: (response, { interval, fraction }) =>
    overPhases(response, interval, (samples) => crossing(samples, fraction * peakOf(samples).height)),
  gaussian: (response) => fittedCentre(response),
  geiger: (response) => meanTime(response),
  photonCounting: (response) => meanTime(response),
};

/** Seconds by which the detector finds the response of a white wall at normal incidence late; negative: early. */
export const detectionDelay = (response: Response, settings: DelaySettings): number =>
  FINDERS[settings.kind](response, settings);

/**
 * The mean of the places, in sample numbers, that `find` returns for the samples, as seconds after the two-way time.
 */
function overPhases(response: Response, interval: number, find: (samples: Float64Array) => number): number {
  // One sample before the response, so that every edge has a sample below it.
  const first = Math.floor(response.start / interval) - 1;
  const count = Math.ceil((response.values.length * response.step) / interval) + 4;
  let sum = 0;
  for (let phase = 0; phase < PHASES; phase++) {
    const shift = first - phase / PHASES;
    const samples = Float64Array.from({ length: count }, (_, k) => responseAt(response, (shift + k) * interval));
    sum += (shift + find(samples)) * interval;
  }
  return sum / PHASES;
}

/** The highest sample with its neighbours: top of the parabola through their logarithms. */
function peakOf(samples: Float64Array): { place: number; height: number } {
  const top = samples.indexOf(Math.max(...samples));
  const [before, middle, after] = [samples[top - 1], samples[top], samples[top + 1]];
  // A pulse that starts or ends at once has no logarithm there; its highest sample is the peak.
  if (!(before > 0 && after > 0)) return { place: top, height: middle };
  const rise = Math.log(middle / before);
  const fall = Math.log(middle / after);
  if (rise + fall === 0) return { place: top, height: middle };
  const offset = (rise - fall) / (2 * (rise + fall));
  return { place: top + offset, height: middle * Math.exp(((rise - fall) * offset) / 4) };
}

/**
 * Place at which the samples first reach `level`, as the device finds it (wasm/crossings.ts): on the flanks of a
 * Gaussian of height V, √(ln V/P) is linear; without light below, the power itself.
 */
function crossing(samples: Float64Array, level: number): number {
  const { height } = peakOf(samples);
  const steps = (power: number) => Math.sqrt(Math.max(Math.log(height / power), 0));
  const k = samples.findIndex((sample) => sample >= level);
  const [below, above] = [samples[k - 1], samples[k]];
  if (!(below > 0)) return k - (above - level) / (above - below);
  return k - (steps(level) - steps(above)) / (steps(below) - steps(above));
}

/** Centroid of the response. */
function meanTime({ start, step, values }: Response): number {
  let sum = 0;
  let moment = 0;
  for (const [k, value] of values.entries()) {
    sum += value;
    moment += k * value;
  }
  return start + (moment / sum) * step;
}

/** Steps of the fit, which converges quadratically. */
const FIT_STEPS = 12;

/** Centre of the Gaussian that fits the response best (least squares, Gauss–Newton from peak, place and width). */
function fittedCentre(response: Response): number {
  const { start, step, values } = response;
  const height = responsePeak(response);
  let [amplitude, centre, sigma] = [1, start + values.indexOf(height) * step, responseWidth(response) / FWHM_PER_SIGMA];
  for (let k = 0; k < FIT_STEPS; k++) {
    const [dAmplitude, dCentre, dSigma] = fitStep(response, height, { amplitude, centre, sigma });
    amplitude += dAmplitude;
    centre += dCentre * sigma;
    sigma += dSigma * sigma;
  }
  return centre;
}

/** Changes of amplitude, of centre over σ and of σ over σ that the normal equations ask for. */
function fitStep(
  { start, step, values }: Response,
  height: number,
  { amplitude, centre, sigma }: { amplitude: number; centre: number; sigma: number },
): [number, number, number] {
  const normal = [0, 0, 0, 0, 0, 0];
  const right = [0, 0, 0];
  for (const [k, value] of values.entries()) {
    const x = (start + k * step - centre) / sigma;
    const bell = Math.exp(-0.5 * x * x);
    const [a, c, s] = [bell, amplitude * bell * x, amplitude * bell * x * x];
    const rest = value / height - amplitude * bell;
    for (const [at, product] of [a * a, a * c, a * s, c * c, c * s, s * s].entries()) normal[at] += product;
    for (const [at, slope] of [a, c, s].entries()) right[at] += slope * rest;
  }
  return solveSymmetric(normal, right);
}

/** Solution of the 3×3 equations with the upper triangle [aa, ab, ac, bb, bc, cc], by Cramer's rule. */
function solveSymmetric([aa, ab, ac, bb, bc, cc]: number[], [a, b, c]: number[]): [number, number, number] {
  const determinant = aa * (bb * cc - bc * bc) - ab * (ab * cc - bc * ac) + ac * (ab * bc - bb * ac);
  return [
    (a * (bb * cc - bc * bc) - ab * (b * cc - bc * c) + ac * (b * bc - bb * c)) / determinant,
    (aa * (b * cc - bc * c) - a * (ab * cc - bc * ac) + ac * (ab * c - b * ac)) / determinant,
    (aa * (bb * c - b * bc) - ab * (ab * c - b * ac) + a * (ab * bc - bb * ac)) / determinant,
  ];
}
