import { describe, expect, it } from 'vitest';
import { compose, rotation, scaling, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { Hit, Instrument, Pulse } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg } from '../../src/platform/leg.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Deflector } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { bruteForce, evenly, motionThrough, sceneWithMovers, velocityFrom } from '../support/movers.js';
import { ONE_LASER, settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, rectangle, sphere } from '../support/scenes.js';

const { fround } = Math;
const DEGREE = Math.PI / 180;
const HIT = Hit.SIZE / 4;
const PULSE = Pulse.SIZE / 4;

/** A box about the origin. */
function box([x, y, z]: Vec3): number[] {
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
function everyMotion(): Scene {
  const ground = meshOf(rectangle([-60, -60, 0], [120, 0, 0], [0, 120, 0]));
  const [car, ball] = [meshOf(box([0.9, 2.2, 0.7])), meshOf(sphere(0.8, 10))];
  const turned = compose(rotation([0, 0, 1], 0.4), scaling([1.2, 0.8, 1]));
  return sceneWithMovers(
    [ground, car, ball],
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
      // Jumps, and is away for a time.
      {
        mesh: 1,
        motion: motionThrough((t) => ({ place: [-4 - 40 * t, -7, 0.7], turn: 3 * t }), evenly(0, 0.1, 11), {
          holds: new Uint8Array(11).fill(1),
          visible: Uint8Array.from({ length: 11 }, (_, k) => (k === 3 || k === 7 ? 0 : 1)),
        }),
      },
    ],
  );
}

const STANDING = station([0.2, 0.1, 1.6], { sectorDeg: 360 });
const DRIVING: Leg = {
  ...STANDING,
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
const SEVEN: Footprint = { pattern: 'rings', subrays: 7, weights: 'gaussian' };

interface Survey {
  scene: Scene;
  leg: Leg;
  footprint?: Footprint;
  exitRadius?: number;
  sceneTime?: number;
}

async function open({ scene, leg, footprint, exitRadius = 0, sceneTime = 0 }: Survey, window?: number) {
  const scanner = testScanner({ deflector: SPINNING, channels: STACK, exitRadius, divergence: roundBeam(1.5e-3) });
  const mount = { position: [0, 0, 0] as Vec3, heading: 0, pitch: 0, roll: 0 };
  const program = createPulseProgram({ scanner, mount, leg, frameOrigin: scene.frameOrigin, footprint, sceneTime });
  const settings = settingsWith({ footprint, materials: materialsOf(scene), wideExit: exitRadius > 0 });
  const stages = await CpuStages.open({ device: await deviceSceneOf(scene), settings }, program, window);
  return { stages, program, settings };
}

/** What differs from brute force among the subrays of some pulses, and how much was looked at. */
async function compare(survey: Survey, pulses: readonly number[]) {
  const { stages, program, settings } = await open(survey);
  const rayleigh = new Float32Array(program.buffers.instrument)[Instrument.rayleighUp / 4];
  const seen = { subrays: 0, onMovers: 0, objects: [] as string[], worst: 0 };
  for (const first of pulses) {
    const made = stages.run(first, 64);
    const records = new Float32Array(made.pulse.pulses);
    const directions = new Float32Array(made.subray.directions);
    const hits = new Float32Array(made.traverse.hits);
    const words = new Uint32Array(made.traverse.hits);
    for (let k = 0; k < 64 * settings.subrayCount; k++) {
      const at = Math.floor(k / settings.subrayCount) * PULSE;
      const vector = (field: number) => records.subarray(at + field / 4, at + field / 4 + 3);
      const direction = Array.from(directions.subarray(4 * k, 4 * k + 3)) as unknown as Vec3;
      const start = startOf(vector(Pulse.origin), vector(Pulse.direction), direction, rayleigh);
      const time = (survey.sceneTime ?? 0) + records[at + Pulse.timeHigh / 4] + records[at + Pulse.timeLow / 4];
      const expected = bruteForce(survey.scene, start, direction, time);
      const distance = hits[k * HIT + Hit.distance / 4];
      const instance = distance < 0 ? undefined : words[k * HIT + Hit.instance / 4];
      seen.subrays++;
      if (instance !== expected?.instance)
        seen.objects.push(
          `${first} ${k}: ${instance} at ${distance}, not ${expected?.instance} at ${expected?.distance}`,
        );
      else if (expected && survey.scene.instances[expected.instance].motion !== undefined) {
        seen.onMovers++;
        seen.worst = Math.max(seen.worst, Math.abs(distance - expected.distance));
      }
    }
  }
  return seen;
}

/** The place at which a subray of a round beam leaves, its exit in f32, as the kernel has it: see wasm/exits.ts. */
function startOf(origin: Float32Array, axis: Float32Array, d: Vec3, rayleigh: number): Vec3 {
  const c = Array.from(axis, (x) => fround(rayleigh * x));
  const exit = [1, 2, 0].map((y, x) => {
    const z = (y + 1) % 3;
    return [x, fround(fround(d[y] * c[z]) - fround(d[z] * c[y]))];
  });
  return exit.map(([x, off]) => origin[x] + off) as Vec3;
}

/** First pulses of stretches all over a turn of the head. */
const STRETCHES = Array.from({ length: 40 }, (_, k) => k * 997);

describe('movers are hit where f64 finds them', () => {
  it.each<[name: string, survey: Omit<Survey, 'scene'>]>([
    ['from a station, one subray', { leg: STANDING }],
    ['from a station, seven', { leg: STANDING, footprint: SEVEN }],
    ['from a car, one subray', { leg: DRIVING }],
    ['from a car, seven', { leg: DRIVING, footprint: SEVEN }],
    ['from a station, wide at the exit', { leg: STANDING, footprint: SEVEN, exitRadius: 0.02 }],
    ['from a car, wide at the exit, later', { leg: DRIVING, footprint: SEVEN, exitRadius: 0.02, sceneTime: 0.0371 }],
  ])('%s', async (_, survey) => {
    const seen = await compare({ scene: everyMotion(), ...survey }, STRETCHES);
    expect(seen.objects.slice(0, 5)).toEqual([]);
    expect(seen.worst).toBeLessThan(1e-5);
    expect(seen.onMovers / seen.subrays).toBeGreaterThan(0.04);
  });
});
