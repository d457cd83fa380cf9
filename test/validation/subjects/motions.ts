import { transformDirection } from '../../../src/base/affine.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { type Track, trackAt } from '../../../src/scene/animation/track.js';
import { type Driver, desiredGap, equilibriumGap, idmAcceleration } from '../../../src/scene/traffic-flow/driver.js';
import { farthestFromThree } from '../../scene/read/gltf/animation/three-shapes.js';
import { bentVertex } from '../../support/bent-arm.js';
import { CIRCLE, fcd, vehicle } from '../../support/fcd-recordings.js';
import { CUBE_ROWS } from '../../support/helios-cube.js';
import {
  after,
  BOX,
  CUBE,
  lasting,
  moving,
  placeAt as placeOfPart,
  sceneOf,
  sceneOfCar,
  stepped,
} from '../../support/helios-motions.js';
import { HAS_HELIOS_REFERENCE } from '../../support/helios-reference.js';
import { velocityFrom } from '../../support/movers.js';
import { fromTurningVehicle, ofRollingWheel, velocitiesOf } from '../../support/velocities.js';
import { headingAt, moverAt, movingScene, placeAt } from '../../survey/scene/motion/moving-scene.js';
import type { Row, Subject } from '../row.js';

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

/** A wall that comes at 10 m/s. */
const approaching = () => velocitiesOf({ way: [0, 25, 0], motion: velocityFrom([0, 0, 0], [0, -10, 0]) });

const DOPPLER_ROW: HostRow = {
  test: 'doppler',
  quantity: 'Doppler shift of light of 1550 nm from a wall that comes at 10 m/s, of `radial_velocity`',
  unit: 'MHz',
  source: '−2 v_r / λ',
  expected: 12.903226,
  tolerance: 1e-6,
  decimals: 6,
  measure: () => (-2 * (approaching().radial ?? Number.NaN)) / 1550e-9 / 1e6,
};

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
  {
    test: 'shapes-of-three',
    quantity:
      'largest distance of vertices of a morphed skin and of a morphed, scaled plate from where three.js has them, at twenty moments of a clip',
    unit: 'm',
    source: '`AnimationMixer`, `getVertexPosition`',
    expected: 0,
    tolerance: 1e-5,
    decimals: 5,
    measure: farthestFromThree,
  },
];

/** Motions of paths and turns. */
const PATH_ROWS: readonly HostRow[] = [
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
];

/** Floating car data of SUMO. */
const TAXI = (file: string, more = '') => ({
  traffic: `{ file: ${file}, types: { car: taxi }${more} }`,
  parts: '{ name: taxi, file: car.obj }',
});

async function placeInTraffic(text: string, time: number, body: Vec3 = [0, 0, 0], more = ''): Promise<Vec3> {
  const { traffic, parts } = TAXI('town.fcd.xml', more);
  return placeAt(await movingScene(parts, { traffic, files: { 'town.fcd.xml': text } }), time, body);
}

const STANDING_TAXI = vehicle({ x: 100, y: 50, angle: 30 });
const atRest = () =>
  placeInTraffic(
    fcd([
      [0, STANDING_TAXI],
      [9, STANDING_TAXI],
    ]),
    1,
    [0, -2.25, 0],
  );

const SUMO_ROWS: readonly HostRow[] = (
  [
    [
      'fcd-centre',
      'the centre of a car of 4.5 m whose front SUMO has at (100, 50), with the angle 30°',
      'front − ½ l',
      1e-6,
      6,
      [98.875, 48.051443],
      atRest,
    ],
    [
      'fcd-curve',
      'a car on a circle of 25 m at 10 m/s, recorded each second, after half a second',
      'cubic Hermite',
      1e-4,
      4,
      [0.499965, 4.966403],
      () => placeInTraffic(CIRCLE, 0.5),
    ],
    [
      'fcd-chord',
      'the same with `smooth: false`',
      '½ (p₀ + p₁)',
      1e-5,
      5,
      [0.986738, 4.867729],
      () => placeInTraffic(CIRCLE, 0.5, [0, 0, 0], ', smooth: false'),
    ],
  ] as const
).flatMap(([test, of, source, tolerance, decimals, expected, measure]) =>
  expected.map((value, k) => ({
    test: `${test}-${'xy'[k]}`,
    quantity: `${'xy'[k]} of ${of}`,
    unit: 'm',
    source,
    expected: value,
    tolerance,
    decimals,
    measure: async () => (await measure())[k],
  })),
);

