import { describe, expect, it } from 'vitest';
import { createCpuEngine } from '../../../src/engine/cpu/node-cpu-engine.js';
import { createGpuEngine } from '../../../src/engine/gpu/gpu-engine.js';
import { Point } from '../../../src/engine/records.generated.js';
import { createPulseProgram, programRoomOf } from '../../../src/scanner/pulse-program.js';
import { createRunSettings } from '../../../src/simulation/run-settings.js';
import { traceAll } from '../../support/gpu-engine.js';
import { ONE_LASER, station, testScanner } from '../../support/scan.js';
import { deviceSceneOf, meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../../support/software-adapter.js';

/** Five lasers beside each other that look along +y, where walls of half their width stand at 10 m and 30 m. */
const RANGES = [{}, { rangeMin: 20 }, { rangeMax: 20 }, { rangeMin: 40 }, { rangeMin: 9, rangeMax: 31 }];
const scanner = testScanner({
  divergence: 5e-3,
  channels: RANGES.map((range, k) => ({ ...ONE_LASER, origin: [k, 0, 0], ...range })),
  deflector: { kind: 'spinning', rotationRateHz: 1e-9, firingPeriod: 0.01 },
});
const scene = sceneOf([
  meshOf(RANGES.flatMap((_, k) => rectangle([k, 10, -1], [0.4, 0, 0], [0, 0, 2]))),
  meshOf(rectangle([-10, 30, -10], [30, 0, 0], [0, 0, 20])),
]);

const leg = station([0, 0, 0]);
const program = createPulseProgram(
  scanner,
  { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
  {
    ...leg,
    path: { kind: 'station', position: [0, 0, 0], attitude: { heading: 0, pitch: 0, roll: 0 }, duration: 0.1 },
  },
  0,
  [0, 0, 0],
);
const footprint = { pattern: 'rings', subrays: 19, weights: 'uniform' } as const;
const settings = createRunSettings({ seed: 1, scanner, footprint, extinction: 0 });

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

  it('on the CPU', async () => {
    const options = { scene: await deviceSceneOf(scene), settings, programRoom: programRoomOf([program]) };
    const engine = await createCpuEngine({ ...options, threads: 1 });
    expect(pointsOf((await traceAll(engine, program)).words)).toEqual(expected);
    await engine.close();
  });

  it.skipIf(!softwareAdapter)(`on the GPU${NEEDS_SOFTWARE_GPU}`, async () => {
    const options = { scene: await deviceSceneOf(scene), settings, programRoom: programRoomOf([program]) };
    const engine = await createGpuEngine({ ...options, adapter: softwareAdapter! });
    expect(pointsOf((await traceAll(engine, program)).words)).toEqual(expected);
    await engine.close();
  });
});
