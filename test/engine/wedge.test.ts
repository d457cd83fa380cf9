import { describe, expect, it } from 'vitest';
import { type Affine, compose, rotation, scaling, translation } from '../../src/base/affine.js';
import { streamKey } from '../../src/base/random.js';
import { normalize, type Vec3 } from '../../src/base/vec3.js';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { BLOCK_PULSES, Hit } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg } from '../../src/platform/leg.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Deflector, LaserChannel } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { SCENES } from '../support/agreement.js';
import { ONE_LASER, settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, random, sceneOf, sphere } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
const SEED = 20_261;
const HIT_WORDS = Hit.SIZE / 4;

/** Rolling ground in place, leaves about it, and spheres turned, stretched and mirrored, two of them in one place. */
function sceneOfAll(): Scene {
  const next = random(SEED);
  const meshes = [
    meshOf(SCENES['rolling ground'](next)),
    meshOf(SCENES['small loose triangles'](next)),
    meshOf(sphere(0.6, 12)),
  ];
  const somewhere = (): Affine => {
    const axis = normalize([next() - 0.5, next() - 0.5, next() - 0.5]);
    const stretch: Vec3 = [0.5 + next(), 0.5 + next(), (0.5 + next()) * (next() < 0.3 ? -1 : 1)];
    const shift: Vec3 = [next() * 10 - 5, next() * 10 - 5, next() * 4];
    return compose(translation(shift), compose(rotation(axis, next() * 6), scaling(stretch)));
  };
  const spheres = Array.from({ length: 40 }, () => ({ mesh: 2, transform: somewhere() }));
  const inPlace = [0, 1].map((mesh) => ({ mesh, transform: translation([0, 0, 0]) }));
  return sceneOf(meshes, { placed: [...inPlace, ...spheres, spheres[0]] });
}

const LINES: Deflector = {
  kind: 'polygon',
  pulseRateHz: 300_000,
  elevationMin: -60 * DEGREE,
  elevationMax: 60 * DEGREE,
  verticalStep: 0.1 * DEGREE,
  horizontalStep: 3 * DEGREE,
  lineRateMaxHz: 100,
};
const SPINNING: Deflector = { kind: 'spinning', rotationRateHz: 10, firingPeriod: 5e-5 };
/** Lasers that fire across the whole field, as those of an HDL-32E do. */
const STACK: LaserChannel[] = Array.from({ length: 32 }, (_, k) => ({
  ...ONE_LASER,
  elevation: ((k % 2) * 20 - 30 + k * 0.65) * DEGREE,
  origin: [0.02, 0.03 * (k % 2), 0.001 * k],
  fireTime: k * 1e-6,
}));

const STANDING = station([0.2, 0.1, 1.5], { sectorDeg: 360, attitude: { heading: 0.3, pitch: 0.01, roll: -0.02 } });
const DRIVING: Leg = {
  ...STANDING,
  path: {
    kind: 'straight',
    from: [-3, 0.2, 1.5],
    to: [3, 0.1, 1.4],
    speed: 15,
    attitude: { heading: 0.3, pitch: 0.01, roll: -0.02 },
  },
};

const CASES = [
  { name: 'lines from a station', leg: STANDING, deflector: LINES, channels: [ONE_LASER], exitRadius: 0 },
  {
    name: 'lines from a station, wide at the exit',
    leg: STANDING,
    deflector: LINES,
    channels: [ONE_LASER],
    exitRadius: 0.02,
  },
  { name: 'lines from a car', leg: DRIVING, deflector: LINES, channels: [ONE_LASER], exitRadius: 0 },
  { name: 'many lasers on a station', leg: STANDING, deflector: SPINNING, channels: STACK, exitRadius: 0 },
  {
    name: 'many lasers on a car, wide at the exit',
    leg: DRIVING,
    deflector: SPINNING,
    channels: STACK,
    exitRadius: 0.02,
  },
];

/** Hits of `count` pulses from `first` on, traced so many at a time: distances, and what else hits have, in words. */
function hitsOf(stages: CpuStages, first: number, count: number, atOnce: number): Uint32Array[] {
  const hits: Uint32Array[] = [];
  for (let at = 0; at < count; at += atOnce) {
    const words = new Uint32Array(stages.run(first + at, Math.min(atOnce, count - at)).traverse.hits);
    for (let k = 0; k < words.length; k += HIT_WORDS) hits.push(words.slice(k, k + HIT_WORDS));
  }
  return hits.map((hit) => (isHit(hit) ? hit.filter((_, k) => k !== Hit.energy / 4) : new Uint32Array()));
}

const isHit = (hit: Uint32Array): boolean => new Float32Array(hit.buffer)[Hit.distance / 4] >= 0;

describe('hits do not depend on which pulses go through the trees together', () => {
  it.each(CASES)('$name', async ({ leg, deflector, channels, exitRadius }) => {
    const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
    const scanner = testScanner({ deflector, channels, exitRadius, divergence: roundBeam(1e-3) });
    const mount = { position: [0, 0, 0] as Vec3, heading: 0, pitch: 0, roll: 0 };
    const frameOrigin: Vec3 = [0, 0, 0];
    const program = createPulseProgram({ scanner, mount, leg, randomKey: streamKey(SEED, 1), frameOrigin, footprint });
    const scene = sceneOfAll();
    const settings = settingsWith({ footprint, wideExit: exitRadius > 0, materials: materialsOf(scene) });
    const stages = await CpuStages.open({ device: await deviceSceneOf(scene), settings }, program);
    for (let first = 0; first < program.pulseCount && first < 16 * BLOCK_PULSES; first += 5 * BLOCK_PULSES) {
      const alone = hitsOf(stages, first, BLOCK_PULSES, 1);
      expect(alone.filter((hit) => hit.length > 0).length, `seed ${SEED}`).toBeGreaterThan(alone.length / 5);
      for (const atOnce of [3, 17, BLOCK_PULSES]) expect(hitsOf(stages, first, BLOCK_PULSES, atOnce)).toEqual(alone);
    }
  });
});
