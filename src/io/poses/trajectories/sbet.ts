import { invariant } from '../../../base/errors.js';
import { toAttitude } from '../../../base/quaternion.js';
import { weekOf, weekStart } from '../../units/gps-week.js';
import type { TrajectoryFormat } from '../trajectory-format.js';

/** Doubles of a record, and the places of those that are not 0 (Applanix POSPac, "SBET format"). */
const DOUBLES = 17;
const [LATITUDE, LONGITUDE, ALTITUDE, ROLL, PITCH, HEADING] = [1, 2, 3, 7, 8, 9];

/**
 * The smoothed best estimate of trajectory of Applanix: records of 17 little-endian doubles: seconds of the GPS week,
 * latitude and longitude in radians, metres above the ellipsoid, attitudes relative to north and the plumb line. Time
 * goes on beyond the end of the week in which a file begins. Velocities, wander angle, accelerations and rates are 0:
 * programs differ in their axes.
 */
export const SBET_TRAJECTORY: TrajectoryFormat = {
  ending: '.sbet',
  bytesPerPose: 8 * DOUBLES,
  isGeographic: true,
  begin(toEarth) {
    invariant(toEarth !== undefined, 'a geographic format has places on the earth');
    const record = new DataView(new ArrayBuffer(8 * DOUBLES));
    const bytes = new Uint8Array(record.buffer);
    const put = (place: number, value: number) => record.setFloat64(8 * place, value, true);
    let week: number | undefined;
    return {
      head: new Uint8Array(),
      encode({ start, after }, pose) {
        const { latitude, longitude, height, orientation } = toEarth(pose);
        const { heading, pitch, roll } = toAttitude(orientation);
        week ??= weekStart(weekOf(start));
        // Of two large numbers near each other the difference is exact.
        put(0, start - week + after);
        put(LATITUDE, latitude);
        put(LONGITUDE, longitude);
        put(ALTITUDE, height);
        put(ROLL, roll);
        put(PITCH, pitch);
        put(HEADING, heading);
        return bytes;
      },
    };
  },
};
