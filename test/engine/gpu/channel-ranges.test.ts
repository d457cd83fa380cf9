import { describe, expect, it } from 'vitest';
import { Point } from '../../../src/device/records.generated.js';
import { createPulseProgram } from '../../../src/pack/pulse-program.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import { ENGINES } from '../../support/engines.js';
import { traceAll } from '../../support/gpu-engine.js';
import { ONE_LASER, settingsWith, station, testScanner } from '../../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, rectangle, sceneOf } from '../../support/scenes.js';

/** Five lasers beside each other that look along +y, where walls of half their width stand at 10 m and 30 m. */
const RANGES = [{}, { rangeMin: 20 }, { rangeMax: 20 }, { rangeMin: 40 }, { rangeMin: 9, rangeMax: 31 }];
const scanner = testScanner({
  divergence: roundBeam(5e-3),
  channels: RANGES.map((range, k) => ({ ...ONE_LASER, origin: [k, 0, 0], ...range })),
  deflector: { kind: 'spinning', rotationRateHz: 1e-9, firingPeriod: 0.01 },
});
const scene = sceneOf([
  meshOf(RANGES.flatMap((_, k) => rectangle([k, 10, -1], [0.4, 0, 0], [0, 0, 2]))),
  meshOf(rectangle([-10, 30, -10], [30, 0, 0], [0, 0, 20])),
]);

const leg = station([0, 0, 0]);
const level = { heading: 0, pitch: 0, roll: 0 };
const footprint = { pattern: 'rings', subrays: 19, weights: 'uniform' } as const;
const program = createPulseProgram({
  scanner,
  mount: { position: [0, 0, 0], ...level },
  leg: { ...leg, path: { kind: 'station', position: [0, 0, 0], attitude: level, duration: 0.1 } },

  frameOrigin: [0, 0, 0],
  footprint,
});
const settings = settingsWith({ footprint, materials: materialsOf(scene) });

/** Channel and range, in whole metres, of every point. */
function pointsOf(words: Uint32Array): [channel: number, range: number][] {
  const [floats, size] = [new Float32Array(words.buffer), Point.SIZE / 4];
  return Array.from({ length: words.length / size }, (_, k) => [
    words[k * size + Point.channel / 4],
    Math.round(floats[k * size + Point.range / 4]),
  ]);
}

describe('every laser records within its own range', () => {
  const expected = Array.from({ length: 10 }, () => [
    [0, 10],
    [0, 30],
    [1, 30],
    [2, 10],
    [4, 10],
    [4, 30],
  ]).flat();

  describe.each(ENGINES)('on the %s', (_, there, open) => {
    it.skipIf(!there)('at its own distances', async () => {
      const engine = await open(await deviceSceneOf(scene));
      expect(pointsOf((await traceAll(engine, program, { settings })).words)).toEqual(expected);
      await engine.close();
    });
  });
});
