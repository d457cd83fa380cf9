import type { TextPulseFormat } from '../pulse-format.js';

const NAMES = [
  ...['gps_time', 'origin_x', 'origin_y', 'origin_z', 'direction_x', 'direction_y', 'direction_z'],
  ...['leg', 'pulse', 'channel', 'scanner'],
];

/** Steps of the decimals: a micrometre; a billionth of a unit vector, whose f32 have 6·10⁻⁸; a nanosecond. */
const LENGTH_DECIMALS = 6;
const DIRECTION_DECIMALS = 9;
const TIME_DECIMALS = 9;

/** A header line of names, and numbers in full precision. */
export const CSV_PULSES: TextPulseFormat = {
  ending: '.csv',
  bytesPerPulse: 105,
  head: `${NAMES.join(',')}\n`,
  line: ({ origins, directions, times, startTime, leg, first, channels, scanner }, k) => {
    // The number that points have, by which they are found again: it reads back to the last bit.
    let text = (startTime + times[k]).toFixed(TIME_DECIMALS);
    for (let axis = 0; axis < 3; axis++) text += `,${origins[3 * k + axis].toFixed(LENGTH_DECIMALS)}`;
    for (let axis = 0; axis < 3; axis++) text += `,${directions[3 * k + axis].toFixed(DIRECTION_DECIMALS)}`;
    return `${text},${leg},${first + k},${channels[k]},${scanner}\n`;
  },
};
