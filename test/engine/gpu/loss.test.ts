import '../../support/cheap-engine.js';

import { beforeAll, describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import type { Engine } from '../../../src/engine/engine.js';
import { DeviceLostError } from '../../../src/engine/gpu/gpu-errors.js';
import {
  isGone,
  legOf,
  openEngine,
  type RecordingAdapter,
  recording,
  SUBRAYS,
  traceAll,
} from '../../support/gpu-engine.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../../support/software-adapter.js';

const PULSES = 1000;
const CHUNK = 96;
const leg = legOf(PULSES);
const options = { chunkSubraysMax: CHUNK * SUBRAYS };

/** Devices that an engine takes in a run at most: the first, and three after losses. */
const DEVICES_MAX = 4;

interface Run {
  engine: Engine;
  adapter: RecordingAdapter;
  /** Ends the device in use, as far as the engine can tell: for a reason of its own. */
  lose(): void;
}

/** Runs `work` with an engine of its own; its devices are gone afterwards. */
async function withEngine(work: (run: Run) => Promise<void>, adapter = recording(softwareAdapter!)): Promise<void> {
  const engine = await openEngine(adapter, options);
  try {
    await work({ engine, adapter, lose: () => adapter.devices.at(-1)!.destroy() });
  } finally {
    await engine.close();
  }
  for (const device of adapter.devices) expect(await isGone(device)).toBe(true);
}

/** The device, which is lost as soon as it works on a chunk whose rays take more than so many workgroups. */
function withWatchdog(device: GPUDevice, workgroupsMax: number): GPUDevice {
  const createCommandEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (...args) => {
    const encoder = createCommandEncoder(...args);
    const beginComputePass = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (descriptor) => {
      const pass = beginComputePass(descriptor);
      const dispatch = pass.dispatchWorkgroups.bind(pass);
      pass.dispatchWorkgroups = (count: number) => {
        dispatch(count);
        if (descriptor?.label === 'refine' && count > workgroupsMax) setTimeout(() => device.destroy(), 0);
      };
      return pass;
    };
    return encoder;
  };
  return device;
}

describe.skipIf(!softwareAdapter)(`a device that is lost${NEEDS_SOFTWARE_GPU}`, () => {
  let undisturbed: Uint32Array;
  beforeAll(() =>
    withEngine(async ({ engine, adapter }) => {
      undisturbed = (await traceAll(engine, leg)).words;
      expect(adapter.devices.length).toBe(1);
    }),
  );

  /** Every point once, bit for bit, and counted once. */
  function expectUndisturbed(words: Uint32Array, { counters }: Engine): void {
    expect(words.length).toBe(undisturbed.length);
    expect(words.findIndex((word, k) => word !== undisturbed[k])).toBe(-1);
    expect([counters.pulses, counters.subrays]).toEqual([PULSES, PULSES * SUBRAYS]);
    expect(counters.returns).toBe(undisturbed.length / 20);
  }

  it('is taken anew before the first chunk', () =>
    withEngine(async ({ engine, adapter, lose }) => {
      lose();
      expectUndisturbed((await traceAll(engine, leg)).words, engine);
      expect(adapter.devices.length).toBe(2);
    }));

  it('is taken anew between chunks, while the host has the points of one and the device works on the next', () =>
    withEngine(async ({ engine, adapter, lose }) => {
      const between = (chunk: number) => {
        if (chunk === 3) lose();
      };
      expectUndisturbed((await traceAll(engine, leg, { between })).words, engine);
      expect(adapter.devices.length).toBe(2);
    }));

  it('is taken anew while the engine waits for chunks in flight', () =>
    withEngine(async ({ engine, adapter, lose }) => {
      const between = (chunk: number) => {
        // The microtask runs when the engine has been asked for the next chunk.
        if (chunk === 2) setTimeout(lose, 0);
      };
      expectUndisturbed((await traceAll(engine, leg, { between })).words, engine);
      expect(adapter.devices.length).toBe(2);
    }));

  it('is found gone by the next leg after the last chunk', () =>
    withEngine(async ({ engine, adapter, lose }) => {
      const first = await traceAll(engine, leg, { range: { first: 0, end: 400 } });
      lose();
      const second = await traceAll(engine, leg, { range: { first: 400, end: PULSES } });
      expectUndisturbed(Uint32Array.from([...first.words, ...second.words]), engine);
      expect(adapter.devices.length).toBe(2);
    }));

  it('is taken anew three times', () =>
    withEngine(async ({ engine, adapter, lose }) => {
      const between = (chunk: number) => {
        if (chunk === 0 || chunk === 1 || chunk === 5) lose();
      };
      expectUndisturbed((await traceAll(engine, leg, { between })).words, engine);
      expect(adapter.devices.length).toBe(DEVICES_MAX);
      // A device that is gone because the engine was closed is no fourth loss.
      const close = () => setTimeout(() => engine.close(), 0);
      await expect(traceAll(engine, leg, { between: close })).rejects.toBeInstanceOf(AbortedError);
    }));

  it('is taken anew once more right after that', async () => {
    const adapter = recording(softwareAdapter!, (device, k) => {
      if (k === 1) device.destroy();
      return device;
    });
    await withEngine(async ({ engine, lose }) => {
      lose();
      expectUndisturbed((await traceAll(engine, leg)).words, engine);
      expect(adapter.devices.length).toBe(3);
    }, adapter);
  });

  it('gets smaller chunks until a watchdog that stops all above some size is content', async () => {
    // The rays of a full chunk take five workgroups.
    const adapter = recording(softwareAdapter!, (device) => withWatchdog(device, 2));
    await withEngine(async ({ engine }) => {
      const { words, chunks } = await traceAll(engine, leg);
      expectUndisturbed(words, engine);
      expect(adapter.devices.length).toBeGreaterThan(1);
      expect(adapter.devices.length).toBeLessThanOrEqual(DEVICES_MAX);
      expect(Math.max(...chunks)).toBeLessThan(CHUNK / 2);
      expect(chunks.at(-2), 'and grow again').toBeGreaterThan(chunks[0]);
    }, adapter);
  });

  it('ends the run after more losses than the engine tries, with the pulses in work', () =>
    withEngine(async ({ engine, adapter, lose }) => {
      const done: number[] = [];
      const error = await traceAll(engine, leg, {
        between: (chunk) => {
          done.push(chunk);
          lose();
        },
      }).catch((fault) => fault);
      expect(error).toBeInstanceOf(DeviceLostError);
      expect(done.length).toBe(DEVICES_MAX);
      // Each chunk after a loss is an eighth of the size before: 96, 12 of 96, 3 of 24, 1 of 6.
      expect(error.firstPulse).toBe(CHUNK + 12 + 3 + 1);
      expect(error.pulseCount).toBeGreaterThanOrEqual(1);
      const last = error.firstPulse + error.pulseCount - 1;
      expect(error.message).toMatch(/^the GPU was lost \(.+\) while pulses /);
      expect(error.message).toContain(`pulses ${error.firstPulse} to ${last} were in work`);
      expect(adapter.devices.length).toBe(DEVICES_MAX);
    }));

  it('ends the run if it is not available again, with both reasons', async () => {
    const adapter = recording(softwareAdapter!);
    const { requestDevice } = adapter;
    adapter.requestDevice = () =>
      adapter.devices.length > 0 ? Promise.reject(new Error('the adapter has been unplugged')) : requestDevice();
    await withEngine(async ({ engine, lose }) => {
      const between = () => lose();
      const error = await traceAll(engine, leg, { between }).catch((fault) => fault);
      expect(error).toBeInstanceOf(DeviceLostError);
      expect(error.message).toMatch(/^the GPU was lost \(.+\) while pulses 96 to \d+ were in work/);
      expect(error.message).toContain('; it cannot be acquired again: the adapter has been unplugged');
      expect(error.cause).toBeInstanceOf(Error);
    }, adapter);
  });
});
