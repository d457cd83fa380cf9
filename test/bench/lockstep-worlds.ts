import { join, resolve } from 'node:path';
import { loadBenchScene } from '../../src/bench/bench-cases.js';
import type { BenchScene } from '../../src/bench/bench-scenes.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { prepareScene } from '../../src/simulation/node-prepare-scene.js';

const BENCH = resolve(import.meta.dirname, '../../bench/lib-lockstep');

/** A file of `bench lockstep`. */
export const partOf = (name: string) => import(join(BENCH, `${name}.mjs`));

/** A small scene, and the rays of a survey of the bench through its tree. */
export async function lockstepWorld(generator: BenchScene['generator'], survey: string, runs: number) {
  const [{ raysOf }, { binaryTree }, { World }, { CASES }] = await Promise.all(
    ['rays', 'tree', 'world', 'cases'].map(partOf),
  );
  const scene = await loadBenchScene({ name: generator, generator, triangles: 5_000, layout: 'one mesh' });
  const prepared = await prepareScene(scene, { cache: false });
  const tree = binaryTree(prepared.device);
  const rays = await raysOf(CASES[survey](scene), scene, prepared, tree, runs);
  return { world: new World(tree, rays), rays, device: prepared.device satisfies DeviceScene };
}
