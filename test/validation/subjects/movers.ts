import { transformDirection } from '../../../src/base/affine.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import type { Leg } from '../../../src/platform/leg.js';
import { ONE_SUBRAY } from '../../../src/scanner/footprint.js';
import { type Track, trackAt } from '../../../src/scene/animation/track.js';
import { bentShapes, bentVertex, turning } from '../../support/bent-arm.js';
import { evenly, motionThrough, sceneWithMovers, standingAt, velocityFrom } from '../../support/movers.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle } from '../../support/scenes.js';
import { fromTurningVehicle, ofRollingWheel } from '../../support/velocities.js';
import { headingAt, moverAt, movingScene, placeAt } from '../../survey/scene/motion/moving-scene.js';
import { type EngineName, once, type Row, type Stage, type Subject, type TracedPart } from '../row.js';

const DEGREE = Math.PI / 180;
const MILLIMETRE = 1e-3;

interface Sweep {
  rotationRateHz: number;
  firingPeriod: number;
  /** Degrees. */
  azimuth: readonly [from: number, to: number];
  /** The scene's clock at the first pulse, seconds. */
  sceneTime?: number;
}

/** Points of one beam that turns about the origin, clockwise. */
async function sweep(stage: Stage, { rotationRateHz, firingPeriod, azimuth: [from, to], sceneTime = 0 }: Sweep) {
  const attitude = { heading: 0, pitch: 0, roll: 0 };
  const duration = (to - from) / 360 / rotationRateHz;
  const leg: Leg = {
    ...station([0, 0, 0]),
    path: { kind: 'station', position: [0, 0, 0], attitude, duration },
    azimuthStart: from * DEGREE,
    azimuthEnd: to * DEGREE,
  };
  const scanner = testScanner({ deflector: { kind: 'spinning', rotationRateHz, firingPeriod } });
  const result = await stage.scan([leg], { scanner, footprint: ONE_SUBRAY, sceneTime });
  return {
    x: column(result, 'x'),
    y: column(result, 'y'),
    range: column(result, 'range'),
    incidence: column(result, 'incidenceAngle'),
    times: column(result, 'gpsTime').map((time) => time + sceneTime),
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

const endsOfCar = (seen: ReturnType<typeof ofCar>): TracedRow[] =>
  [
    { end: 'front', k: 0, y: 2.542895, time: 0.019526333 },
    { end: 'rear', k: 1, y: -1.815244, time: 0.028983747 },
  ].flatMap(({ end, k, y, time }) => [
    {
      test: `mover-${end}`,
      quantity: `place of the ${end} of that car at 15 m/s, along its way`,
      unit: 'm',
      source: 'the same',
      expected: y,
      tolerance: MILLIMETRE,
      decimals: 3,
      measure: async (stage: Stage) => ends((await seen(stage)).y)[k],
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
      measure: async (stage: Stage) => ends((await seen(stage)).times)[k] * 1000,
    },
  ]);

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

/** Motions as the host samples them for both engines. */
const FAN = '{ file: car.obj, motion: { spin: { axis: [0, 0, 1], rate: 1800 } } }';
const TURNING_CAR = '{ file: car.obj, motion: { velocity: [0, 10, 0], turnRate: 11.459155902616464 } }';

const tipOfFan = async () => transformDirection(moverAt(await movingScene(FAN), 0.123456), [1, 0, 0]);

type HostRow = Row<() => number | Promise<number>>;

const RADIAL: Pick<HostRow, 'unit' | 'tolerance' | 'decimals'> = { unit: 'm/s', tolerance: 1e-3, decimals: 4 };

/** Velocities of points. */
const VELOCITY_ROWS: readonly HostRow[] = [
  ...(
    [
      [
        'arm',
        [0.5, 1, 1.8],
        'standing',
        'a target that stands, from a sensor at (0.5, 1, 1.8) on the platform',
        -8.641589,
      ],
      ['origin', [0, 0, 0], 'standing', 'the same from the origin of the platform', -8.654978],
      ['oncoming', [0.5, 1, 1.8], 'oncoming', 'a target at (3, −12, 0) m/s, from the former', -17.528477],
    ] as const
  ).map(([name, arm, meets, of, expected]) => ({
    ...RADIAL,
    test: `radial-velocity-${name}`,
    quantity: `radial velocity of ${of}; platform at 10 m/s along y and 0.2 rad/s, beam at azimuth 30°, elevation −2°`,
    source: 'd · (v − v₀ − ω × r)',
    expected,
    measure: () => fromTurningVehicle(arm, meets).radial ?? Number.NaN,
  })),
  ...(
    [
      ['top', 1, -30],
      ['bottom', 0, 0],
    ] as const
  ).map(([name, share, expected]) => ({
    ...RADIAL,
    test: `rolling-wheel-${name}`,
    quantity: `radial velocity of the ${name} of a wheel of 0.33 m that comes rolling at 15 m/s`,
    source: 'v + ω × r, ω = v / r',
    expected,
    measure: () => ofRollingWheel(share).radial ?? Number.NaN,
  })),
];

/** Half a turn of a right angle, as a quaternion's part. */
const HALF = Math.SQRT1_2;

const valueAt = (track: Track, time: number, component = 0): number => trackAt(track, time, [])[component];

const SPLINE: Track = {
  path: 'weights',
  interpolation: 'CUBICSPLINE',
  times: Float32Array.of(0, 0.5),
  values: Float32Array.of(9, 0, 2, -1, 1, 9),
  width: 1,
};
const QUARTER_TURN: Track = {
  path: 'rotation',
  interpolation: 'LINEAR',
  times: Float32Array.of(0, 3),
  values: Float32Array.of(0, 0, 0, 1, 0, 0, HALF, HALF),
  width: 4,
};

/** Clips of models. */
const CLIP_ROWS: readonly HostRow[] = [
  ...(
    [
      [0.25, 0.3203125],
      [0.5, 0.6875],
      [0.75, 0.9609375],
    ] as const
  ).map(([share, expected]) => ({
    test: `spline-${share}`,
    quantity: `value of a cubic spline of a clip from 0 to 1 with tangents 2 and −1 /s over 0.5 s, at ${share} of it`,
    source: 'glTF 2.0, appendix C',
    expected,
    tolerance: 1e-7,
    decimals: 7,
    measure: () => valueAt(SPLINE, share / 2),
  })),
  ...(['z', 'w'] as const).map((name, k) => ({
    test: `slerp-${name}`,
    quantity: `${name} of a third of a turn of 90° about z, as a quaternion`,
    source: ['sin 15°', 'cos 15°'][k],
    expected: [0.258819, 0.965926][k],
    tolerance: 1e-6,
    decimals: 6,
    measure: () => valueAt(QUARTER_TURN, 1, 2 + k),
  })),
  ...(
    [
      [90, [0.5, 0.5], [-0.05, 1.15]],
      [90, [0.75, 0.25], [0.025, 1.175]],
      [45, [0.5, 0.5], [0.014645, 1.206066]],
      [180, [0.5, 0.5], [0, 1]],
    ] as const
  ).flatMap(([angle, [a, b], places]) =>
    places.map((expected, k) => ({
      test: `skin-${angle}-${a}-${'xy'[k]}`,
      quantity: `${'xy'[k]} of a vertex at (0.1, 1.2, 0) that two bones share as ${a} and ${b}, the second turned by ${angle}° about z at (0, 1, 0)`,
      unit: 'm',
      source: 'Σ w J B⁻¹ p',
      expected,
      tolerance: 1e-6,
      decimals: 6,
      measure: () => bentVertex([0.1, 1.2, 0], [a, b], angle)[k],
    })),
  ),
];

const HOST_ROWS: Subject['host'] = {
  rows: [
    ...VELOCITY_ROWS,
    ...CLIP_ROWS,
    ...(['x', 'y'] as const).map((axis, k) => ({
      test: `fan-${axis}`,
      quantity: `${axis} of the tip (1, 0, 0) of a fan that turns 300 times a minute, after 0.123456 s`,
      unit: 'm',
      source: axis === 'x' ? 'cos ω t' : 'sin ω t',
      expected: [-0.740561, -0.671989][k],
      tolerance: 1e-5,
      decimals: 5,
      measure: async () => (await tipOfFan())[k],
    })),
    ...(['x', 'y'] as const).map((axis, k) => ({
      test: `turning-car-${axis}`,
      quantity: `${axis} of a car at 10 m/s that turns by 0.2 rad/s, clockwise from along y, after 2 s`,
      unit: 'm',
      source: axis === 'x' ? 'v/ω (1 − cos ω t)' : 'v/ω sin ω t',
      expected: [3.94695, 19.470917][k],
      tolerance: 1e-4,
      decimals: 4,
      measure: async () => placeAt(await movingScene(TURNING_CAR), 2)[k],
    })),
    {
      test: 'turning-car-heading',
      quantity: 'its heading',
      unit: '°',
      source: 'ω t',
      expected: 22.918312,
      tolerance: 1e-4,
      decimals: 4,
      measure: async () => headingAt(await movingScene(TURNING_CAR), 2),
    },
  ],
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
  ],
  host: HOST_ROWS,
};
