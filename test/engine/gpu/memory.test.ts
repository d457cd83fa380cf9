import '../../support/cheap-engine.js';

import { beforeAll, describe, expect, it } from 'vitest';
import { translation } from '../../../src/base/affine.js';
import { InvariantError, UserError } from '../../../src/base/errors.js';
import { BUFFERS, OUTPUTS } from '../../../src/device/buffers.js';
import { bytesPerPulse, HEAD_BYTES } from '../../../src/engine/gpu/chunk-capacity.js';
import { roundUp } from '../../../src/engine/gpu/create-buffers.js';
import {
  areSame,
  isGone,
  legOf,
  openEngine,
  recording,
  roomWith,
  SETTINGS,
  SUBRAYS,
  traceAll,
} from '../../support/gpu-engine.js';
import { type BufferSeen, limitMemory } from '../../support/limited-memory.js';
import { deviceSceneOf, meshOf, rectangle, sceneOf, sphere } from '../../support/scenes.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../../support/software-adapter.js';

const PULSES = 1000;
/** Pulses of a chunk without any obstacle. */
const CHUNK = 1024;
const leg = legOf(PULSES);
const options = { chunkSubraysMax: CHUNK * SUBRAYS };

/** The largest buffer of chunks of so many pulses. */
const stagingBytes = (pulses: number) =>
  OUTPUTS.reduce((sum, { name }) => {
    return sum + roundUp(pulses * bytesPerPulse(name, BUFFERS[name], SETTINGS), 8);
  }, HEAD_BYTES);

/** An adapter of devices in which only buffers of `bytesMax[k]` find room, and the engine's requests to the k-th. */
function tight(...bytesMax: number[]) {
  const seen: BufferSeen[][] = [];
  const adapter = recording(softwareAdapter!, (device, k) => {
    seen.push([]);
    return limitMemory(device, bytesMax[k], seen[k]);
  });
  return { adapter, seen };
}

/** Sizes of the chunks that were tried: those of the requested staging buffers, one each try. */
const tries = (seen: BufferSeen[]) => [...new Set(seen.filter(({ label }) => label === 'staging').map((b) => b.bytes))];

/** Buffers that were asked for before the last try, and are not destroyed. */
function leaked(seen: BufferSeen[]): string[] {
  const first = seen.findIndex(({ label }) => label === 'run');
  const last = seen.findLastIndex(({ label }) => label === 'run');
  return seen.slice(first, last).flatMap(({ label, destroyed }) => (destroyed ? [] : [label]));
}

describe.skipIf(!softwareAdapter)(`a GPU with little memory${NEEDS_SOFTWARE_GPU}`, () => {
  let undisturbed: Uint32Array;
  beforeAll(async () => {
    const engine = await openEngine(softwareAdapter!, options);
    undisturbed = (await traceAll(engine, leg)).words;
    await engine.close();
  });

  it.each([
    ['at once', CHUNK, [CHUNK]],
    ['after one try', 256, [CHUNK, 256]],
    ['after three tries', 16, [CHUNK, 256, 64, 16]],
  ])('gets smaller chunks that fit %s', async (_, pulses, sizes) => {
    const { adapter, seen } = tight(stagingBytes(pulses));
    const engine = await openEngine(adapter, options);
    expect(tries(seen[0])).toEqual(sizes.map(stagingBytes));
    expect(leaked(seen[0])).toEqual([]);
    const { words, chunks } = await traceAll(engine, leg);
    expect(areSame(words, undisturbed)).toBe(true);
    expect(Math.max(...chunks)).toBe(Math.min(pulses, PULSES));
    await engine.close();
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true]);
  });

  it('is told so after the third try', async () => {
    const { adapter, seen } = tight(stagingBytes(15));
    const error = await openEngine(adapter, options).catch((fault) => fault);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toBe(`'${adapter.name}' has not enough memory, not even for chunks of 16 pulses`);
    expect(error.hint).toContain('--engine cpu');
    expect(tries(seen[0])).toEqual([CHUNK, 256, 64, 16].map(stagingBytes));
    expect(leaked(seen[0])).toEqual([]);
    expect(await Promise.all(adapter.devices.map(isGone)), 'the device is given back').toEqual([true]);
  });

  it('is not tried with chunks of less than a pulse', async () => {
    const { adapter, seen } = tight(stagingBytes(0));
    const error = await openEngine(adapter, { chunkSubraysMax: 5 * SUBRAYS }).catch((fault) => fault);
    expect(error.message).toContain('chunks of 1 pulses');
    expect(tries(seen[0])).toEqual([5, 1].map(stagingBytes));
  });

  it('goes on with smaller chunks after a loss', async () => {
    const { adapter, seen } = tight(stagingBytes(64), stagingBytes(16));
    const engine = await openEngine(adapter, options);
    const between = (chunk: number) => {
      if (chunk === 4) adapter.devices[0].destroy();
    };
    const { words, chunks } = await traceAll(engine, leg, { between });
    expect(areSame(words, undisturbed)).toBe(true);
    // An eighth of 64 at first, since the size may have been the cause.
    expect(chunks[5]).toBe(8);
    expect(new Set(chunks.slice(6, -1))).toEqual(new Set([16]));
    expect([tries(seen[0]).length, tries(seen[1]).length]).toEqual([3, 2]);
    await engine.close();
  });

  it('says both where it is lost and has too little memory afterwards', async () => {
    const { adapter } = tight(stagingBytes(CHUNK), stagingBytes(1));
    const engine = await openEngine(adapter, options);
    adapter.devices[0].destroy();
    const error = await traceAll(engine, leg).catch((fault) => fault);
    expect(error.message).toMatch(/^the GPU was lost .* it cannot be acquired again: .* has not enough memory/);
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true, true]);
  });

  it.each([
    ['triangles', /^(nodes|triangles)0$/, () => sceneOf([meshOf(sphere(5, 20))])],
    ['surfaces', /^surfaces$/, () => crowd(20, 1000)],
  ])('cannot hold the scene’s %s: it is told so, and no chunks are tried', async (_, label, build) => {
    const { adapter, seen } = tight(10_000);
    const scene = await deviceSceneOf(build());
    const error = await openEngine(adapter, { ...options, scene }).catch((fault) => fault);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toMatch(/^the GPU has not enough memory for the scene, \d+ MiB$/);
    expect(error.hint).toMatch(/instances.*--engine cpu/);
    expect(seen[0].find(({ refused }) => refused)?.label).toMatch(label);
    expect([adapter.devices.length, tries(seen[0])]).toEqual([1, []]);
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true]);
  });
});

