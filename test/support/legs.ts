import { fromAttitude } from '../../src/base/quaternion.js';
import { streamKey } from '../../src/base/random.js';
import { normalize, type Vec3 } from '../../src/base/vec3.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg, Mount, Trajectory } from '../../src/platform/leg.js';
import { type Footprint, ONE_SUBRAY } from '../../src/scanner/footprint.js';
import type { Deflector, Head, LaserChannel, Scanner } from '../../src/scanner/scanner.js';
import { DEFLECTOR_EXAMPLES } from './deflector-examples.js';
import { ONE_LASER, station, testScanner } from './scan.js';

const DEGREE = Math.PI / 180;

const AWRY: Mount = { position: [0.31, -0.12, 1.7], heading: 0.3, pitch: -0.2, roll: 0.1 };
/** Every axis along another one, some of them backwards. */
const SQUARE: Mount = { position: [0.31, 0, 1.7], heading: 0, pitch: -90 * DEGREE, roll: 180 * DEGREE };
const STRAIGHT: Mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 };

// ---- lasers ---------------------------------------------------------------------------------------------------------

const STACK: LaserChannel[] = Array.from({ length: 16 }, (_, k) => ({
  elevation: (2 * k - 15) * DEGREE,
  azimuthOffset: 0.01 * (k % 3),
  roll: 0,
  origin: [0.02, 0.0419 * (k % 2), 0.0114 * k],
  fireTime: k * 2.304e-6,
}));

/**
 * Three beams that enter the prisms in different directions, out of frames that are turned and
 * rolled (Livox Mid-100, Avia).
 */
const FAN: LaserChannel[] = [-1, 0, 1].map((k) => ({
  elevation: 0.02 * k,
  azimuthOffset: 28.4 * DEGREE * k,
  roll: 0.3 * k,
  origin: [0.05 * k, 0.01, 0.002],
  fireTime: 1e-6 * (k + 1),
  incident: [0.02 * k, 1, 0.011],
}));

/** Light along and across the axis of prisms, with zeros of both signs. */
const ALONG_AND_ACROSS: LaserChannel[] = [
  [0, 1, 0],
  [-0, 1, -0],
  [0, -1, -0],
  [1, 0, 0],
  [-1, -0, -0],
  [0, -0, 1],
  [-0, 0, -1],
  [0.6, -0, -0.8],
].map((incident, k) => ({ ...ONE_LASER, fireTime: 1e-7 * k, incident: incident as unknown as Vec3 }));

/** Deflectors whose frames stand square to that of the head. */
const SQUARE_LASERS: LaserChannel[] = [
  { azimuthOffset: 90 * DEGREE },
  { elevation: -90 * DEGREE },
  { azimuthOffset: -90 * DEGREE, elevation: 90 * DEGREE, roll: 180 * DEGREE },
].map((turned, k) => ({ ...ONE_LASER, ...turned, fireTime: 1e-6 * k }));

// ---- deflectors -----------------------------------------------------------------------------------------------------

const RATE = { pulseRateHz: 240_000 };

const POLYGON = {
  kind: 'polygon',
  pulseRateHz: 300_000,
  elevationMin: -40 * DEGREE,
  elevationMax: 60 * DEGREE,
  verticalStep: 0.03 * DEGREE,
  horizontalStep: 0.03 * DEGREE,
  facetAngle: 240 * DEGREE,
  lineRateMaxHz: 120,
} as const;

/** Facets that differ, on an inclined shaft, one of them under way at the start. */
const UNEQUAL_POLYGON = {
  ...POLYGON,
  horizontalStep: 0,
  facetTilts: [-0.1, 0.2, 0, 0.13].map((degrees) => degrees * DEGREE),
  shaftInclination: 45 * DEGREE,
  startElevation: 12.34 * DEGREE,
} as const;

const prism = (degrees: number, rotationRateHz: number) => ({
  angle: degrees * DEGREE,
  refractiveIndex: 1.51,
  rotationRateHz,
});
const THREE_PRISMS = [prism(30.9, -131.5), prism(29.8, 40.8), prism(-3.1, 213.2)];

/** A rosette of 1000 directions. */
const ROSETTE = Float64Array.from(
  Array.from({ length: 1000 }, (_, k) => {
    const [radius, turn] = [0.5 * Math.sin(0.031 * k), 0.017 * k];
    const [x, z] = [radius * Math.cos(turn), radius * Math.sin(turn)];
    return [x, Math.sqrt(1 - x * x - z * z), z];
  }).flat(),
);

