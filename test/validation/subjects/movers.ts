import { normalize, subtract, type Vec3 } from '../../../src/base/vec3.js';
import { createPointBatch, joinBatches } from '../../../src/cloud/point-batch.js';
import { DAYLIGHT } from '../../../src/cloud/shading/daylight.js';
import type { PointColoring } from '../../../src/cloud/shading/point-coloring.js';
import { loadScene } from '../../../src/node-surveys.js';
import type { Leg } from '../../../src/platform/leg.js';
import { poseAt } from '../../../src/platform/pose-at.js';
import { findScanner } from '../../../src/scanner/catalogue.js';
import { ONE_SUBRAY } from '../../../src/scanner/footprint.js';
import { resolveScanner } from '../../../src/scanner/resolve-scanner.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import { deskewObjects } from '../../../src/simulation/frames/deskew-objects.js';
import { bentShapes, turning } from '../../support/bent-arm.js';
import { carrierSurvey, DRIVE, STAND } from '../../support/carrier.js';
import { evenly, motionThrough, sceneWithMovers, standingAt, velocityFrom } from '../../support/movers.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle } from '../../support/scenes.js';
import { FRAME, velocitiesOf } from '../../support/velocities.js';
import { type EngineName, farthest, once, type Row, type Stage, type Subject, type TracedPart } from '../row.js';

const DEGREE = Math.PI / 180;
const MILLIMETRE = 1e-3;

interface Sweep {
  rotationRateHz: number;
  firingPeriod: number;
  /** Degrees. */
  azimuth: readonly [from: number, to: number];
  /** The scene's clock at the first pulse, seconds. */
  sceneTime?: number;
  colors?: PointColoring;
}

/** Points of one beam that turns about the origin, clockwise. */
async function sweep(stage: Stage, options: Sweep) {
  const { rotationRateHz, firingPeriod, sceneTime = 0, colors } = options;
  const [from, to] = options.azimuth;
  const attitude = { heading: 0, pitch: 0, roll: 0 };
  const duration = (to - from) / 360 / rotationRateHz;
  const leg: Leg = {
    ...station([0, 0, 0]),
    path: { kind: 'station', position: [0, 0, 0], attitude, duration },
    azimuthStart: from * DEGREE,
    azimuthEnd: to * DEGREE,
  };
  const scanner = testScanner({ deflector: { kind: 'spinning', rotationRateHz, firingPeriod } });
  const result = await stage.scan([leg], { scanner, footprint: ONE_SUBRAY, sceneTime, colors });
  return {
    x: column(result, 'x'),
    y: column(result, 'y'),
    range: column(result, 'range'),
    incidence: column(result, 'incidenceAngle'),
    times: column(result, 'gpsTime').map((time) => time + sceneTime),
    /** Of the sun: 0 in the shadow, 255. */
    light: result.colors.map((word) => word >>> 24),
  };
}

/** The first and the last of some numbers. */
const ends = (list: readonly number[]): [first: number, last: number] => [list[0], list[list.length - 1]];

/** A plate from a corner along an edge, 2 m high, with a constant velocity. */
const plate = (corner: Vec3, edge: Vec3, velocity: Vec3) => () =>
  sceneWithMovers(
    [meshOf(rectangle(corner, edge, [0, 0, 2]))],
    [{ mesh: 0, motion: velocityFrom([0, 0, 0], velocity) }],
  );

/** Ten turns a second, a million pulses a second, from azimuth 60° to 120°; azimuth 0 is at time 0. */
const FAST_HEAD: Sweep = { rotationRateHz: 10, firingPeriod: 1e-6, azimuth: [60, 120], sceneTime: 1 / 60 };

type TracedRow = Row<(stage: Stage) => Promise<number>>;

const DRIVING = velocityFrom([0, 0, 0], [0, 15, 0]);
/** Degrees. */
const HALF_WINDOW = 0.003;

/** The front or the rear of that car about the time when it is seen, by pulses that are 5 µm apart on it. */
const endOfCar = (end: 'front' | 'rear', time: number) =>
  once(async (stage) => {
    const from = 3600 * time - HALF_WINDOW;
    const window = { azimuth: [from, from + 2 * HALF_WINDOW] as const, sceneTime: from / 3600 };
    const { x, y, times } = await sweep(stage, { rotationRateHz: 10, firingPeriod: 1e-8, ...window });
    const k = end === 'front' ? 0 : y.length - 1;
    return { place: [x[k], y[k], 0] as Vec3, time: times[k] };
  });

