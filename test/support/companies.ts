import { type Affine, compose, rotation, scaling, translation } from '../../src/base/affine.js';
import { streamKey } from '../../src/base/random.js';
import { normalize, type Vec3 } from '../../src/base/vec3.js';
import type { StageInput } from '../../src/bench/cpu-stages.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { BLOCK_PULSES } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg } from '../../src/platform/leg.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Deflector, LaserChannel } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { SCENES } from './agreement.js';
import { ONE_LASER, settingsWith, station, testScanner } from './scan.js';
import { deviceSceneOf, materialsOf, meshOf, random, sceneOf, sphere } from './scenes.js';

const DEGREE = Math.PI / 180;
export const COMPANY_SEED = 20_261;

/** Rolling ground in place, leaves about it, and spheres turned, stretched and mirrored, two of them in one place. */
function sceneOfAll(): Scene {
  const next = random(COMPANY_SEED);
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

interface Company {
  name: string;
  leg: Leg;
  deflector: Deflector;
  channels: LaserChannel[];
  exitRadius: number;
  /** Absent: sceneOfAll. */
  makeScene?: () => Scene;
}

/**
 * Surveys whose neighbouring pulses go through the trees together, from one place or several, with exits or without.
 */
export const COMPANIES: readonly Company[] = [
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
  {
    name: 'lines over sheets, some of them edge-on',
    leg: STANDING,
    deflector: LINES,
    channels: [ONE_LASER],
    exitRadius: 0,
    makeScene: sheets,
  },
];

/**
 * Sheets in one plane and close to it, of triangles of all sizes, so steep that every line of a scan
 * sees them edge-on somewhere.
 */
function sheets(): Scene {
  const sheet = (height: number, size: number, far: number): Float32Array => {
    const corners: number[] = [];
    for (let x = -far; x < far; x += size)
      for (let y = -far; y < far; y += size) {
        const [a, b, c, d] = [
          [x, y],
          [x + size, y],
          [x + size, y + size],
          [x, y + size],
        ].map(([u, v]) => [u, v, height + 1.69 - 0.8 * u - 0.5 * v]);
        corners.push(...a, ...b, ...c, ...a, ...c, ...d);
      }
    return Float32Array.from(corners);
  };
  return sceneOf(
    [sheet(0, 0.25, 20), sheet(0, 0.37, 18.5), sheet(1e-6, 0.11, 5.5), sheet(0, 12, 24)].map((corners) =>
      meshOf(corners),
    ),
  );
}

/** First pulses of the blocks of a survey that are worth a look: all parts of a line. */
export const STRETCHES = [0, 3, 6, 9, 12].map((block) => block * BLOCK_PULSES);

const FOOTPRINT = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;

/** The scene and the pulses of a survey. */
export async function companyOf({
  leg,
  deflector,
  channels,
  exitRadius,
  makeScene = sceneOfAll,
}: Company): Promise<StageInput & { program: PulseProgram }> {
  const program = createPulseProgram({
    scanner: testScanner({ deflector, channels, exitRadius, divergence: roundBeam(1e-3) }),
    mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
    leg,
    randomKey: streamKey(COMPANY_SEED, 1),
    frameOrigin: [0, 0, 0],
    footprint: FOOTPRINT,
  });
  const scene = makeScene();
  const settings = settingsWith({ footprint: FOOTPRINT, wideExit: exitRadius > 0, materials: materialsOf(scene) });
  return { device: await deviceSceneOf(scene), settings, program };
}
