import { expect, it } from 'vitest';
import type { DeviceScene } from '../../../src/device/device-scene.js';
import { layOutMemory, NO_RUN } from '../../../src/engine/cpu/memory-layout.js';
import { deviceSceneOf, meshOf, sceneOf, sphere } from '../../support/scenes.js';

/** Room of a thread for walking the trees, bytes: it stays within the caches. */
const SCRATCH_MOST = 65_536;
/** Stacks grow with the tree: those of a scene of millions of triangles. */
const STACK_ENTRIES = 100;

/** Bytes of a thread's scratch memory, for pulses of `subrayCount` subrays. */
function scratchOf(scene: DeviceScene, subrayCount: number): number {
  const room = { ...NO_RUN, settings: { ...NO_RUN.settings, subrayCount, hitCount: subrayCount } };
  const [{ own }] = layOutMemory(scene, room, 1).threads;
  const { scratch = Number.NaN, ...others } = own;
  return Math.min(...Object.values(others).filter((at) => at > scratch)) - scratch;
}

it('walks groups of pulses of 19 subrays in 64 KiB a thread', async () => {
  const scene = await deviceSceneOf(sceneOf([meshOf(sphere(1, 8))]));
  expect(scratchOf({ ...scene, stackEntries: STACK_ENTRIES }, 19)).toBeLessThanOrEqual(SCRATCH_MOST);
});

it('has room for a pulse of any number of subrays', async () => {
  const scene = await deviceSceneOf(sceneOf([meshOf(sphere(1, 8))]));
  const [few, many] = [scratchOf(scene, 2000), scratchOf(scene, 4000)];
  // Three directions and six coordinates of exits, beside the arrays of a number a subray.
  expect(many - few).toBeGreaterThanOrEqual(2000 * 9 * 4);
});
