import { invariant } from '../../base/errors.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { secondsOfWeek } from '../../io/units/gps-week.js';
import { HELIOS_AMPLITUDE, HELIOS_FULL_AMPLITUDE } from '../../io/units/helios-units.js';
import type { LegShots } from '../shot-numbers.js';
import type { TracedPoints } from './traced-points.js';

const INTENSITY_MAX = 65_535;

/**
 * Placed points as HELIOS++ has them: `pulse` numbers those of each laser, from 0 through all legs of the scanner,
 * times are seconds of the GPS week, and the intensity is the amplitude. `startTime` is the adjusted standard GPS time
 * of the leg's first pulse. The points must have amplitudes.
 */
export function heliosPoints(
  points: PointBatch,
  { pulses, times }: Pick<TracedPoints, 'pulses' | 'times'>,
  startTime: number,
  { channelCount, shotsBefore }: LegShots,
): PointBatch {
  const { count, amplitude } = points;
  invariant(amplitude, 'points of this layout have amplitudes');
  const [pulse, gpsTime, intensity] = [new Uint32Array(count), new Float64Array(count), new Uint16Array(count)];
  const scale = (INTENSITY_MAX / HELIOS_FULL_AMPLITUDE) * HELIOS_AMPLITUDE;
  for (let i = 0; i < count; i++) {
    pulse[i] = shotsBefore + Math.floor(pulses[i] / channelCount);
    gpsTime[i] = secondsOfWeek(startTime, times[i]);
    intensity[i] = Math.min(INTENSITY_MAX, Math.round(amplitude[i] * scale));
  }
  return { ...points, pulse, gpsTime, intensity };
}
