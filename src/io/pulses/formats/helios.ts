import { secondsOfWeek } from '../../units/gps-week.js';
import type { TextPulseFormat } from '../pulse-format.js';

const DECIMALS = 4;
const NANO = 1e9;

/**
 * The pulse text of HELIOS++ (`*_pulse.txt`): origin and direction of the beam, nanoseconds of the GPS week, number of
 * the pulse of its laser, counted from 1 through all legs, and number of the laser, counted through all scanners.
 */
export const HELIOS_PULSES: TextPulseFormat = {
  ending: '.txt',
  bytesPerPulse: 80,
  head: '',
  line: (pulses, k) => {
    const { origins, directions, times, startTime, channels, first, channelCount, shotsBefore, channelsBefore } =
      pulses;
    let text = '';
    for (let axis = 0; axis < 3; axis++) text += `${origins[3 * k + axis].toFixed(DECIMALS)} `;
    for (let axis = 0; axis < 3; axis++) text += `${directions[3 * k + axis].toFixed(DECIMALS)} `;
    const time = (secondsOfWeek(startTime, times[k]) * NANO).toFixed(DECIMALS);
    const number = shotsBefore + Math.floor((first + k) / channelCount) + 1;
    return `${text}${time} ${number} ${channelsBefore + channels[k]}\n`;
  },
};