/** The coordinate along its way of a place of that car, moved by `deskew: objects` to time 0. */
function deskewed({ place: [x, y, z], time }: { place: Vec3; time: number }): number {
  const points = createPointBatch(1);
  points.x[0] = x;
  points.y[0] = y;
  points.z[0] = z;
  const traced = { bodies: Int32Array.of(0), times: Float64Array.of(time) };
  deskewObjects(points, traced, { bodies: { motions: [DRIVING], ofSurfaces: new Int32Array() }, sceneTime: 0 }, 0);
  return points.y[0];
}

/** A car that drives past a spinning head: row of its length, and for the first speed of its ends. */
function passingCar(speed: number, length: number, more: (seen: ReturnType<typeof ofCar>) => TracedRow[] = () => []) {
  const seen = ofCar();
  const row: TracedRow = {
    test: `mover-passes-${speed}`,
    quantity: `length of a car of 4.5 m, 7.1 m away, that drives at ${speed} m/s past a head that turns 10 times a second`,
    unit: 'm',
    source: 'y = y₀ + v t where the beam is at azimuth 2π f t',
    expected: length,
    tolerance: MILLIMETRE,
    basis: 'pulses are 0.5 mm apart',
    decimals: 3,
    measure: async (stage) => {
      const [front, rear] = ends((await seen(stage)).y);
      return front - rear;
    },
  };
  return {
    scene: plate([7.1, -2.25, -1], [0, 4.5, 0], [0, speed, 0]),
    rows: [row, ...more(seen)],
  } satisfies TracedPart;
}

const ofCar = () => once((stage) => sweep(stage, FAST_HEAD));

const FRONT = { end: 'front', k: 0, y: 2.542895, time: 0.019526333, radial: 5.05771 } as const;
const REAR = { end: 'rear', k: 1, y: -1.815244, time: 0.028983747, radial: -3.71551 } as const;

const endsOfCar = (seen: ReturnType<typeof ofCar>): TracedRow[] => [
  ...[FRONT, REAR].flatMap((end) => rowsOfEnd(end, seen)),
  ...deskewRows(),
];

const deskewRows = (): TracedRow[] => [
  {
    test: 'mover-deskewed-front',
    quantity: 'place of the front of that car after `deskew: objects` to the time 0',
    unit: 'm',
    source: 'T(t₀) · T(t)⁻¹',
    expected: 2.25,
    tolerance: 1e-5,
    decimals: 5,
    measure: async (stage) => deskewed(await frontOfCar(stage)),
  },
  {
    test: 'mover-deskewed-length',
    quantity: 'its length after `deskew: objects`',
    unit: 'm',
    source: 'the same',
    expected: 4.5,
    tolerance: 1e-5,
    decimals: 5,
    measure: async (stage) => deskewed(await frontOfCar(stage)) - deskewed(await rearOfCar(stage)),
  },
];

const frontOfCar = endOfCar('front', FRONT.time);
const rearOfCar = endOfCar('rear', REAR.time);

const rowsOfEnd = (
  { end, k, y, time, radial }: typeof FRONT | typeof REAR,
  seen: ReturnType<typeof ofCar>,
): TracedRow[] => [
  {
    test: `mover-${end}`,
    quantity: `place of the ${end} of that car at 15 m/s, along its way`,
    unit: 'm',
    source: 'the same',
    expected: y,
    tolerance: MILLIMETRE,
    decimals: 3,
    measure: async (stage) => ends((await seen(stage)).y)[k],
  },
  {
    test: `mover-${end}-time`,
    quantity: `time at which the ${end} is seen`,
    unit: 'ms',
    source: 'the same',
    expected: time * 1000,
    tolerance: 2e-3,
    basis: 'pulses are 1 µs apart',
    decimals: 3,
    measure: async (stage) => ends((await seen(stage)).times)[k] * 1000,
  },
  {
    test: `mover-${end}-radial`,
    quantity: `radial velocity of the ${end}`,
    unit: 'm/s',
    source: 'd · v',
    expected: radial,
    tolerance: 1e-3,
    decimals: 4,
    measure: async (stage) => {
      const seenEnd = await (end === 'front' ? frontOfCar : rearOfCar)(stage);
      return velocitiesOf({ way: seenEnd.place, motion: DRIVING, time: seenEnd.time }).radial ?? Number.NaN;
    },
  },
];