describe.skipIf(!softwareAdapter)(`a device on which something else fails is given back${NEEDS_SOFTWARE_GPU}`, () => {
  it('if it refuses a buffer', async () => {
    const endless = { bindingBytes: 2 ** 40, bufferBytes: 2 ** 40 };
    const adapter = recording(softwareAdapter!, undefined, { limits: { ...softwareAdapter!.limits, ...endless } });
    // Channels for 128 GiB.
    const opened = openEngine(adapter, {
      room: roomWith({ channels: 2 ** 37 }),
    });
    await expect(opened).rejects.toThrow(/^the device refuses a buffer: /);
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true]);
  });

  it('if it refuses commands: the leg ends with its message, not with random points', async () => {
    const seen: GPUBuffer[] = [];
    const adapter = recording(softwareAdapter!, (device) => {
      const createBuffer = (descriptor: GPUBufferDescriptor) => {
        const buffer = device.createBuffer(descriptor);
        if (descriptor.label === 'hits') seen.push(buffer);
        return buffer;
      };
      return withMethod(device, 'createBuffer', createBuffer);
    });
    const engine = await openEngine(adapter, { chunkSubraysMax: 100 * SUBRAYS });
    const chunks: number[] = [];
    const between = (chunk: number) => {
      chunks.push(chunk);
      if (chunk === 2) seen[0].destroy();
    };
    const error = await traceAll(engine, leg, { between }).catch((fault) => fault);
    expect(error).toBeInstanceOf(InvariantError);
    expect(error.message).toMatch(/^the device refuses what it is told: .*hits/);
    expect(chunks.length).toBeLessThanOrEqual(4);
    await engine.close();
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true]);
  });

  it('if it refuses a shader', async () => {
    const broken = { code: 'fn broken() { return 1; }' };
    const refusing = (device: GPUDevice) =>
      withMethod(device, 'createShaderModule', () => device.createShaderModule(broken));
    const adapter = recording(softwareAdapter!, refusing);
    await expect(openEngine(adapter, options)).rejects.toBeInstanceOf(InvariantError);
    expect(await Promise.all(adapter.devices.map(isGone))).toEqual([true]);
  });
});

/** `device` with a method of ours. */
function withMethod<K extends 'createBuffer' | 'createShaderModule'>(device: GPUDevice, name: K, method: GPUDevice[K]) {
  return new Proxy(device, {
    get(target, key) {
      const value = key === name ? method : Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The same small square in many places, with many surfaces. */
function crowd(count: number, surfaces: number) {
  const mesh = meshOf(rectangle([0, 10, 0], [1, 0, 0], [0, 0, 1]), [0, surfaces - 1]);
  const placed = Array.from({ length: count }, (_, k) => ({ mesh: 0, transform: translation([2 * k, 0, 0]) }));
  return sceneOf([mesh], { placed });
}
