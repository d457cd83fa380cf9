import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadBenchScene } from '../../../src/bench/bench-cases.js';
import { BENCH_SCENES } from '../../../src/bench/bench-scenes.js';
import type { DeviceScene } from '../../../src/device/device-scene.js';
import type { GpuAdapter } from '../../../src/engine/gpu/gpu-adapter.js';
import { layOutGpuScene } from '../../../src/engine/gpu/gpu-scene.js';
import { crowdedScene, traceCrowd } from '../../support/crowded-scene.js';
import { areSame, legOf, openEngine, recording, SUBRAYS, traceAll } from '../../support/gpu-engine.js';
import { deviceSceneOf } from '../../support/scenes.js';
import {
  NEEDS_SOFTWARE_GPU,
  STANDARD_LIMITS,
  softwareAdapter,
  standardDevice,
} from '../../support/software-adapter.js';

vi.mock('../../../src/engine/gpu/shader-texts.generated.js', async (original) => {
  const { cheapRays } = await import('../../support/cheap-shaders.js');
  return cheapRays(await original());
});

const leg = legOf(500);

describe(`a street of five million triangles, each stored once`, () => {
  let scene: DeviceScene;
  beforeAll(async () => {
    const street = await loadBenchScene(BENCH_SCENES.find(({ name }) => name === 'street')!);
    expect(street.triangleCount).toBeGreaterThan(4_900_000);
    scene = await deviceSceneOf(street);
  });

  it('fits an adapter of standard limits', () => {
    const { segments, triangleCount } = layOutGpuScene(scene, STANDARD_LIMITS);
    expect(triangleCount).toBeGreaterThan(4_900_000);
    expect([segments.nodes.count, segments.triangles.count]).toEqual([1, 2]);
  });

  it.skipIf(!softwareAdapter)(`gives the same points there as in whole buffers${NEEDS_SOFTWARE_GPU}`, async () => {
    const trace = async (adapter: GpuAdapter) => {
      const engine = await openEngine(adapter, { scene, chunkSubraysMax: 100 * SUBRAYS });
      const { words } = await traceAll(engine, leg);
      await engine.close();
      return words;
    };
    const whole = await trace(softwareAdapter!);
    expect(whole.length / 20).toBeGreaterThan(100);
    const standard = { limits: STANDARD_LIMITS, requestDevice: standardDevice };
    expect(await trace(recording(softwareAdapter!, undefined, standard))).toEqual(whole);
  });
});

describe.skipIf(!softwareAdapter || softwareAdapter.limits.storageBuffers < 11)(
  `a scene in three bindings of nodes and of triangles${NEEDS_SOFTWARE_GPU}`,
  () => {
    it('gives the same points as in one', async () => {
      const crowd = await crowdedScene();
      const limits = { ...softwareAdapter!.limits, bindingBytes: 64 * 2 ** 10 };
      const { segments } = layOutGpuScene(crowd, limits);
      expect([segments.nodes.count, segments.triangles.count]).toEqual([3, 3]);
      const whole = await traceCrowd(softwareAdapter!, crowd);
      expect(whole.length / 20).toBeGreaterThan(1000);
      const points = await traceCrowd(recording(softwareAdapter!, undefined, { limits }), crowd);
      expect(areSame(points, whole)).toBe(true);
    });
  },
);
