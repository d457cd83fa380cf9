/** A mark on an axis: where it stands and what it says. */
export interface Tick {
  at: number;
  label: string;
}

/** How an axis is marked: plain numbers; or distances on a plane at distance 1, marked by their angles. */
export interface TickStyle {
  /** Follows each number. */
  unit: string;
  tangent?: boolean;
}

const DEGREE = Math.PI / 180;
/** A plane shows no angle beyond this. */
const TANGENT_ANGLE_MAX = 89;
/** Steps between marks, times a power of ten; of degrees also the parts of a circle. */
const STEPS = [1, 2, 5, 10];
const CIRCLE_STEPS = [15, 30, 45, 90];

/** Marks at round numbers within [low, high], about `count` of them. */
export function axisTicks(low: number, high: number, count: number, { unit, tangent }: TickStyle): Tick[] {
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

const angleOf = (distance: number) => Math.atan(distance) / DEGREE;

/** The smallest round step that is not below `least`. */
function roundStep(least: number, degrees: boolean): number {
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const candidates = STEPS.map((digit) => digit * power);
  if (degrees && least > STEPS[3]) candidates.unshift(...CIRCLE_STEPS);
  return candidates.sort((a, b) => a - b).find((step) => step >= least * (1 - 1e-9)) ?? 10 * power;
}
