import { compose, rotation, scaling, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { PointColoring } from '../../src/cloud/shading/point-coloring.js';
import { hasNormals } from '../../src/pack/prepared-scene.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg } from '../../src/platform/leg.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Deflector } from '../../src/scanner/scanner.js';
import { MIRROR, sampleUpdates } from '../../src/scene/motion/sample-updates.js';
import type { Scene } from '../../src/scene/scene.js';
import { evenly, motionThrough, sceneWithMovers, standingAt, velocityFrom } from './movers.js';
import { ONE_LASER, settingsWith, station, testScanner } from './scan.js';
import { materialsOf, meshOf, preparedSceneOf, rectangle, sphere } from './scenes.js';

const DEGREE = Math.PI / 180;

/** The six sides of a box about the origin, by half of its edges. */
export function boxOf([x, y, z]: Vec3): number[] {
  const [a, b, c]: Vec3[] = [
    [2 * x, 0, 0],
    [0, 2 * y, 0],
    [0, 0, 2 * z],
  ];
  return [
    ...rectangle([-x, -y, -z], a, b),
    ...rectangle([-x, -y, z], a, b),
    ...rectangle([-x, -y, -z], b, c),
    ...rectangle([x, -y, -z], b, c),
    ...rectangle([-x, -y, -z], a, c),
    ...rectangle([-x, y, -z], a, c),
  ];
}

/** Movers of all kinds about the sensor, on ground with standing instances. */
export function everyMotion(): Scene {
  const ground = meshOf(rectangle([-60, -60, 0], [120, 0, 0], [0, 120, 0]));
  const [car, ball] = [meshOf(boxOf([0.9, 2.2, 0.7])), meshOf(sphere(0.8, 10))];
  const soft = meshOf(sphere(0.8, 5));
  const jelly = { ...soft, shapes: wobble(soft.positions) };
  const turned = compose(rotation([0, 0, 1], 0.4), scaling([1.2, 0.8, 1]));
  return sceneWithMovers(
    [ground, car, ball, jelly],
    [
      { mesh: 0 },
      { mesh: 1, transform: compose(translation([8, 8, 0.7]), rotation([0, 0, 1], 1)) },
      { mesh: 2, transform: compose(translation([-9, 6, 0.8]), scaling([1, 1, -1.2])) },
      // Past the sensor.
      { mesh: 1, motion: velocityFrom([6, -4, 0.7], [0, 30, 0]) },
      { mesh: 2, transform: scaling([1, -1, 1.3]), motion: velocityFrom([-15, -12, 1], [28, 9, 0]) },
      // Round the sensor, turning with its way.
      {
        mesh: 1,
        transform: turned,
        motion: motionThrough(
          (t) => ({ place: [12 * Math.cos(2 * t), 12 * Math.sin(2 * t), 0.8], turn: 2 * t }),
          evenly(-1, 1, 230),
        ),
      },
      // A wheel of 1,200 turns a minute.
      {
        mesh: 2,
        transform: translation([0.6, 0, 0]),
        motion: motionThrough(
          (t) => ({ place: [-5, 9, 2], axis: [0, 1, 0], turn: 40 * Math.PI * t }),
          evenly(0, 0.05, 361),
          {
            period: 0.05,
          },
        ),
      },
      // A door that stands until it goes to and fro, from the middle of the turn on.
      {
        mesh: 1,
        motion: motionThrough((t) => ({ place: [9 + 60 * (t - 0.05), 4, 0.7], turn: 20 * t }), evenly(0.05, 0.08, 31), {
          period: 0.03,
        }),
      },
      // Jumps, and is away for a time.
      {
        mesh: 1,
        motion: motionThrough((t) => ({ place: [-4 - 40 * t, -7, 0.7], turn: 3 * t }), evenly(0, 0.1, 11), {
          holds: new Uint8Array(11).fill(1),
          visible: Uint8Array.from({ length: 11 }, (_, k) => (k === 3 || k === 7 ? 0 : 1)),
        }),
      },
      // Changes its shape where it stands, nine times a second and more.
      {
        mesh: 3,
        transform: scaling([1, 1, -1.4]),
        motion: { ...standingAt([5, -6, 1.2]), phases: phases([-1, 0.8, 1], [0.02, 1.7, 1.9], true) },
      },
      // Once, on its way.
      {
        mesh: 3,
        transform: turned,
        motion: { ...velocityFrom([-7, 2, 0.9], [0, 12, 0]), phases: phases([0.69, 0.79], [-0.01, 0.11], false) },
      },
    ],
  );
}

const phases = (times: number[], moments: number[], loop: boolean) => ({
  times: Float64Array.from(times),
  moments: Float64Array.from(moments),
  loop,
});

