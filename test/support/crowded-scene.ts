import { compose, scaling, translation } from '../../src/base/affine.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';
import { legOf, openEngine, SUBRAYS, traceAll } from './gpu-engine.js';
import { deviceSceneOf, meshOf, random, rectangle, sceneOf, sphere } from './scenes.js';

/** Rock inside a dome, in two meshes, and a thousand pebbles that are instances of a third. */
export async function crowdedScene(): Promise<DeviceScene> {
  const seed = 8;
  const next = random(seed);
  const around = (r: number) => {
    const v = [next() - 0.5, next() - 0.5, next() - 0.5];
    const length = Math.hypot(...v);
    return v.map((x) => (x / length) * r * (0.3 + 0.7 * next()));
  };
  const rock = Array.from({ length: 1600 }, () => {
    const at = around(20);
    return Array.from({ length: 9 }, (_, k) => at[k % 3] + (next() - 0.5) * 2);
  }).flat();
  const meshes = [meshOf(rock), meshOf(sphere(30, 25)), meshOf(rectangle([-0.5, 0, -0.5], [1, 0, 0.3], [0.2, 0, 1]))];
  const pebbles = Array.from({ length: 1000 }, () => {
    const [x, y, z] = around(15);
    return { mesh: 2, transform: compose(translation([x, y, z]), scaling([0.5 + next(), 1, 0.5 + next()])) };
  });
  const inPlace = [0, 1].map((mesh) => ({ mesh, transform: translation([0, 0, 0]) }));
  return deviceSceneOf(sceneOf(meshes, { placed: [inPlace[0], ...pebbles, inPlace[1]] }));
}

/** Words of all points of a leg in this scene, in several chunks. */
export async function traceCrowd(adapter: GpuAdapter, scene: DeviceScene): Promise<Uint32Array> {
  const engine = await openEngine(adapter, { scene, chunkSubraysMax: 500 * SUBRAYS });
  try {
    return (await traceAll(engine, legOf(1500))).words;
  } finally {
    await engine.close();
  }
}
