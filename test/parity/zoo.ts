import { describe, expect, it } from 'vitest';
import type { Affine } from '../../src/base/affine.js';
import { compose, IDENTITY, rotation, scaling, translation } from '../../src/base/affine.js';
import { streamKey } from '../../src/base/random.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { normalize } from '../../src/base/vec3.js';
import { compareReturns } from '../../src/bench/compare-returns.js';
import { traceRanges } from '../../src/bench/trace-ranges.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Divergence } from '../../src/scanner/scanner.js';
import type { Mesh } from '../../src/scene/model.js';
import { surfaceColumns } from '../../src/simulation/points/scene-facts.js';
import { SCENES } from '../support/agreement.js';
import { ONE_LASER, settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, random, rectangle, sceneOf, sphere } from '../support/scenes.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { bothEngines } from './example.js';

const DEGREE = Math.PI / 180;
const SEED = 20_251;

/** Exhibits stand so far apart, and the instrument sees so far, that each is alone. */
const SPACING = 1000;
const SIGHT = 400;
/** A unit in the last place of f32 at the ends of the row, metres. */
const POSITION = 2 ** -10;

/** Noise of angles too. */
const NOISE = { rangeNoise: 0.01, rangeNoisePerMetre: 1e-5, axisAngleNoise: 1e-3, rayAngleNoise: 5e-4 };

/** All around, up and down; five returns, close together, with noise. */
const SCANNER = testScanner({
  detection: { rangeMax: SIGHT, maxReturns: 5, rangeResolution: 0.05, ...NOISE },
  deflector: {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: -80 * DEGREE,
    elevationMax: 80 * DEGREE,
    verticalStep: 8 * DEGREE,
    horizontalStep: 30 * DEGREE,
    lineRateMaxHz: 100,
  },
  channels: [{ ...ONE_LASER, origin: [0.1, 0, 0] }],
});

/** Hard cases: a mesh, and (instances) its placements about the instrument. */
function exhibits(): Record<string, { mesh: Mesh; placed: Affine[] }> {
  const next = random(SEED);
  const alone = (triangles: number[], groups?: number[]) => ({ mesh: meshOf(triangles, groups), placed: [IDENTITY] });
  const loose = Object.entries(SCENES).map(([name, make]) => [name, alone(make(next))] as const);
  const twice = rectangle([-50, 20, -50], [100, 0, 0], [0, 0, 100]);
  const diagonal = rectangle([50, 20, -50], [0, 0, 100], [-100, 0, 0]);
  return {
    ...Object.fromEntries(loose),
    'two walls in one plane, cut differently': alone([...twice, ...diagonal], [1, 1, 0, 0]),
    'spheres turned, stretched and mirrored': {
      mesh: meshOf(sphere(1, 16)),
      placed: Array.from({ length: 60 }, () => somewhere(next)),
    },
    'one mesh twice in one place': { mesh: meshOf(sphere(6, 8)), placed: [IDENTITY, IDENTITY] },
    'a wall 300 m away': alone(rectangle([-300, 300, -300], [600, 5, 0], [0, 0, 600])),
    'a mesh of one triangle': alone([-5, 5, -5, 5, 5, -5, 0, 5, 5]),
  };
}

function somewhere(next: () => number): Affine {
  const axis = normalize([next() - 0.5, next() - 0.5, next() - 0.5]);
  const stretch: Vec3 = [0.5 + next(), 0.5 + next(), (0.5 + next()) * (next() < 0.3 ? -1 : 1)];
  const shift: Vec3 = [next() * 20 - 10, next() * 20 - 10, next() * 10 - 5];
  return compose(translation(shift), compose(rotation(axis, next() * 6), scaling(stretch)));
}

const ZOO = Object.entries(exhibits());

/** All exhibits in a row, and a station in the middle of each. */
function zoo() {
  const place = (k: number): Vec3 => [k * SPACING + 0.013, k * 0.77, k * 0.31];
  const placed = ZOO.flatMap(([, exhibit], k) =>
    exhibit.placed.map((transform) => ({ mesh: k, transform: compose(translation(place(k)), transform) })),
  );
  const scene = sceneOf(
    ZOO.map(([, { mesh }]) => mesh),
    { placed, frameOrigin: [ZOO.length * (SPACING / 2), 0, 0] },
  );
  const attitude = { heading: 0.21, pitch: 0.013, roll: -0.02 };
  const legs = ZOO.map((_, k) => station(place(k), { sectorDeg: 360, attitude }));
  return { scene, legs };
}

const MOUNT = { position: [0, 0, 0] as Vec3, heading: 0, pitch: 0, roll: 0 };

/** A beam, and its split into subrays. */
interface Beam {
  footprint: Footprint;
  divergence?: Divergence;
  exitRadius?: number;
}

function programs({ footprint, divergence = roundBeam(3e-3), exitRadius = 0 }: Beam) {
  const { scene, legs } = zoo();
  const { frameOrigin } = scene;
  return legs.map((leg, k) =>
    createPulseProgram({
      scanner: { ...SCANNER, divergence, exitRadius },
      mount: MOUNT,
      leg,
      randomKey: streamKey(SEED, k),
      frameOrigin,
      footprint,
      extinction: 1e-4,
    }),
  );
}

const footprint = (
  pattern: Footprint['pattern'],
  subrays: number,
  weights: Footprint['weights'] = 'gaussian',
): Footprint => ({ pattern, subrays, weights });

/** Beams by name. */
const BEAMS = {
  'rings of 19': { footprint: footprint('rings', 19) },
  'rings of 19, wide at the exit': { footprint: footprint('rings', 19), exitRadius: 0.02 },
  'six drawn in an ellipse, wide at the exit': {
    footprint: footprint('disc', 6),
    divergence: { horizontal: 3e-3, vertical: 0.5e-3 },
    exitRadius: 5e-3,
  },
  'five drawn in a disc': { footprint: footprint('disc', 5, 'uniform') },
  'one subray': { footprint: footprint('rings', 1, 'uniform') },
} satisfies Record<string, Beam>;

/** A test that both engines return the same of each of these beams, from all that is hard. */
export function compareBeams(names: readonly (keyof typeof BEAMS)[]): void {
  describe.skipIf(!softwareAdapter)(`GPU and CPU agree on what is hard${NEEDS_SOFTWARE_GPU}`, () => {
    it.each(names)('%s', async (name) => {
      const beam: Beam = BEAMS[name];
      const { scene } = zoo();
      const wideExit = beam.exitRadius !== undefined;
      const settings = settingsWith({ footprint: beam.footprint, wideExit, materials: materialsOf(scene) });
      const { cpu, gpu } = await bothEngines({ device: await deviceSceneOf(scene) });
      for (const [k, program] of programs(beam).entries()) {
        const whole = [{ first: 0, end: program.pulseCount }];
        const right = await traceRanges(cpu, settings, program, whole);
        const comparison = compareReturns(
          await traceRanges(gpu, settings, program, whole),
          right,
          surfaceColumns(scene.surfaces),
        );
        expect(comparison.differing, ZOO[k][0]).toEqual([]);
        expect(comparison.returns, ZOO[k][0]).toBeGreaterThan(0);
        expect(comparison.position, ZOO[k][0]).toBeLessThan(POSITION);
      }
      await Promise.all([cpu.close(), gpu.close()]);
    });
  });
}
