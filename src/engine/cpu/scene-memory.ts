import { finishInTurns } from '../../base/steps.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { layOutMemory, type MemoryLayout, NO_RUN, type RunRoom } from './memory-layout.js';
import { allocateMemory, fillMemory, growMemory } from './shared-memory.js';

/** A kernel's memory with a scene in it, for one thread; the rest of it belongs to the current user. */
export interface SceneMemory {
  readonly memory: WebAssembly.Memory;
  /**
   * Lays out and makes room for a run behind the scene; the former content there is lost. Throws UserError if it does
   * not fit.
   */
  layOut(room: RunRoom): MemoryLayout;
}

/** A memory with the scene in it. Throws UserError if it does not fit, AbortedError. */
export async function createSceneMemory(scene: DeviceScene, signal?: AbortSignal): Promise<SceneMemory> {
  const layout = layOutMemory(scene, NO_RUN, 1);
  const memory = allocateMemory(layout.bytes);
  await finishInTurns(fillMemory(memory, layout, scene), signal);
  return {
    memory,
    layOut(room) {
      const laidOut = layOutMemory(scene, room, 1);
      growMemory(memory, laidOut.bytes);
      return laidOut;
    },
  };
}
