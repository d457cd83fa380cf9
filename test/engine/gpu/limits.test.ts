import { beforeAll, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { GpuStages } from '../../../src/bench/gpu-stages.js';
import { buildMesh } from '../../../src/bvh/build-mesh.js';
import { emptyBuffers } from '../../../src/device/buffers.js';
import type { DeviceScene } from '../../../src/device/device-scene.js';
import { Hit, Node4, Pulse } from '../../../src/device/records.generated.js';
import type { GpuAdapter, GpuLimits } from '../../../src/engine/gpu/gpu-adapter.js';
import { LEVELS_MAX, layOutGpuScene } from '../../../src/engine/gpu/gpu-scene.js';
import { PLAIN_PROGRAM, type ProgramKind } from '../../../src/engine/gpu/passes.js';
import { combOf, raysInto } from '../../support/comb.js';
import { crowdedScene, traceCrowd } from '../../support/crowded-scene.js';
import {
  areSame,
  legOf,
  openEngine,
  recording,
  roomWith,
  SETTINGS,
  SUBRAYS,
  smallScene,
} from '../../support/gpu-engine.js';
import { isLong } from '../../support/long-run.js';
import { meshOf, random, sphere } from '../../support/scenes.js';
import {
  NEEDS_SOFTWARE_GPU,
  STANDARD_LIMITS,
  softwareAdapter,
  standardDevice,
} from '../../support/software-adapter.js';

vi.mock('../../../src/engine/gpu/shader-texts.generated.js', async (original) => {
  const { cheapPlaces, cheapRays } = await import('../../support/cheap-shaders.js');
  return cheapPlaces(cheapRays(await original()));
});

const KIB = 2 ** 10;
const MIB = 2 ** 20;

describe.skipIf(!softwareAdapter)(`a scene in several bindings${NEEDS_SOFTWARE_GPU}`, () => {
  let scene: DeviceScene;
  let whole: Uint32Array;

  beforeAll(async () => {
    scene = await crowdedScene();
    const { segments } = layOutGpuScene(scene, softwareAdapter!.limits);
    expect([segments.nodes.count, segments.triangles.count]).toEqual([1, 1]);
    whole = await traceCrowd(softwareAdapter!, scene);
    expect(whole.length / 20).toBeGreaterThan(1000);
  });

  // In three bindings each: limits.long.test.ts.
  it('gives the same points on a device of standard limits, all of whose storage buffers it takes', async () => {
    const limits = { ...STANDARD_LIMITS, bindingBytes: 128 * KIB };
    const { segments } = layOutGpuScene(scene, limits);
    expect([segments.nodes.count, segments.triangles.count]).toEqual([2, 2]);
    const adapter = recording(softwareAdapter!, undefined, { limits, requestDevice: standardDevice });
    expect(areSame(await traceCrowd(adapter, scene), whole)).toBe(true);
  });
});

describe('limits that are too small', () => {
  const adapter = (limits: Partial<GpuLimits>): GpuAdapter => ({
    name: 'a small one',
    software: true,
    limits: { ...STANDARD_LIMITS, ...limits },
    timestamps: false,
    requestDevice: () => expect.fail('no device is needed to know'),
  });
  const open = async (limits: Partial<GpuLimits>, options?: Parameters<typeof openEngine>[1]) => {
    const error = await openEngine(adapter(limits), options).catch((fault) => fault);
    expect(error).toBeInstanceOf(UserError);
    return error as UserError;
  };

  it('end a run whose scene exceeds them, with its size and theirs', () => {
    const bvh = buildMesh(meshOf(sphere(5, 40)));
    const scene = { ...emptyScene(), meshes: [bvh] };
    const layout = () => layOutGpuScene(scene, { ...STANDARD_LIMITS, bindingBytes: 16 * KIB });
    expect(layout).toThrow(UserError);
    expect(layout).toThrow(/^the scene takes 0 MiB on the GPU, in \d+ buffers of a pass; this GPU allows 8 of 0 MiB$/);
    expect(hintOf(layout)).toMatch(/instances.*fewer triangles.*--engine cpu/);
  });

  it('end a run with colours that alone exceed them, and say so', () => {
    const kind: ProgramKind = { ...PLAIN_PROGRAM, features: ['colors'] };
    const layout = () => layOutGpuScene(emptyScene(), STANDARD_LIMITS, kind);
    expect(layout).toThrow('colours take 10 buffers of a pass; this GPU allows 8');
    expect(hintOf(layout)).toMatch(/leave colours out.*--engine cpu/);
    // The limit of Metal.
    const { segments } = layOutGpuScene(emptyScene(), { ...STANDARD_LIMITS, storageBuffers: 10 }, kind);
    expect([segments.nodes.count, segments.triangles.count]).toEqual([1, 1]);
  });

  it('end a run with too many instances', () => {
    const { buffers, ...rest } = emptyScene();
    const scene = { ...rest, buffers: { ...buffers, instances: new ArrayBuffer(3 * MIB) } };
    const layout = () => layOutGpuScene(scene, { ...STANDARD_LIMITS, bindingBytes: 2 * MIB });
    expect(layout).toThrow("the scene's instances take 3 MiB; this GPU binds 2 MiB");
    expect(hintOf(layout)).toContain('--engine cpu');
  });

  it('end a run whose single pulse exceeds them', async () => {
    const { message, hint } = await open({ bindingBytes: 64 });
    expect(message).toBe(`a pulse of ${SUBRAYS} subrays does not fit the GPU's limit of 64 bytes a binding`);
    expect(hint).toContain('fewer subrays');
    await open({ workgroups: 0 });
    await open({ bufferBytes: 100 });
  });

  it.each([
    ['channels', 'the channels of the scanner take 128.5 MiB; this GPU binds 128.0 MiB', 'fewer channels'],
    ['elements', 'the directions of the scan pattern take 128.5 MiB; this GPU binds 128.0 MiB', 'a shorter pattern'],
    ['knots', 'the poses of the path take 128.5 MiB; this GPU binds 128.0 MiB', 'fewer poses'],
  ])('end a run whose %s of a program exceed them', async (list, expected, remedy) => {
    const { message, hint } = await open({}, { room: roomWith({ [list]: 128.5 * MIB }) });
    expect(message).toBe(expected);
    expect(hint).toContain(remedy);
    expect(hint).toContain('--engine cpu');
  });
});

describe('the scene that is planned for', () => {
  it('has five million triangles on an adapter of standard limits', () => {
    const bvh = buildMesh(meshOf(leaves(20_000)));
    const scene = { ...emptyScene(), meshes: Array(250).fill(bvh) };
    const layout = layOutGpuScene(scene, STANDARD_LIMITS);
    expect(layout.triangleCount).toBe(5_000_000);
    expect(layout.nodeCount / layout.triangleCount).toBeGreaterThan(0.25);
    expect(layout.segments.nodes.count + layout.segments.triangles.count).toBeLessThanOrEqual(4);
    expect(layout.bytes).toBe(layout.nodeCount * 64 + layout.triangleCount * 48);
  });

  it('has segments that lie within the limits, bindings and buffers', () => {
    const bvh = buildMesh(meshOf(leaves(1_000)));
    const scene = { ...emptyScene(), meshes: Array(20).fill(bvh) };
    for (const [bindingBytes, bufferBytes] of [
      [1 * MIB, 4 * MIB],
      [4 * MIB, 1 * MIB],
      [700_001, 700_001],
    ]) {
      const { segments, nodeCount, triangleCount } = layOutGpuScene(scene, {
        ...STANDARD_LIMITS,
        bindingBytes,
        bufferBytes,
      });
      for (const [{ count, recordsEach }, size, records] of [
        [segments.nodes, 64, nodeCount],
        [segments.triangles, 48, triangleCount],
      ] as const) {
        expect(recordsEach * size).toBeLessThanOrEqual(Math.min(bindingBytes, bufferBytes));
        expect((count - 1) * recordsEach).toBeLessThan(records);
        expect(count * recordsEach).toBeGreaterThanOrEqual(records);
      }
    }
  });
});

describe.skipIf(!softwareAdapter)(`a tree that is too deep${NEEDS_SOFTWARE_GPU}`, () => {
  it('is an error when the scene is uploaded, and the device is given back', async () => {
    const adapter = recording(softwareAdapter!);
    const scene = await smallScene();
    const deep = { ...scene, meshes: [{ ...scene.meshes[0], ...chain(LEVELS_MAX + 1) }] };
    const error = await openEngine(adapter, { scene: deep }).catch((fault) => fault);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toBe(
      `the scene's trees are ${LEVELS_MAX + 2} levels deep; the GPU engine follows ${LEVELS_MAX}`,
    );
    expect((await adapter.devices[0].lost).reason).toBe('destroyed');
  });
});

describe.skipIf(!softwareAdapter)(`a tree as deep as the stack allows${NEEDS_SOFTWARE_GPU}`, () => {
  it.runIf(isLong)('is traversed to its deepest leaf, and back to all that wait', async () => {
    const seed = 126;
    const pulses = 300;
    // One level more is the tree over instances.
    const comb = await combOf(LEVELS_MAX - 1);
    const directions = raysInto(comb, pulses * SUBRAYS, seed);
    const stages = await GpuStages.open(
      softwareAdapter!,
      { device: comb.scene, settings: SETTINGS },
      [legOf(1)],
      pulses,
    );
    stages.load(legOf(1), 0, pulses);
    stages.write('pulses', new ArrayBuffer(pulses * Pulse.SIZE));
    const padded = Float32Array.from({ length: 4 * pulses * SUBRAYS }, (_, k) =>
      k % 4 < 3 ? directions[3 * (k >> 2) + (k % 4)] : 1,
    );
    stages.write('directions', padded.buffer);
    stages.runStage('traverse');
    const hits = await stages.read('hits', pulses * SUBRAYS * Hit.SIZE);
    stages.close();
    const [floats, words] = [new Float32Array(hits), new Uint32Array(hits)];
    const found = Array.from({ length: pulses * SUBRAYS }, (_, k) => {
      const at = (k * Hit.SIZE) / 4;
      return floats[at + Hit.distance / 4] >= 0 ? words[at + Hit.triangle / 4] : undefined;
    });
    const expected = found.map((_, k) => {
      const [x, y, z] = directions.subarray(3 * k, 3 * k + 3);
      return comb.meets([x, y, z]);
    });
    expect(found, `seed ${seed}`).toEqual(expected);
    expect(new Set(found).size, 'triangles at all depths are met').toBeGreaterThan(LEVELS_MAX / 4);
  });
});

/** Nodes of which each has a leaf and the next node. */
function chain(nodeCount: number): { nodes: ArrayBuffer; nodeCount: number } {
  const words = new Uint32Array((nodeCount * Node4.SIZE) / 4);
  for (let node = 0; node < nodeCount; node++) {
    words[(node * Node4.SIZE + Node4.child) / 4] = 0x80000000;
    words[(node * Node4.SIZE + Node4.child) / 4 + 1] = node + 1 < nodeCount ? node + 1 : 0x80000000;
  }
  return { nodes: words.buffer, nodeCount };
}

/** Loose triangles, thinly strewn, for which a tree has the most nodes. */
function leaves(count: number): Float32Array {
  const next = random(4);
  const out = new Float32Array(count * 9);
  for (let k = 0; k < count; k++) {
    const at = [next() * 100, next() * 100, next() * 20];
    for (let n = 0; n < 9; n++) out[k * 9 + n] = at[n % 3] + 0.1 * next();
  }
  return out;
}

function emptyScene(): DeviceScene {
  const none = new ArrayBuffer(0);
  return {
    meshes: [],
    top: { nodes: none, nodeCount: 0, depth: 0, bounds: { min: [0, 0, 0], max: [0, 0, 0] } },
    nodeCount: 0,
    blockCount: 0,
    topNode: 0,
    instanceCount: 0,
    moverCount: 0,
    buffers: { ...emptyBuffers('scene'), images: { parts: [], byteLength: 0 } },
    hasMasks: false,
    stackEntries: 0,
  };
}

function hintOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return (error as UserError).hint;
  }
  return undefined;
}