/** Directions on, across and against the undeflected beam, and some next to that. */
const ALL_ROUND = Float64Array.from(
  [-1, 0, 1].flatMap((x) =>
    [-1, 0, 1].flatMap((y) =>
      [-1, 0, 1].flatMap((z) => (x || y || z ? unit([x, y, z], [1, 1e-9, 1e-18, 1e-30][(x + y + z + 3) % 4]) : [])),
    ),
  ),
);

/** `v` with x and z that are `small` times theirs, of length 1. */
function unit([x, y, z]: Vec3, small: number): Vec3 {
  const scaled: Vec3 = y === 0 ? [x, y, z] : [x * small, y, z * small];
  return normalize(scaled);
}

// ---- scanners -------------------------------------------------------------------------------------------------------

const TILTED: Head = { axis: [0.1, -0.3, Math.sqrt(0.9)], rate: 0.7 };
const LYING: Head = { axis: [0, 1, 0], rate: 0.31 };

const of = (deflector: Deflector, channels: LaserChannel[] = [ONE_LASER], head?: Head): Scanner =>
  testScanner({ deflector, channels, head });

const SPINNING = of({ kind: 'spinning', rotationRateHz: 9.7, firingPeriod: 55.296e-6 }, STACK);
const SCANNER = of(POLYGON, [{ ...ONE_LASER, origin: [0, 0, 0.2] }]);

// ---- legs -----------------------------------------------------------------------------------------------------------

const HERE: Vec3 = [448_003.217, 5_411_001.11, 312.5];
const ATTITUDE = { heading: 0.7, pitch: 0.013, roll: -0.021 };

const standing = (sectorDeg: number, duration: number, start = -0.4): Leg => ({
  ...station(HERE, { sectorDeg, attitude: ATTITUDE }),
  azimuthStart: start,
  azimuthEnd: start + sectorDeg * DEGREE,
  path: { kind: 'station', position: HERE, attitude: ATTITUDE, duration },
});

const MOVING: Leg = {
  ...standing(360, 0),
  path: {
    kind: 'straight',
    from: [446_100.123, 5_408_900.77, 1210.4],
    to: [451_300.5, 5_413_700.9, 1207.1],
    speed: 33.3,
    attitude: { heading: -2.31, pitch: 0.04, roll: -0.6 },
  },
};

/** 400 poses at uneven times that swerve, climb and roll, once all round. */
function swerving(): Trajectory {
  const times = Float64Array.from({ length: 400 }, (_, k) => 0.05 * k + (k % 7 === 3 ? 0.013 : 0));
  const each = <T>(of: (time: number) => Iterable<T>) => [...times].flatMap((time) => [...of(time)]);
  return {
    times,
    positions: Float64Array.from(
      each((t) => [HERE[0] + 17 * t, HERE[1] + 40 * Math.sin(0.3 * t), HERE[2] + 2 * Math.cos(t)]),
    ),
    orientations: Float64Array.from(
      each((t) => fromAttitude(0.33 * t, 0.2 * Math.sin(0.9 * t), 0.4 * Math.sin(1.7 * t))),
    ),
  };
}

const RECORDED: Leg = { ...standing(360, 0), path: { kind: 'recorded', trajectory: swerving() } };

/** The same way without turning. */
const DRIFTING: Leg = { ...RECORDED, path: { kind: 'recorded', trajectory: level(swerving()) } };

function level(trajectory: Trajectory): Trajectory {
  const attitude = fromAttitude(0.33, 0.2, -0.4);
  return { ...trajectory, orientations: Float64Array.from([...trajectory.times].flatMap(() => [...attitude])) };
}

/** After the scanner has run for a while. */
const warm = (leg: Leg): Leg => ({ ...leg, warmup: 3.21987 });

const on = (leg: Leg, scanner: Scanner, mount = AWRY, footprint: Footprint = ONE_SUBRAY): PulseProgram =>
  createPulseProgram({
    scanner,
    mount,
    leg,
    footprint,
    randomKey: streamKey(1, 3),
    frameOrigin: [448_000, 5_411_000, 310],
  });

/** Settings of legs that scanners take in turn, so that the examples of a kind differ in them. */
const COURSES: readonly { name: string; leg: Leg }[] = [
  { name: 'in the air', leg: MOVING },
  { name: 'that has run and swerves', leg: warm(RECORDED) },
  { name: 'that has run on a tripod', leg: warm(standing(360, 60)) },
  { name: 'that swerves', leg: RECORDED },
  { name: 'that has run in the air', leg: warm(MOVING) },
  { name: 'on a tripod', leg: standing(360, 60) },
];

