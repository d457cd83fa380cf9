import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { startOneThreadEngine } from '../../src/engine/cpu/cpu-engine.js';
import { openCpuEngine } from '../../src/engine/cpu/node-cpu-engine.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import type { Engine } from '../../src/engine/engine.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, sceneOf, sphere } from '../support/scenes.js';

const MOUNT = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
const scene = sceneOf([meshOf(sphere(10, 40))]);
// Chunks of fewer subrays are larger.
const footprint = { pattern: 'disc', subrays: 12, weights: 'gaussian' } as const;
const settings = settingsWith({ footprint, materials: materialsOf(scene) });
const leg = station([1, 2, 0], { sectorDeg: 360 });
const window = { elevationMin: (-60 * Math.PI) / 180, elevationMax: (60 * Math.PI) / 180 };
const polygon = testScanner().deflector;
const scanner = testScanner({ deflector: { ...polygon, ...window } as typeof polygon });
const program = createPulseProgram({ scanner, mount: MOUNT, leg, frameOrigin: [0, 0, 0], footprint });
const CHUNKS = Math.ceil(program.pulseCount / 4096);
const later = () => new Promise((resolve) => setTimeout(resolve, 50));

describe.each([
  { where: 'with a thread of its own', open: (given: DeviceScene) => openCpuEngine({ scene: given, threads: 1 }) },
  {
    where: 'that has not started its thread',
    open: (given: DeviceScene) => openCpuEngine({ scene: given, threads: 1, soloSubrays: Infinity }),
  },
  { where: 'in this thread', open: (given: DeviceScene) => startOneThreadEngine(given, loadKernelModule) },
])('chunks of the CPU engine $where that are held', ({ open }) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open(await deviceSceneOf(scene));
  });
  afterAll(() => engine.close());

  it('keep their records while the next two come, and the leg does not end before all are released', async () => {
    const held: { words: Uint32Array; copy: Uint32Array; release: () => void }[] = [];
    let [chunks, changed, isOver] = [0, 0, false];
    const releaseFirst = () => {
      const first = held.shift();
      if (!first) return;
      if (!first.words.every((word, k) => word === first.copy[k])) changed++;
      first.release();
      // Once more does no harm.
      first.release();
    };
    const read = (async () => {
      for await (const { outputs, hold } of engine.trace(settings, program)) {
        const { words } = outputs.points;
        held.push({ words, copy: words.slice(), release: hold() });
        chunks++;
        if (held.length > 2) releaseFirst();
      }
      isOver = true;
    })();
    await expect.poll(() => chunks).toBe(CHUNKS);
    await later();
    expect(isOver).toBe(false);
    while (held.length > 0) releaseFirst();
    await read;
    expect([isOver, changed]).toEqual([true, 0]);
  });

  it('let no further ones come where all memory is held', async () => {
    const releases: (() => void)[] = [];
    let chunks = 0;
    const read = (async () => {
      for await (const { hold } of engine.trace(settings, program)) {
        releases.push(hold());
        chunks++;
      }
    })();
    // A thread has two slots, and two are for all.
    await expect.poll(() => chunks).toBe(4);
    await later();
    expect(chunks).toBe(4);
    releases.shift()?.();
    await expect.poll(() => chunks).toBe(5);
    while (chunks < CHUNKS || releases.length > 0) {
      releases.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await read;
  });

  it('may be given up: a reader that leaves gets its leg ended when they are released', async () => {
    let release: (() => void) | undefined;
    const left = (async () => {
      for await (const { hold } of engine.trace(settings, program)) {
        release = hold();
        break;
      }
    })();
    await expect.poll(() => release).toBeDefined();
    let isLeft = false;
    void left.then(() => {
      isLeft = true;
    });
    await later();
    expect(isLeft).toBe(false);
    release?.();
    await left;
  });
});
