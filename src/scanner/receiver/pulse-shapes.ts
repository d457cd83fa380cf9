import { FWHM_PER_SIGMA } from './constants.js';

/** Measured powers of a pulse, in any unit, at rising times, seconds. */
export interface PulseTable {
  times: number[];
  power: number[];
}

export const PULSE_SHAPES = ['gaussian', 'helios', 'sin2'] as const;

export type PulseShape = (typeof PULSE_SHAPES)[number] | PulseTable;

/** A pulse's power in any unit by the time after its peak, seconds; 0 before `from` and after `to`, but for a trace. */
export interface PulseForm {
  power: (time: number) => number;
  from: number;
  to: number;
}

/** Full width at half maximum of x² e^−x: between the solutions 0.7612 and 4.1559 of x² e^−x = 2 e^−2. */
export const HELIOS_SHAPE_WIDTH = 3.394680670846502;

/** Standard deviations after which a Gaussian is below 1e-5 of its peak. */
const GAUSSIAN_REACH = 4.8;
/** x after which x² e^−x is below 1e-5 of its peak. */
const HELIOS_REACH = 18;

/** The form of a pulse with a full width at half maximum of `duration` seconds; a table has its own width. */
export function pulseForm(shape: PulseShape, duration: number): PulseForm {
  if (typeof shape === 'object') return tableForm(shape);
  return { gaussian: gaussianForm, helios: heliosForm, sin2: sineForm }[shape](duration);
}

function gaussianForm(duration: number): PulseForm {
  const sigma = duration / FWHM_PER_SIGMA;
  const reach = GAUSSIAN_REACH * sigma;
  return { power: (time) => Math.exp(-0.5 * (time / sigma) ** 2), from: -reach, to: reach };
}

/** (t/τ)² e^(−t/τ), the pulse of HELIOS++ (Carlsson, Steinvall, Letalick 2001, FOI-R-0163-SE); its peak is at 2 τ. */
function heliosForm(duration: number): PulseForm {
  const tau = duration / HELIOS_SHAPE_WIDTH;
  const power = (time: number) => {
    const x = time / tau + 2;
    return x > 0 ? x ** 2 * Math.exp(-x) : 0;
  };
  return { power, from: -2 * tau, to: (HELIOS_REACH - 2) * tau };
}

/** One arch of sin², which is twice as long as its width. */
function sineForm(duration: number): PulseForm {
  const power = (time: number) => (Math.abs(time) < duration ? Math.cos((Math.PI * time) / (2 * duration)) ** 2 : 0);
  return { power, from: -duration, to: duration };
}

/** Linear between the times of the table. */
function tableForm({ times, power }: PulseTable): PulseForm {
  const peak = times[power.indexOf(Math.max(...power))];
  const at = (time: number): number => {
    const t = time + peak;
    const k = times.findIndex((later) => later > t);
    if (k <= 0) return 0;
    const share = (t - times[k - 1]) / (times[k] - times[k - 1]);
    return power[k - 1] + share * (power[k] - power[k - 1]);
  };
  return { power: at, from: times[0] - peak, to: times[times.length - 1] - peak };
}

/** At its ends, a measured pulse has at most this share of its peak. */
const ENDS_MAX = 0.1;
/** A second peak rises by at most this share of the highest, as noise of a measurement does. */
const RISE_MAX = 0.1;

/** The first requirement of a pulse that a table fails, or undefined. */
export function tableFault({ times, power }: PulseTable): string | undefined {
  if (times.length !== power.length) return `as many powers as times, which are ${times.length}`;
  if (times.some((time, k) => k > 0 && time <= times[k - 1])) return 'times that rise (ns)';
  const top = Math.max(...power);
  if (!(top > 0)) return 'powers above 0';
  if (Math.max(power[0], power[power.length - 1]) > ENDS_MAX * top)
    return `a pulse that begins and ends below ${ENDS_MAX} of its peak, usually below 0.01`;
  if (highestSecondRise(power) > RISE_MAX * top) return 'a pulse with one peak, which rises and then falls';
  return undefined;
}

/** Largest rise of the powers after a fall on the way to the peak, or fall and rise after it. */
function highestSecondRise(power: readonly number[]): number {
  const peak = power.indexOf(Math.max(...power));
  return Math.max(dip(power.slice(0, peak + 1)), dip(power.slice(peak).reverse()));
}

/** The deepest fall below a value before it. */
function dip(power: readonly number[]): number {
  let highest = 0;
  let deepest = 0;
  for (const value of power) {
    highest = Math.max(highest, value);
    deepest = Math.max(deepest, highest - value);
  }
  return deepest;
}
