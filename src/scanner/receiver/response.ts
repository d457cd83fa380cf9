import { FWHM_PER_SIGMA } from './constants.js';
import { type PulseForm, type PulseShape, type PulseTable, pulseForm } from './pulse-shapes.js';
import type { SamplingReceiver } from './receiver.js';

type Response = SamplingReceiver['response'];

/** Values of a response within the full width of pulse and filter together. */
const STEPS_PER_WIDTH = 64;
/** The response ends where it is below this share of its peak. */
const LEAST_SHARE = 1e-4;
/** Standard deviations after which the filter has no effect. */
const FILTER_REACH = 4.5;
/** Length of the filter's impulse response in standard deviations. */
export const FILTER_LENGTH = 2 * FILTER_REACH;

/**
 * Standard deviation, s, of the impulse response of a Gaussian low pass whose electrical power is halved at `bandwidth`
 * Hz (3 dB): |H(f)| = e^(−2 π² σ² f²) = 1/√2, so σ = √(ln 2) / (2 π B). Its rise from 10 % to 90 % takes 0.34 / B.
 */
export const filterSpread = (bandwidth: number): number => Math.sqrt(Math.LN2) / (2 * Math.PI * bandwidth);

/** The bandwidth, Hz, of the low pass with an impulse response of standard deviation `spread` s. */
export const filterBandwidth = (spread: number): number => Math.sqrt(Math.LN2) / (2 * Math.PI * spread);

/**
 * A pulse of 1 J as it leaves the receiver's Gaussian low pass, 1/s: times count from the peak of the unfiltered pulse.
 * `duration` is its full width at half maximum in seconds, `bandwidth` in Hz; absent: no filter.
 */
export function pulseResponse(shape: PulseShape, duration: number, bandwidth?: number): Response {
  const pulse = pulseForm(shape, duration);
  const sigma = bandwidth === undefined ? 0 : filterSpread(bandwidth);
  const fine = duration / STEPS_PER_WIDTH;
  // A filter shorter than a step of the pulse changes nothing.
  const filtered = sigma < fine ? pulse : lowPassed(pulse, sigma, fine);
  const step = Math.hypot(duration, sigma * FWHM_PER_SIGMA) / STEPS_PER_WIDTH;
  const first = Math.floor(filtered.from / step);
  const count = Math.ceil(filtered.to / step) - first + 1;
  const values = Float64Array.from({ length: count }, (_, k) => filtered.power((first + k) * step));
  return ofAreaOne(trimmed({ start: first * step, step, values }));
}

/** Σ p_j g(t − t_j): the pulse as impulses `step` seconds apart, each of them a Gaussian behind the filter. */
function lowPassed({ power, from, to }: PulseForm, sigma: number, step: number): PulseForm {
  const first = Math.floor(from / step);
  const impulses = Array.from({ length: Math.ceil(to / step) - first + 1 }, (_, j) => {
    const time = (first + j) * step;
    return { time, power: power(time) };
  });
  const filtered = (time: number) =>
    impulses.reduce((sum, impulse) => sum + impulse.power * Math.exp(-0.5 * ((time - impulse.time) / sigma) ** 2), 0);
  const reach = FILTER_REACH * sigma;
  return { power: filtered, from: from - reach, to: to + reach };
}

/** The response without the negligible values at both ends. */
function trimmed({ start, step, values }: Response): Response {
  const least = LEAST_SHARE * Math.max(...values);
  const first = values.findIndex((value) => value >= least);
  const last = values.findLastIndex((value) => value >= least);
  return { start: start + first * step, step, values: values.slice(first, last + 1) };
}

function ofAreaOne({ start, step, values }: Response): Response {
  const area = values.reduce((sum, value) => sum + value, 0) * step;
  return { start, step, values: values.map((value) => value / area) };
}

/** The response at `time` after the two-way time, 1/s, linear between its values; 0 outside. */
export function responseAt({ start, step, values }: Response, time: number): number {
  const at = (time - start) / step;
  const k = Math.floor(at);
  const [before, after] = [values[k] ?? 0, values[k + 1] ?? 0];
  return before + (at - k) * (after - before);
}

/** Highest value of the response: peak power over energy, 1/s. */
export const responsePeak = ({ values }: Response): number => Math.max(...values);

/**
 * Height, 1/s, and time, s, of the response's highest place: that of the parabola through its greatest
 * value and its neighbours.
 */
export function responseSummit({ start, step, values }: Response): { value: number; time: number } {
  let k = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[k]) k = i;
  const [rise, fall] = [values[k] - (values[k - 1] ?? 0), values[k] - (values[k + 1] ?? 0)];
  const offset = rise + fall > 0 ? (0.5 * (rise - fall)) / (rise + fall) : 0;
  return { value: values[k] + 0.25 * (rise - fall) * offset, time: start + (k + offset) * step };
}

/** Full width at half maximum, s: between the first and the last time at half of the peak. */
export function responseWidth({ step, values }: Response): number {
  const [rise, fall] = halfPoints(values);
  return (fall - rise) * step;
}

/** Full width at half maximum of a measured pulse, in the unit of its times, which are linear between powers. */
export function tableWidth({ times, power }: PulseTable): number {
  const [rise, fall] = halfPoints(power).map((at) => {
    const k = Math.min(Math.floor(at), times.length - 2);
    return times[k] + (at - k) * (times[k + 1] - times[k]);
  });
  return fall - rise;
}

/** First and last place, in numbers of values, at half of the highest value. */
function halfPoints(values: Iterable<number>): [rise: number, fall: number] {
  const all = [...values];
  const half = Math.max(...all) / 2;
  const first = all.findIndex((value) => value >= half);
  const last = all.findLastIndex((value) => value >= half);
  const before = shareAt(all[first - 1] ?? 0, all[first], half);
  const after = shareAt(all[last + 1] ?? 0, all[last], half);
  return [first - 1 + before, last + 1 - after];
}

/** Share of the way from one value to the next at which `level` is reached. */
const shareAt = (from: number, to: number, level: number): number => (level - from) / (to - from);
