import { DEGREE } from '../../base/angle.js';

/** A mark on an axis: its position and its label. */
export interface Tick {
  at: number;
  label: string;
}

/**
 * Labelling of an axis: plain numbers; distances on a plane at distance 1, labelled with their angles; or decimal
 * exponents, labelled with the powers of ten.
 */
export interface TickStyle {
  /** Unit behind each number. */
  unit: string;
  tangent?: boolean;
  powers?: boolean;
}

/** Largest angle that a plane shows, degrees. */
const TANGENT_ANGLE_MAX = 89;
/** Steps between marks, times a power of ten; for degrees also divisors of a circle. */
const STEPS = [1, 2, 5, 10];
const CIRCLE_STEPS = [15, 30, 45, 90];

/** Marks at round numbers within [low, high], about `count` of them. */
export function axisTicks(low: number, high: number, count: number, style: TickStyle): Tick[] {
  const { unit, tangent } = style;
  if (style.powers) return powerTicks(low, high, count, unit);
  const [from, to] = tangent ? [angleOf(low), angleOf(high)] : [low, high];
  const step = roundStep((to - from) / Math.max(1, count), unit === '°');
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks: Tick[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; k++) {
    const value = k * step;
    if (tangent && Math.abs(value) > TANGENT_ANGLE_MAX) continue;
    const label = `${Number(value.toFixed(decimals)) + 0}${unit}`;
    ticks.push({ at: tangent ? Math.tan(value * DEGREE) : value, label });
  }
  return ticks;
}

/** Leading digits of marks between powers of ten, from many to few; after that, whole decades are left out. */
const POWER_DIGITS = [[1, 2, 5], [1]];
/** Powers within these are written out. */
const PLAIN_POWERS = [-4, 5] as const;

/** Marks at 1, 2 and 5 times powers of ten, or only at the powers, with exponents within [low, high]. */
function powerTicks(low: number, high: number, count: number, unit: string): Tick[] {
  const decades = Math.max(1e-9, high - low);
  const digits = POWER_DIGITS.find((list) => list.length * decades <= count) ?? [1];
  const step = Math.max(1, Math.ceil(decades / Math.max(1, count)));
  const ticks: Tick[] = [];
  for (let power = step * Math.floor(low / step); power <= high + 1e-9; power += step)
    for (const digit of digits) {
      const at = power + Math.log10(digit);
      if (at >= low - 1e-9 && at <= high + 1e-9) ticks.push({ at, label: `${powerLabel(digit, power)}${unit}` });
    }
  return ticks;
}

function powerLabel(digit: number, power: number): string {
  if (power < PLAIN_POWERS[0] || power > PLAIN_POWERS[1]) return `${digit}e${power}`;
  return (digit * 10 ** power).toFixed(Math.max(0, -power));
}

const angleOf = (distance: number) => Math.atan(distance) / DEGREE;

/** The smallest round step of at least `least`. */
function roundStep(least: number, degrees: boolean): number {
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const candidates = STEPS.map((digit) => digit * power);
  if (degrees && least > STEPS[3]) candidates.unshift(...CIRCLE_STEPS);
  return candidates.sort((a, b) => a - b).find((step) => step >= least * (1 - 1e-9)) ?? 10 * power;
}
