import type { PulseFormat } from '../pulse-format.js';

const NAMES = [
  ...['gps_time', 'origin_x', 'origin_y', 'origin_z', 'direction_x', 'direction_y', 'direction_z'],
  ...['leg', 'pulse', 'channel', 'scanner'],
];

/** Steps of the decimals: a micrometre; a billionth of a unit vector, whose f32 have 6·10⁻⁸; a nanosecond. */
const LENGTH_DECIMALS = 6;
const DIRECTION_DECIMALS = 9;
const TIME_DECIMALS = 9;
const NANO = 1e9;

const fraction = (nanoseconds: number): string => String(nanoseconds).padStart(TIME_DECIMALS, '0');

/** The moment `after` seconds after `start`, to the nanosecond, which their sum as f64 does not hold. */
function momentText(start: number, after: number): string {
  const whole = Math.floor(start);
  const nanoseconds = Math.round((start - whole + after) * NANO);
  const seconds = whole + Math.floor(nanoseconds / NANO);
  const rest = nanoseconds - Math.floor(nanoseconds / NANO) * NANO;
  // Before the time's origin, in 2011, the fraction counts backwards.
  if (seconds < 0 && rest > 0) return `-${-seconds - 1}.${fraction(NANO - rest)}`;
  return `${seconds}.${fraction(rest)}`;
}

/** A header line of names, and numbers in full precision. */
export const CSV_PULSES: PulseFormat = {
  ending: '.csv',
  bytesPerPulse: 105,
  head: `${NAMES.join(',')}\n`,
  line: ({ origins, directions, times, startTime, leg, first, channels, scanner }, k) => {
    let text = momentText(startTime, times[k]);
    for (let axis = 0; axis < 3; axis++) text += `,${origins[3 * k + axis].toFixed(LENGTH_DECIMALS)}`;
    for (let axis = 0; axis < 3; axis++) text += `,${directions[3 * k + axis].toFixed(DIRECTION_DECIMALS)}`;
    return `${text},${leg},${first + k},${channels[k]},${scanner}\n`;
  },
};