/** Shapes of a mesh over a tenth of a second, at uneven keys with a jump. */
function wobble(positions: Float32Array) {
  const stretch = (amount: number) =>
    positions.map((value, k) => value * (1 + amount * Math.cos(3 * k)) + (k % 3 === 1 ? amount : 0));
  return {
    times: Float64Array.of(0, 0.013, 0.047, 0.047001, 0.08, 0.1),
    keys: [0.02, -0.2, 0.3, -0.3, 0.15, 0.02].map(stretch),
  };
}

/** A car that jumps by updates, with its mirror image by turns, and a ball that turns about itself and the sensor. */
export function updatedWorld(): Scene {
  const ground = meshOf(rectangle([-60, -60, 0], [120, 0, 0], [0, 120, 0]));
  const [car, ball] = [meshOf(boxOf([0.9, 2.2, 0.7])), meshOf(sphere(0.8, 10))];
  const move = { about: 'world' as const, through: [0, 0, 0] as Vec3, shift: [0, 0, 0] as Vec3, shiftMiddles: 0 };
  const place = { reference: 'centre' as const, place: { file: 'updates' } };
  const clock = { to: 3 };
  // No pulse leaves at the moment of an update, where rounding would decide.
  const jumps = sampleUpdates(
    {
      ...place,
      updates: [
        { moves: [{ ...move, linear: rotation([0, 0, 1], 0.02), shift: [0.1, 0.06, 0] }], repeat: 3 },
        { moves: [{ ...move, linear: scaling([-1, 1, 1]), about: 'part' }], repeat: 1 },
      ],
      next: 0,
      times: [{ from: 1.1e-5, every: 2e-3 }],
      shown: 2,
    },
    { own: [-9, -6, 0.7], scene: [0, 0, 0] },
    clock,
  );
  const planet = sampleUpdates(
    {
      ...place,
      updates: [
        {
          moves: [
            { ...move, linear: rotation([0, 0, 1], 2 * DEGREE), about: 'part' },
            { ...move, linear: rotation([0, 0, 1], DEGREE) },
          ],
          repeat: 1,
        },
      ],
      next: 0,
      times: [{ from: 1.1e-5, every: 1e-3 }],
      shown: 1,
    },
    { own: [7, 0, 1], scene: [0, 0, 0] },
    clock,
  );
  return sceneWithMovers(
    [ground, car, ball],
    [
      { mesh: 0 },
      { mesh: 1, motion: jumps.motion },
      { mesh: 1, transform: MIRROR, motion: jumps.mirrored },
      { mesh: 2, transform: scaling([1, 1.5, 0.9]), motion: planet.motion },
    ],
  );
}

/** A turn of the head at one place. */
export const TURN_AT_STATION = station([0.2, 0.1, 1.6], { sectorDeg: 360 });
/** The same from a car. */
export const TURN_ON_CAR: Leg = {
  ...TURN_AT_STATION,
  path: {
    kind: 'straight',
    from: [-1, -1, 1.6],
    to: [1, 1, 1.7],
    speed: 15,
    attitude: { heading: 0.3, pitch: 0.01, roll: -0.02 },
  },
};
const SPINNING: Deflector = { kind: 'spinning', rotationRateHz: 10, firingPeriod: 2e-5 };
const STACK = Array.from({ length: 8 }, (_, k) => ({
  ...ONE_LASER,
  elevation: (2 * k - 11) * DEGREE,
  fireTime: k * 2e-6,
}));
/** Seven subrays. */
export const SEVEN: Footprint = { pattern: 'rings', subrays: 7, weights: 'gaussian' };

/** A scan by eight lasers on a head that turns ten times a second. */
export interface MoverSurvey {
  scene: Scene;
  leg: Leg;
  /** Absent: one subray. */
  footprint?: Footprint;
  exitRadius?: number;
  /** Of the beam, full, radians; absent: 1.5e-3. */
  divergence?: number;
  /** Of the leg's start. */
  sceneTime?: number;
  colors?: PointColoring;
}

/** Its scene, run and leg for the device. */
export async function moverInput(survey: MoverSurvey) {
  const { scene, leg, footprint, exitRadius = 0, divergence = 1.5e-3, sceneTime = 0, colors } = survey;
  const beam = { exitRadius, divergence: roundBeam(divergence) };
  const scanner = testScanner({ deflector: SPINNING, channels: STACK, ...beam });
  const mount = { position: [0, 0, 0] as Vec3, heading: 0, pitch: 0, roll: 0 };
  const program = createPulseProgram({ scanner, mount, leg, frameOrigin: scene.frameOrigin, footprint, sceneTime });
  const device = await preparedSceneOf(scene);
  const settings = settingsWith({
    footprint,
    materials: materialsOf(scene),
    wideExit: exitRadius > 0,
    normals: hasNormals(device),
    colors,
  });
  return { device: device.device, program, settings };
}
