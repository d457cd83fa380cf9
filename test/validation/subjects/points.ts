import { cross, length, normalize, subtract, type Vec3 } from '../../../src/base/vec3.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { farthest, type Stage, type Subject } from '../row.js';

const DEGREE = Math.PI / 180;
const MILLIMETRE = 1e-3;
const NANOSECOND = 1e-9;

/** The sensor, in UTM coordinates. */
const SENSOR: Vec3 = [512_345.678, 5_412_987.321, 934.567];
/** From the sensor to the first of three plates, metres. */
const AWAY = 700;

/** Three plates that share a footprint at 700 m, and a tube around the sensor at its other side. */
function shapes(): number[] {
  const plate = (right: number, distance: number) => rectangle([-9, distance, -9], [9 + right, 0, 0], [0, 0, 18]);
  const tube = [
    ...rectangle([-4, -50, -3.5], [8, 0, 0], [0, 40, 0]),
    ...rectangle([-4, -50, 3.5], [8, 0, 0], [0, 40, 0]),
    ...rectangle([-4, -50, -3.5], [0, 0, 7], [0, 40, 0]),
    ...rectangle([4, -50, -3.5], [0, 0, 7], [0, 40, 0]),
  ];
  return [...plate(-0.05, AWAY), ...plate(0.05, AWAY + 5), ...plate(9, AWAY + 12), ...tube];
}

const RINGS = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
const ONE_RAY = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;

/** Distance of the sensor from the line through the first and the last return of a pulse, metres. */
async function distanceOfSensor(stage: Stage): Promise<number> {
  const scanner = testScanner({ divergence: roundBeam(0.25e-3) });
  const found = await stage.scan([station(SENSOR)], { scanner, footprint: RINGS });
  const [x, y, z] = (['x', 'y', 'z'] as const).map((key) => column(found, key));
  if (x.length !== 3) throw new Error(`${x.length} returns, not three`);
  const at = (k: number): Vec3 => [x[k], y[k], z[k]];
  return length(cross(normalize(subtract(at(2), at(0))), subtract(SENSOR, at(0))));
}

/** Errors of the scan angles of a mirror that looks all round within the tube, radians. */
async function errorsOfScanAngles(stage: Stage): Promise<number[]> {
  const scanner = testScanner({
    deflector: {
      kind: 'polygon',
      pulseRateHz: 36_000,
      elevationMin: -180 * DEGREE,
      elevationMax: 180 * DEGREE,
      verticalStep: DEGREE,
      horizontalStep: DEGREE,
      lineRateMaxHz: 100,
    },
  });
  const place: Vec3 = [SENSOR[0], SENSOR[1] - 30, SENSOR[2]];
  const leg = { ...station(place), azimuthStart: -90 * DEGREE, azimuthEnd: -89 * DEGREE };
  const found = await stage.scan([leg], { scanner, footprint: ONE_RAY });
  const [x, z, angle] = (['x', 'z', 'scanAngle'] as const).map((key) => column(found, key));
  if (angle.length < 300) throw new Error(`${angle.length} returns of a whole turn`);
  return angle.map((found, k) => {
    const off = found - Math.atan2(x[k] - place[0], place[2] - z[k]);
    return Math.atan2(Math.sin(off), Math.cos(off));
  });
}

/** Errors of the GPS times of 999 pulses at 7 kHz, seconds. */
async function errorsOfTimes(stage: Stage): Promise<number[]> {
  const scanner = testScanner({
    deflector: {
      kind: 'polygon',
      pulseRateHz: 7_000,
      elevationMin: 0,
      elevationMax: 0.998 * DEGREE,
      verticalStep: 0.001 * DEGREE,
      horizontalStep: DEGREE,
      lineRateMaxHz: 100,
    },
  });
  const startTime = 417_000_000;
  const found = await stage.scan([{ ...station(SENSOR), startTime }], { scanner, footprint: ONE_RAY });
  const times = column(found, 'gpsTime').filter((_, k, all) => all[k] !== all[k - 1]);
  // Both are whole seconds and small fractions: their difference is exact.
  return times.map((time, k) => time - startTime - k / 7_000);
}

/** Half of a step of a double at this time, nanoseconds. */
const HALF_STEP = 2 ** -25 / NANOSECOND;

export const POINTS: Subject = {
  title: 'Points as instruments write them',
  about: 'An instrument knows the axis of its beam, the range, and the time at which the pulse left.',
  traced: [
    {
      scene: () => sceneOf([{ ...meshOf(shapes()), origin: SENSOR }], { frameOrigin: SENSOR }),
      rows: [
        {
          test: 'returns-on-one-line',
          quantity: 'distance of the sensor from the line through first and last return, 12 m apart, 700 m away, UTM',
          unit: 'mm',
          source: 'both are on the axis of the beam',
          expected: 0,
          tolerance: 10,
          basis: 'f32 over 58 times the distance of the returns',
          decimals: 0,
          measure: async (stage: Stage) => (await distanceOfSensor(stage)) / MILLIMETRE,
        },
        {
          test: 'scan-angle-all-round',
          quantity: 'largest error of the scan angle over a whole turn about the heading',
          unit: '°',
          source: 'atan2(right, down), ASPRS LAS 1.4 – R15',
          expected: 0,
          tolerance: 0.001,
          decimals: 3,
          measure: async (stage: Stage) => farthest(await errorsOfScanAngles(stage), 0) / DEGREE,
        },
        {
          test: 'gps-time-rounded-once',
          quantity: 'largest error of the GPS time of a point, at 417,000,000 s',
          unit: 'ns',
          source: 'start of the leg + k / pulse rate',
          expected: 0,
          tolerance: HALF_STEP * 1.001,
          basis: 'half of a step of a double',
          decimals: 0,
          measure: async (stage: Stage) => farthest(await errorsOfTimes(stage), 0) / NANOSECOND,
        },
      ],
    },
  ],
};