/** A leg of every example of every kind of deflector. */
function examplePrograms(): Record<string, PulseProgram> {
  const programs = DEFLECTOR_EXAMPLES.map(({ name, number, scanner }, index) => {
    const course = COURSES[index % COURSES.length];
    return [`${name}, example ${number}, ${course.name}`, on(course.leg, scanner)] as const;
  });
  return Object.fromEntries(programs);
}

/**
 * Legs of every kind of deflector: standing, moving and swerving, whole turns and sectors, minutes long, far from the
 * origin. The named ones add cases that no example of a kind has: many lasers, heads about any axis, sectors,
 * directions all round.
 */
export const PROGRAMS: Readonly<Record<string, PulseProgram>> = {
  ...examplePrograms(),
  'a sector of a spinning array': on(standing(97, 60), SPINNING),
  'a sector of a spinning array, backwards': on(standing(-97, 60), SPINNING),
  'a spinning array in the air': on(MOVING, SPINNING),
  'a spinning array that swerves': on(warm(RECORDED), SPINNING),
  'a polygon on a tripod, backwards': on(standing(-200, 60), SCANNER),
  'a level polygon, nothing awry': on(station([448_000, 5_411_000, 310], { sectorDeg: 360 }), SCANNER, STRAIGHT),
  'a spinning array level on a car': on(warm(RECORDED), SPINNING, { ...STRAIGHT, position: [0.31, -0.12, 1.7] }),
  'a polygon that drifts': on(warm(DRIFTING), SCANNER),
  'a polygon that swerves, nothing awry': on(RECORDED, of(POLYGON), STRAIGHT),
  'a polygon of unequal facets whose head turns': on(warm(MOVING), of(UNEQUAL_POLYGON, [ONE_LASER], TILTED)),
  'a polygon across a car that swerves': on(RECORDED, of(POLYGON, [ONE_LASER], LYING), SQUARE),
  'a polygon whose lines begin between two pulses': on(
    warm(MOVING),
    of({ ...UNEQUAL_POLYGON, lineRateMaxHz: 30.1 }, [ONE_LASER, { ...ONE_LASER, fireTime: 1.3e-6 }]),
  ),
  'a pattern all round, out of square frames': on(
    warm(RECORDED),
    of({ kind: 'pattern', ...RATE, directions: ALL_ROUND }, SQUARE_LASERS),
    SQUARE,
  ),
  'an ellipse about a tilted axis': on(
    warm(RECORDED),
    of({ kind: 'conic', ...RATE, rotationRateHz: 80.3, halfAngleAcross: 0.35, halfAngleAlong: 0.2 }, FAN, TILTED),
  ),
  'a cone with the rings of HELIOS++, which turn with it': on(
    RECORDED,
    of({ kind: 'conic', ...RATE, rotationRateHz: 80.3, halfAngleAcross: 0.35, halfAngleAlong: 0.35 }, FAN),
    AWRY,
    { pattern: 'helios', subrays: 19, weights: 'gaussian' },
  ),
  'three prisms, three lasers': on(
    warm(RECORDED),
    of({ kind: 'risley', ...RATE, airIndex: 1, prisms: THREE_PRISMS }, FAN),
  ),
  'prisms that reflect all light at times': on(
    warm(standing(360, 40)),
    of({ kind: 'risley', ...RATE, airIndex: 1, prisms: [prism(35, -90.1), prism(-33, 60.7)] }, FAN),
  ),
  'a pattern all round': on(standing(360, 30), of({ kind: 'pattern', ...RATE, directions: ALL_ROUND }), STRAIGHT),
  'a pattern all round, straight ahead': on(
    standing(360, 30, 0),
    of({ kind: 'pattern', ...RATE, directions: ALL_ROUND }),
    STRAIGHT,
  ),
  'prisms that bend nothing, across the light as well': on(
    standing(360, 30, 0),
    of({ kind: 'risley', ...RATE, airIndex: 1.51, prisms: [prism(20, 50.3), prism(-20, 71)] }, ALONG_AND_ACROSS),
    STRAIGHT,
  ),
  'a pattern that turns about the line of sight, in a sector, backwards': on(
    standing(-130, 40, 2),
    of({ kind: 'pattern', ...RATE, directions: ROSETTE }, FAN, LYING),
  ),
};
