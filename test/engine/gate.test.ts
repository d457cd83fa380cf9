import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Point } from '../../src/device/records.generated.js';
import type { Engine } from '../../src/engine/engine.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Physics } from '../../src/scanner/physics.js';
import { PHYSICS } from '../../src/scanner/physics.js';
import type { Detection } from '../../src/scanner/scanner.js';
import { ENGINES } from '../support/engines.js';
import { traceAll } from '../support/gpu-engine.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, rectangle, sceneOf } from '../support/scenes.js';

/** Pulses, of 19 subrays each, that all see slats at 5, 10 and 15 m, a part of each before a wall at 20 m. */
const PULSES = 600;
const footprint = { pattern: 'rings', subrays: 19, weights: 'uniform' } as const;
const slat = (y: number, top: number) => meshOf(rectangle([-9, y, top - 9], [18, 0, 0], [0, 0, 9]));
const scene = sceneOf([
  slat(5, -0.0015),
  slat(10, -0.001),
  slat(15, 0.003),
  meshOf(rectangle([-9, 20, -9], [18, 0, 0], [0, 0, 18])),
]);
const settings = settingsWith({ footprint, materials: materialsOf(scene) });
const leg = station([0, 0, 0]);
const path = { ...leg.path, duration: 1 } as typeof leg.path;

const programOf = (detection: Partial<Detection>, physics: Partial<Physics> = {}) =>
  createPulseProgram({
    scanner: testScanner({
      detection,
      divergence: { horizontal: 1e-3, vertical: 1e-3 },
      deflector: { kind: 'pattern', pulseRateHz: PULSES, directions: Float64Array.of(0, 1, 0) },
    }),
    mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
    leg: { ...leg, path },
    frameOrigin: [0, 0, 0],
    footprint,
    physics: { ...PHYSICS.si, ...physics },
  });

interface Return {
  pulse: number;
  number: number;
  count: number;
  range: number;
}

function returnsIn(words: Uint32Array): Return[] {
  const [floats, size] = [new Float32Array(words.buffer), Point.SIZE / 4];
  return Array.from({ length: words.length / size }, (_, k) => ({
    pulse: words[k * size + Point.pulse / 4],
    number: words[k * size + Point.returnNumber / 4],
    count: words[k * size + Point.returnCount / 4],
    range: floats[k * size + Point.range / 4],
  }));
}

const NOISY = { rangeNoise: 1, maxReturns: 15 };

describe.each(ENGINES)('limits of measured ranges on the %s', (_, there, open) => {
  let engine: Engine;
  beforeAll(async () => {
    if (there) engine = await open(await deviceSceneOf(scene));
  });
  afterAll(() => engine?.close());
  const traced = async (detection: Partial<Detection>, physics?: Partial<Physics>) =>
    returnsIn((await traceAll(engine, programOf(detection, physics), { settings })).words);

  it.skipIf(!there)('drop what lies outside, and nothing else', async () => {
    const all = await traced(NOISY);
    expect(all.length).toBeGreaterThan(3.8 * PULSES);
    for (const method of ['peaks', 'clusters'] as const)
      for (const [rangeMin, rangeMax] of [
        [9, 15.5],
        [0, 5],
        [16, 1e5],
      ]) {
        const within = (await traced({ ...NOISY, method, rangeMin, rangeMax })).map(({ range }) => range);
        // Noise of 10 m and more may bring any slat into the pulse's hits, and their order numbers it.
        const expected = all.map(({ range }) => range).filter((range) => range >= rangeMin && range <= rangeMax);
        expect(within.every((range) => range >= rangeMin && range <= rangeMax)).toBe(true);
        expect(Math.abs(within.length - expected.length)).toBeLessThan(4 * Math.sqrt(expected.length));
        expect(within.length).toBeGreaterThan(100);
      }
  });

  it.skipIf(!there)('number and count what is recorded', async () => {
    const found = await traced({ ...NOISY, rangeMin: 9, rangeMax: 15.5 });
    const byPulse = Array.from({ length: PULSES }, (_, k) => found.filter(({ pulse }) => pulse === k));
    for (const returns of byPulse) {
      expect(returns.map(({ number }) => number)).toEqual(returns.map((_, k) => k + 1));
      expect(returns.every(({ count }) => count === returns.length)).toBe(true);
    }
    expect(new Set(byPulse.map(({ length }) => length)).size).toBeGreaterThan(1);
  });

  it.skipIf(!there)('count returns that are recorded against the greatest number', async () => {
    const all = await traced({ ...NOISY, rangeMin: 9 });
    const first = await traced({ ...NOISY, rangeMin: 9, maxReturns: 1 });
    expect(first.map(({ range }) => range)).toEqual(all.filter(({ number }) => number === 1).map(({ range }) => range));
  });

  it.skipIf(!there)('leave points as they are that are far from them', async () => {
    const detection = { rangeNoise: 0.1, rangeNoisePerMetre: 1e-3 };
    const near = await traced({ ...detection, rangeMin: 3, rangeMax: 22 });
    expect(near).toEqual(await traced({ ...detection, rangeMin: 3, rangeMax: 22 }, { limits: 'true' }));
  });

  it.skipIf(!there)('hold for true ranges by name', async () => {
    const limits = { maxReturns: 15, rangeMin: 9, rangeMax: 11 };
    const ranges = (await traced({ ...limits, rangeNoise: 1 }, { limits: 'true' })).map(({ range }) => range);
    expect(ranges.length).toBe((await traced(limits)).length);
    expect(ranges.filter((range) => range < 9 || range > 11).length).toBeGreaterThan(100);
  });
});