/** A car that crosses the sight of a slow head, at azimuth 0 at time 0. */
function crossingCar(speed: number, front: number, slow: readonly EngineName[] = ['GPU']): TracedPart {
  const measure = once((stage) =>
    sweep(stage, { rotationRateHz: 10 / 360, firingPeriod: 2e-5, azimuth: [-15, 15], sceneTime: -1.5 }),
  );
  const about = `a car of 4.5 m that crosses at ${speed} m/s, 30 m before a head that turns 10° a second`;
  return {
    scene: plate([-2.25, 30, -1], [4.5, 0, 0], [speed, 0, 0]),
    rows: ends([-front, front]).map((expected, k) => ({
      test: `mover-crosses-${speed}-${k === 0 ? 'first' : 'last'}`,
      quantity: `${k === 0 ? 'first' : 'last'} place seen of ${about}`,
      unit: 'm',
      source: '30 m tan(ω t) = x₀ + v t',
      expected,
      tolerance: MILLIMETRE,
      decimals: 3,
      slow,
      measure: async (stage: Stage) => ends((await measure(stage)).x)[k],
    })),
  };
}

/** A beam along +y that stands, 10,000 pulses a second; so many seconds of it. */
const fixedBeam = (seconds: number): Sweep => ({
  rotationRateHz: 1e-9,
  firingPeriod: 1e-4,
  azimuth: [0, 3.6e-7 * seconds],
});

/** The value of a column at a time. */
const at = (times: readonly number[], values: readonly number[], time: number): number =>
  values[times.findIndex((t) => Math.abs(t - time) < 1e-6)];

const CROSSING_PLATE: TracedPart = {
  scene: plate([-1.5, 30, -1], [1, 0, 0], [20, 0, 0]),
  rows: [
    {
      test: 'mover-hits',
      quantity: 'hits of a fixed beam of 10 kHz on a plate of 1 m that crosses it at 20 m/s',
      source: 'f w / v',
      expected: 500,
      tolerance: 1,
      decimals: 0,
      measure: async (stage) => (await sweep(stage, fixedBeam(0.1))).range.length,
    },
  ],
};

const CLOSING_WALL: TracedPart = {
  scene: plate([-50, 50, -1], [100, 0, 0], [0, -20, 0]),
  rows: [
    {
      test: 'mover-closes',
      quantity: 'range of a wall that comes from 50 m at 20 m/s, after 0.75 s',
      unit: 'm',
      source: 'r₀ − v t',
      expected: 35,
      tolerance: 1e-4,
      decimals: 4,
      measure: async (stage) => {
        const { times, range } = await sweep(stage, fixedBeam(1));
        return at(times, range, 0.75);
      },
    },
  ],
};

const TURNING_PLATE: TracedPart = {
  scene: () =>
    sceneWithMovers(
      [meshOf(rectangle([-1, 0, -1], [2, 0, 0], [0, 0, 2]))],
      [{ mesh: 0, motion: motionThrough((t) => ({ place: [0, 10, 0], turn: Math.PI * t }), evenly(0, 1, 181)) }],
    ),
  rows: [
    {
      test: 'mover-turns',
      quantity: 'cosine of the incidence on a plate that turns 30 times a minute, after 0.2 s',
      source: 'cos(2π t / 2 s)',
      expected: 0.809017,
      tolerance: 1e-5,
      decimals: 5,
      measure: async (stage) => {
        const { times, incidence } = await sweep(stage, fixedBeam(1));
        return Math.cos(at(times, incidence, 0.2));
      },
    },
  ],
};

