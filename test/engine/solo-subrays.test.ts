import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { type CpuPlatform, startCpuEngine } from '../../src/engine/cpu/cpu-engine.js';
import { openCpuEngine } from '../../src/engine/cpu/node-cpu-engine.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import type { Engine } from '../../src/engine/engine.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, sceneOf, sphere } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
const scene = sceneOf([meshOf(sphere(10, 40))]);
const footprint = { pattern: 'disc', subrays: 4, weights: 'gaussian' } as const;
const settings = settingsWith({ footprint, materials: materialsOf(scene) });
const window = { elevationMin: -30 * DEGREE, elevationMax: 30 * DEGREE };
const program = createPulseProgram({
  scanner: testScanner({
    detection: { rangeNoise: 0.02 },
    deflector: { ...testScanner().deflector, ...window } as ReturnType<typeof testScanner>['deflector'],
  }),
  mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
  leg: station([1, 2, 0], { sectorDeg: 200 }),
  frameOrigin: [0, 0, 0],
  footprint,
});

/** An engine of two threads, of which none can be started. */
const THREADLESS: CpuPlatform = {
  loadKernelModule,
  startWorker() {
    throw new Error('a thread is started');
  },
};
const threadless = async (soloSubrays?: number) =>
  startCpuEngine({ scene: await deviceSceneOf(scene), threads: 2, soloSubrays }, THREADLESS);

/** All points of the first `end` pulses. */
async function traced(engine: Engine, end: number): Promise<Uint32Array> {
  const words: number[] = [];
  for await (const { outputs } of engine.trace(settings, program, { range: { first: 0, end } }))
    for (const word of outputs.points.words) words.push(word);
  return Uint32Array.from(words);
}

describe('the first subrays of a CPU engine', () => {
  it('are traced by the calling thread, and by threads once more are asked for, with the same results', async () => {
    const pulses = 6000;
    expect(program.pulseCount).toBeGreaterThan(2 * pulses);
    const [few, threads] = await Promise.all(
      [2 * pulses * footprint.subrays, 0].map(async (soloSubrays) =>
        openCpuEngine({ scene: await deviceSceneOf(scene), threads: 2, soloSubrays }),
      ),
    );
    try {
      expect([few.threads, threads.threads]).toEqual([2, 2]);
      const [solo, others] = [await traced(few, pulses), await traced(threads, pulses)];
      expect([few.threads, threads.threads]).toEqual([1, 2]);
      expect(solo.length).toBeGreaterThan(pulses);
      expect(solo).toEqual(others);
      expect({ ...few.counters, stages: null }).toEqual({ ...threads.counters, stages: null });
      expect(await traced(few, pulses)).toEqual(others);
      expect(few.threads).toBe(1);
      expect(await traced(few, program.pulseCount)).toEqual(await traced(threads, program.pulseCount));
      expect(few.threads).toBe(2);
      // Threads that are there do all that follows.
      expect(await traced(few, pulses)).toEqual(others);
      expect(few.threads).toBe(2);
    } finally {
      await Promise.all([few.close(), threads.close()]);
    }
  });

  it('are as many as it was told, and none if it was told nothing', async () => {
    const engine = await threadless(100 * footprint.subrays);
    await traced(engine, 60);
    await traced(engine, 40);
    await expect(traced(engine, 1)).rejects.toThrow('a thread is started');
    await expect(traced(await threadless(), 1)).rejects.toThrow('a thread is started');
  });

  it('end with the signal, and with the engine', async () => {
    const engine = await threadless(Infinity);
    const stop = new AbortController();
    const chunks = engine.trace(settings, program, { signal: stop.signal })[Symbol.asyncIterator]();
    await chunks.next();
    stop.abort();
    await expect(chunks.next()).rejects.toThrow(AbortedError);
    const more = engine.trace(settings, program)[Symbol.asyncIterator]();
    await more.next();
    await engine.close();
    await expect(more.next()).rejects.toThrow(AbortedError);
    await expect(traced(engine, 1)).rejects.toThrow(AbortedError);
  });

  it('are traced by a kernel that is compiled once', async () => {
    expect(await loadKernelModule()).toBe(await loadKernelModule());
  });
});
