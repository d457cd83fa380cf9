import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { samplesMaxOf } from '../../src/pack/receiver-records.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import type { Detection } from '../../src/scanner/scanner.js';
import { ENGINES } from '../support/engines.js';
import { samplingReceiver } from '../support/sampling.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, rectangle, sceneOf } from '../support/scenes.js';

/** Pulses that look in turn at a near wall, a far one and the sky. */
const PULSES = 900;
const footprint = { pattern: 'rings', subrays: 19, weights: 'uniform' } as const;
const scene = sceneOf([
  meshOf([...rectangle([-30, 10, -5], [27, 0, 0], [0, 0, 10]), ...rectangle([3, 100, -50], [200, 0, 0], [0, 0, 100])]),
]);
const materials = materialsOf(scene);
const settings = settingsWith({ footprint, materials });
const leg = station([0, 0, 0]);
const path = { ...leg.path, duration: 1 } as typeof leg.path;
const directions = Float64Array.of(-0.6, 0.8, 0, 0.6, 0.8, 0, 0, -1, 0);

const programOf = (detection: Partial<Detection>, sampling?: SamplingReceiver) =>
  createPulseProgram({
    scanner: testScanner({ detection, sampling, deflector: { kind: 'pattern', pulseRateHz: PULSES, directions } }),
    mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
    leg: { ...leg, path },
    frameOrigin: [0, 0, 0],
    footprint,
  });

describe.each(ENGINES)('pulses that met something and have no return, on the %s', (_, there, open) => {
  let engine: Engine;
  beforeAll(async () => {
    if (there) engine = await open(await deviceSceneOf(scene));
  });
  afterAll(() => engine?.close());

  /** Lost pulses, returns and hits of a leg. */
  async function counted(detection: Partial<Detection>, sampling?: SamplingReceiver) {
    const counts = { lost: 0, returns: 0, hits: 0 };
    const own = sampling ? settingsWith({ footprint, materials, samplesMax: samplesMaxOf(sampling) }) : settings;
    for await (const chunk of engine.trace(own, programOf(detection, sampling)))
      for (const name of ['lost', 'returns', 'hits'] as const) counts[name] += chunk.counts[name];
    return counts;
  }

  const hits = (2 * PULSES * 19) / 3;

  it.skipIf(!there)('are none where all is recorded', async () => {
    expect(await counted({})).toEqual({ lost: 0, returns: (2 * PULSES) / 3, hits });
  });

  it.skipIf(!there)('are those whose echoes are too weak', async () => {
    // Of walls of 12.5 m and 125 m along the beam: ρ cos θ / R² J, between 10⁻³ and 6·10⁻³, and a hundredth of that.
    const minEnergy = 2e-4;
    expect(await counted({ minEnergy })).toEqual({ lost: PULSES / 3, returns: PULSES / 3, hits });
    expect(await counted({ minEnergy: 1 })).toEqual({ lost: (2 * PULSES) / 3, returns: 0, hits });
  });

  it.skipIf(!there)('are not those that meet nothing within the limits of range', async () => {
    expect(await counted({ minEnergy: 1, rangeMax: 50 })).toEqual({ lost: PULSES / 3, returns: 0, hits });
    expect(await counted({ minEnergy: 1, rangeMin: 200 })).toEqual({ lost: 0, returns: 0, hits });
  });

  it.skipIf(!there)('are those that have a false alarm alone', async () => {
    // The threshold is above every echo; 0.8 alarms a pulse come by themselves.
    const sampling = samplingReceiver({ threshold: 1e15, falseAlarmRate: 1.2e6 });
    const { lost, returns } = await counted({ rangeMax: 100 }, sampling);
    expect(returns).toBeGreaterThan(0.5 * PULSES);
    expect(lost).toBe(PULSES / 3);
  });

  it.skipIf(!there)('are not those that noise moves out of the limits', async () => {
    // The near wall is 12.5 m away along the beam.
    for (const limits of [{ rangeMin: 12.4 }, { rangeMin: 12.6 }, { rangeMax: 12.6 }]) {
      const { lost, returns } = await counted({ rangeNoise: 0.5, ...limits });
      expect(lost).toBe(0);
      expect(returns).toBeGreaterThan(0.1 * PULSES);
      expect(returns).toBeLessThan(0.6 * PULSES);
    }
    // What is too weak is lost all the same.
    const { lost } = await counted({ rangeNoise: 0.5, rangeMax: 12.6, minEnergy: 1 });
    expect(lost).toBe(PULSES / 3);
  });
});
