import type { Leg } from '../../src/platform/leg.js';
import { createPulseProgram, type Mount, type PulseProgram } from '../../src/scanner/pulse-program.js';
import type { LaserChannel, Scanner } from '../../src/scanner/scanner.js';
import { station, testScanner } from './scan.js';

const DEGREE = Math.PI / 180;

const AWRY: Mount = { position: [0.31, -0.12, 1.7], heading: 0.3, pitch: -0.2, roll: 0.1 };

const channels: LaserChannel[] = Array.from({ length: 16 }, (_, k) => ({
  elevation: (2 * k - 15) * DEGREE,
  azimuthOffset: 0.01 * (k % 3),
  origin: [0.02, 0.0419 * (k % 2), 0.0114 * k],
  fireTime: k * 2.304e-6,
}));

const spinning = testScanner({
  deflector: { kind: 'spinning', rotationRateHz: 9.7, firingPeriod: 55.296e-6, channels },
});
const polygon = testScanner({
  deflector: {
    kind: 'polygon',
    pulseRateHz: 300_000,
    elevationMin: -40 * DEGREE,
    elevationMax: 60 * DEGREE,
    verticalStep: 0.03 * DEGREE,
    horizontalStep: 0.03 * DEGREE,
    facetAngle: 240 * DEGREE,
    lineRateMaxHz: 120,
    origin: [0, 0, 0.2],
  },
});

function program(scanner: Scanner, leg: Leg, mount = AWRY): PulseProgram {
  return createPulseProgram(scanner, mount, leg, 3, [448_000, 5_411_000, 310]);
}

const standing = (sectorDeg: number, duration: number): Leg => ({
  ...station([448_003.217, 5_411_001.11, 312.5], { sectorDeg, attitude: { heading: 0.7, pitch: 0.013, roll: -0.021 } }),
  azimuthStart: -0.4,
  azimuthEnd: -0.4 + sectorDeg * DEGREE,
  path: {
    kind: 'station',
    position: [448_003.217, 5_411_001.11, 312.5],
    attitude: { heading: 0.7, pitch: 0.013, roll: -0.021 },
    duration,
  },
});

const moving: Leg = {
  ...standing(360, 0),
  path: {
    kind: 'straight',
    from: [446_100.123, 5_408_900.77, 1210.4],
    to: [451_300.5, 5_413_700.9, 1207.1],
    speed: 33.3,
    attitude: { heading: -2.31, pitch: 0.04, roll: -0.6 },
  },
};

/** Legs of every kind: standing and moving, spinning and polygon, whole turns and sectors, minutes long, far from the origin. */
export const PROGRAMS: Readonly<Record<string, PulseProgram>> = {
  'a spinning array on a tripod': program(spinning, standing(360, 60)),
  'a sector of a spinning array': program(spinning, standing(97, 60)),
  'a spinning array in the air': program(spinning, moving),
  'a polygon on a tripod': program(polygon, standing(360, 60)),
  'a polygon in the air': program(polygon, moving),
  'a level polygon, nothing awry': program(polygon, station([448_000, 5_411_000, 310], { sectorDeg: 360 }), {
    position: [0, 0, 0],
    heading: 0,
    pitch: 0,
    roll: 0,
  }),
};
