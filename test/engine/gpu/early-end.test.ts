import '../../support/cheap-engine.js';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import { Point } from '../../../src/device/records.generated.js';
import type { Engine } from '../../../src/engine/engine.js';
import { openGpuEngine } from '../../../src/engine/gpu/gpu-engine.js';
import {
  areSame,
  isGone,
  legOf,
  openEngine,
  pointsWithin,
  recording,
  SETTINGS,
  SUBRAYS,
  smallScene,
  traceAll,
} from '../../support/gpu-engine.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../../support/software-adapter.js';

const PULSES = 1000;
const CHUNK = 96;
const leg = legOf(PULSES);
const options = { chunkSubraysMax: CHUNK * SUBRAYS };

describe.skipIf(!softwareAdapter)(`a leg that ends early${NEEDS_SOFTWARE_GPU}`, () => {
  const adapter = softwareAdapter && recording(softwareAdapter);
  let engine: Engine;
  let whole: Uint32Array;
  beforeAll(async () => {
    engine = await openEngine(adapter!, options);
    whole = (await traceAll(engine, leg)).words;
  });
  afterAll(async () => {
    await engine.close();
    expect(adapter!.devices.length, 'no device was taken anew').toBe(1);
  });

  it('has counted its chunks', () => {
    const { pulses, subrays, returns, hits } = engine.counters;
    expect([pulses, subrays, returns]).toEqual([PULSES, PULSES * SUBRAYS, whole.length / (Point.SIZE / 4)]);
    expect(hits).toBeGreaterThan(returns);
    expect(hits).toBeLessThan(subrays);
  });

  it.each([1, 2, 4, 10])('lets the next begin anew after %i chunks', async (chunks) => {
    const before = engine.counters.pulses;
    let seen = 0;
    for await (const _ of engine.trace(SETTINGS, leg)) if (++seen === chunks) break;
    expect(engine.counters.pulses - before).toBe(chunks * CHUNK);
    const range = { first: 123, end: 777 };
    expect(areSame((await traceAll(engine, leg, { range })).words, pointsWithin(whole, range))).toBe(true);
    expect(areSame((await traceAll(engine, leg)).words, whole)).toBe(true);
  });

  it('may end by a fault of its reader', async () => {
    for (let k = 0; k < 4; k++)
      await expect(
        traceAll(engine, leg, {
          between: () => {
            throw new Error('disk full');
          },
        }),
      ).rejects.toThrow('disk full');
    expect(areSame((await traceAll(engine, leg)).words, whole)).toBe(true);
  });

  it('may end before it began', async () => {
    await engine.trace(SETTINGS, leg)[Symbol.asyncIterator]().return?.();
    expect((await traceAll(engine, leg, { range: { first: 7, end: 7 } })).words.length).toBe(0);
    expect(areSame((await traceAll(engine, leg)).words, whole)).toBe(true);
  });
});

describe.skipIf(!softwareAdapter)(`a run that is stopped${NEEDS_SOFTWARE_GPU}`, () => {
  it('ends with AbortedError by a signal, and so do later requests', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const engine = await openEngine(softwareAdapter!, options);
    let chunks = 0;
    const between = () => {
      if (++chunks === 3) controller.abort();
    };
    await expect(traceAll(engine, leg, { between, signal })).rejects.toBeInstanceOf(AbortedError);
    expect([chunks, engine.counters.pulses]).toEqual([3, 3 * CHUNK]);
    await expect(traceAll(engine, leg, { signal })).rejects.toBeInstanceOf(AbortedError);
    // Another leg is another matter.
    expect((await traceAll(engine, leg)).chunks.length).toBeGreaterThan(0);
    await engine.close();
  });

  it('ends by an earlier signal', async () => {
    const adapter = recording(softwareAdapter!);
    const engine = await openGpuEngine({ scene: await smallScene(), adapter });
    await expect(traceAll(engine, leg, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(AbortedError);
    expect(adapter.devices.length, 'no device is taken for nothing').toBe(0);
  });

  it('ends without a crash or a new device if the engine is closed while chunks are in flight', async () => {
    const adapter = recording(softwareAdapter!);
    const engine = await openEngine(adapter, options);
    let closed: Promise<void> | undefined;
    const between = (chunk: number) => {
      if (chunk === 1) setTimeout(() => (closed = engine.close()), 0);
    };
    await expect(traceAll(engine, leg, { between })).rejects.toBeInstanceOf(AbortedError);
    await closed;
    await engine.close();
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true]);
    await expect(traceAll(engine, leg)).rejects.toBeInstanceOf(AbortedError);
  });

  it('gives back a lost device that is taken anew while the engine is closed', async () => {
    let engine: Engine | undefined;
    const adapter = recording(softwareAdapter!, (device, k) => {
      if (k === 1) void engine?.close();
      return device;
    });
    engine = await openEngine(adapter, options);
    const between = () => adapter.devices[0].destroy();
    await expect(traceAll(engine, leg, { between })).rejects.toBeInstanceOf(AbortedError);
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true, true]);
  });
});