/** A wall that goes away at 15 m/s, 30 m before the scanner at first. */
const LEAVING_WALL: TracedPart = {
  scene: () =>
    sceneWithMovers(
      [meshOf(rectangle([-60, 30, -40], [120, 0, 0], [0, 0, 120]))],
      [{ mesh: 0, motion: velocityFrom([0, 0, 0], [0, 15, 0]) }],
    ),
  rows: [
    {
      test: 'mover-line',
      quantity:
        'first and last point of a line of a VZ-400 (100° of 240°, 120 a second) on a wall that leaves at 15 m/s',
      unit: 'mm',
      source: 'v t',
      expected: 52.083,
      tolerance: 0.06,
      basis: 'a pulse is 0.05 mm',
      decimals: 2,
      slow: ['GPU'],
      measure: async (stage) => {
        const { deflector } = withoutNoise('riegl-vz-400');
        const line = { ...deflector, verticalStep: (28_800 / 300_000) * DEGREE } as Scanner['deflector'];
        const { y } = await onWall(stage, { ...withoutNoise('riegl-vz-400'), deflector: line }, 0.04);
        return Math.abs(y[y.length - 1] - y[0]) * 1000;
      },
    },
    {
      test: 'mover-firing',
      quantity: 'first and last laser of a firing of a VLP-16 on that wall',
      unit: 'mm',
      source: 'v · 15 · 2.304 µs',
      expected: 0.5184,
      tolerance: 0.01,
      decimals: 2,
      slow: ['GPU'],
      measure: async (stage) => {
        const { y } = await onWall(stage, withoutNoise('velodyne-vlp-16'), 0.2);
        return (y[15] - y[0]) * 1000;
      },
    },
  ],
};

/** An instrument of the catalogue that sees everything, where it is. */
function withoutNoise(name: string): Scanner {
  const { detection } = testScanner();
  return { ...resolveScanner(findScanner(name)), detection, exitRadius: 0 };
}

/** A sector of a scanner on a wall. */
async function onWall(stage: Stage, scanner: Scanner, sectorDeg: number) {
  const result = await stage.scan([station([0, 0, 0], { sectorDeg })], { scanner, footprint: ONE_SUBRAY });
  return { y: column(result, 'y') };
}

/** The sun, behind the scanner and as high; a roof whose shadow passes a car that comes the other way. */
const BEHIND: PointColoring = {
  kind: 'shaded',
  shadows: true,
  daylight: { ...DAYLIGHT, toSun: normalize([0, -1, 1]) },
};

/** Degrees about the edge of a shadow, of a head that turns by 10° a second. */
const shadowEdge = once(async (stage) => {
  const slow = { rotationRateHz: 10 / 360, firingPeriod: 2e-5, azimuth: [2.2, 2.4] as const, sceneTime: 0.22 };
  const { x, light } = await sweep(stage, { ...slow, colors: BEHIND });
  return x[light.indexOf(255)];
});

const SHADOWED_CAR: TracedPart = {
  scene: () =>
    sceneWithMovers(
      [
        meshOf(rectangle([-10, 30, -1], [20, 0, 0], [0, 0, 2])),
        meshOf(rectangle([-2.25, 27, 2], [50, 0, 0], [0, 2, 0])),
      ],
      [
        { mesh: 0, motion: velocityFrom([0, 0, 0], [-15, 0, 0]) },
        { mesh: 1, motion: velocityFrom([0, 0, 0], [15, 0, 0]) },
      ],
    ),
  rows: [
    {
      test: 'mover-shadow',
      quantity: 'place where the shadow of a roof that moves at 15 m/s lets go of a car that comes the other way',
      unit: 'm',
      source: '30 m tan(ω t) = x₀ + v t',
      expected: 1.207572,
      tolerance: MILLIMETRE,
      decimals: 3,
      // A shader of its own; parity/movers.test.ts compares shadows of movers.
      slow: ['GPU'],
      measure: shadowEdge,
    },
  ],
};

/** The box about the sensor of a survey whose platform stands for a second, and then drives for one. */
const CABIN =
  '{ name: cabin, file: cabin.obj, transform: { translate: [-0.5, -1, -1.8] }, motion: { follow: platform } }';
const cabinSurvey = () => carrierSurvey({ legs: `${STAND}, ${DRIVE}`, parts: CABIN });
const cabinScene = async () => loadScene((await cabinSurvey()).scene);