/** The parameters of a town. */
const DRIVER: Driver = { speed: 13.9, headway: 1.5, gap: 2, acceleration: 1.4, braking: 2 };
const IDM = { source: 'Treiber, Hennecke, Helbing 2000', tolerance: 1e-6, decimals: 6 };

const DRIVER_ROWS: readonly HostRow[] = [
  {
    ...IDM,
    test: 'idm-gap',
    quantity: 'gap that a driver at 10 m/s wants behind one at 8 m/s',
    unit: 'm',
    expected: 22.976143,
    measure: () => desiredGap(DRIVER, 10, 8),
  },
  {
    ...IDM,
    test: 'idm-acceleration',
    quantity: 'his acceleration 20 m behind it',
    unit: 'm/s²',
    expected: -0.822693,
    measure: () => idmAcceleration(DRIVER, 10, 20, 8),
  },
  {
    ...IDM,
    test: 'idm-equilibrium',
    quantity: 'gap that he keeps behind one at 10 m/s',
    unit: 'm',
    expected: 19.86817,
    measure: () => equilibriumGap(DRIVER, 10),
  },
];

/** Parts of HELIOS++ that move from step to step. */
const CUBE_STEPS = { steps: 'dynStep="5" kdtDynStep="10"', scene: 'dynStep="20"' };
const cubeAt = async () => stepped(await sceneOf({ ...moving(CUBE, CUBE_STEPS), legs: lasting(10) }), 500_000);

const VIVARO: Vec3 = [8.26158047, 50, 7.52772188];
const VIVARO_001: Vec3 = [-13, 150, 6.62195778];
const NEEDS = { absent: !HAS_HELIOS_REFERENCE && '../shared/helios' };

const carRow = (car: number, start: Vec3, updates: number, expected: Vec3): HostRow[] =>
  expected.map((value, k) => ({
    ...NEEDS,
    test: `urban-dyn-${car}-${updates}-${'xyz'[k]}`,
    quantity: `${'xyz'[k]} of the ${car === 0 ? 'first' : 'second'} car of \`urban_dyn\` after ${updates} updates`,
    unit: 'm',
    source: 'the motions of its file, composed by hand',
    expected: value,
    tolerance: 1e-4,
    decimals: 4,
    measure: async () => placeOfPart(await sceneOfCar(car, start), after(updates), start)[k],
  }));

const yawRow = (updates: number, expected: number): HostRow => ({
  ...NEEDS,
  test: `urban-dyn-0-${updates}-yaw`,
  quantity: `yaw of the first car after ${updates} updates`,
  unit: '°',
  source: 'the same',
  expected,
  tolerance: 2e-3,
  decimals: 3,
  measure: async () => {
    const scene = await sceneOfCar(0, VIVARO);
    const [start, ahead] = [0, 1].map((x) => placeOfPart(scene, after(updates), [x, 0, 0]));
    return (Math.atan2(ahead[1] - start[1], ahead[0] - start[0]) * 180) / Math.PI;
  },
});

const HELIOS_ROWS: readonly HostRow[] = [
  ...(['x', 'y'] as const).map((axis, k) => ({
    test: `dyn-cube-${axis}`,
    quantity: `${axis} by which the cube of \`tls_dyn_cube\` is shifted in step 500,000`,
    unit: 'm',
    source: '4,991 updates of (1, −3, 0) mm',
    expected: [4.991, -14.973][k],
    tolerance: 1e-6,
    decimals: 6,
    measure: async () => (await cubeAt())[k] - BOX[k],
  })),
  ...CUBE_ROWS.map((row) => ({ ...row, ...NEEDS })),
  ...carRow(0, VIVARO, 10, [8.2616, 52.9041, 7.5277]),
  ...carRow(0, VIVARO, 60, [8.2438, 87.4124, 7.2659]),
  ...carRow(0, VIVARO, 170, [-23.5482, 150.0619, 6.8149]),
  ...carRow(0, VIVARO, 221, [-70.0739, 149.3109, 6.6424]),
  yawRow(170, 85.543),
  yawRow(221, 90.896),
  ...carRow(1, VIVARO_001, 60, [-10.5719, 100.6475, 7.3]),
  ...carRow(1, VIVARO_001, 120, [-6.9768, 49.6588, 7.0275]),
];

export const MOTIONS: Subject = {
  title: 'Motions',
  about: 'Where bodies are at a moment, and how fast, as the host tells both engines. HELIOS++ is version 2.2.2.',
  traced: [],
  host: {
    rows: [...VELOCITY_ROWS, DOPPLER_ROW, ...PATH_ROWS, ...CLIP_ROWS, ...SUMO_ROWS, ...DRIVER_ROWS, ...HELIOS_ROWS],
  },
};