/** What a head that turns ten times a second sees of it from a platform that stands, and from one that drives. */
const inCabin = once(async (stage) => {
  const { legs } = await cabinSurvey();
  const deflector: Scanner['deflector'] = { kind: 'spinning', rotationRateHz: 10, firingPeriod: 1e-4 };
  const cabinFrom = async (leg: Leg) => {
    const sceneTime = leg.startTime - legs[0].startTime;
    const result = await stage.scan([leg], { scanner: testScanner({ deflector }), footprint: ONE_SUBRAY, sceneTime });
    return { leg, sceneTime, range: column(result, 'range'), points: joinBatches(result.batches) };
  };
  return { standing: await cabinFrom(legs[0]), driving: await cabinFrom(legs[1]) };
});

type InCabin = Awaited<ReturnType<typeof inCabin>>;

/** The largest speed along the beam of points of the cabin. */
async function radialInCabin({ driving: { leg, sceneTime, points } }: InCabin): Promise<number> {
  const { motions = [] } = await cabinScene();
  const speeds = Array.from({ length: points.count }, (_, i) => {
    const time = points.gpsTime[i] - leg.startTime;
    const { position } = poseAt(leg.path, time);
    const way = subtract([points.x[i], points.y[i], points.z[i]], position);
    const arm = subtract(position, FRAME);
    return velocitiesOf({ path: leg.path, arm, way, motion: motions[0], time, sceneTime }).radial ?? Number.NaN;
  });
  return farthest(speeds, 0);
}

const CARRIER: TracedPart = {
  scene: cabinScene,
  rows: [
    {
      test: 'carrier-range',
      quantity: 'largest difference of ranges to a cabin about the sensor, at poses that turn all ways and at rest',
      unit: 'm',
      source: 'it is the same for the sensor',
      expected: 0,
      tolerance: 1e-4,
      decimals: 4,
      measure: async (stage) => {
        const { standing, driving } = await inCabin(stage);
        return standing.range.length === 10_000 && driving.range.length === 10_000
          ? farthest(
              standing.range.map((range, k) => driving.range[k] - range),
              0,
            )
          : Number.NaN;
      },
    },
    {
      test: 'carrier-radial',
      quantity: 'largest radial velocity of its points',
      unit: 'm/s',
      source: 'the same',
      expected: 0,
      tolerance: 1e-6,
      decimals: 6,
      measure: async (stage) => radialInCabin(await inCabin(stage)),
    },
  ],
};

/** A plate whose vertices two bones share alike, the second of which turns about (−1, 30, 0) by 90° in a second. */
const BENDING_PLATE: TracedPart = {
  scene: () => {
    const plate = meshOf(rectangle([-3, 29, -1], [6, 0, 0], [0, 0, 2]));
    const shapes = bentShapes(plate.positions, [-1, 30, 0], turning([0, 1], [0, 90]));
    const phases = { times: Float64Array.of(0, 9), moments: Float64Array.of(0, 9), loop: false };
    return sceneWithMovers([{ ...plate, shapes }], [{ mesh: 0, motion: { ...standingAt([0, 0, 0]), phases } }]);
  },
  rows: (
    [
      [0.75, 29.668179],
      [1.2, 30],
    ] as const
  ).map(([time, expected]) => ({
    test: `skin-hit-${time}`,
    quantity: `range of a plate on a skin that bends about (−1, 30, 0) by 90° in a second, after ${time} s`,
    unit: 'm',
    source: '29 + tan(θ/2)',
    expected,
    tolerance: 1e-5,
    decimals: 6,
    slow: ['GPU'],
    measure: async (stage) => {
      const { times, range } = await sweep(stage, fixedBeam(1.3));
      return at(times, range, time);
    },
  })),
};

export const MOVERS: Subject = {
  title: 'Moving bodies',
  about:
    'What moves, as each pulse sees it at its own time. The light of a beam takes no time on its way: 0.5 µs for 150 m.',
  traced: [
    passingCar(15, 4.358139, endsOfCar),
    passingCar(-15, 4.650743),
    passingCar(30, 4.226127),
    passingCar(0, 4.5),
    crossingCar(15, 1.207572, []),
    crossingCar(-15, 0.582233),
    crossingCar(3, 5.200156),
    CROSSING_PLATE,
    CLOSING_WALL,
    TURNING_PLATE,
    BENDING_PLATE,
    LEAVING_WALL,
    SHADOWED_CAR,
    CARRIER,
  ],
};
