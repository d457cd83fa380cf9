import { copyTrees, type DeviceScene } from '../device-scene.js';
import type { RunSettings } from '../engine.js';
import { Node4, TriangleBlock } from '../records.generated.js';
import type { MemoryLayout } from './memory-layout.js';

/** Copies scene and settings to their places in the kernel's memory. */
export function fillMemory(
  memory: WebAssembly.Memory,
  layout: MemoryLayout,
  scene: DeviceScene,
  settings: RunSettings,
): void {
  const bytes = (at: number, length: number) => new Uint8Array(memory.buffer, at, length);
  const put = (at: number, record: ArrayBuffer) => bytes(at, record.byteLength).set(new Uint8Array(record));
  copyTrees(
    scene,
    bytes(layout.nodes, scene.nodeCount * Node4.SIZE),
    bytes(layout.blocks, scene.blockCount * TriangleBlock.SIZE),
  );
  put(layout.instances, scene.instances);
  put(layout.surfaces, scene.surfaces);
  put(layout.materials, scene.materials);
  put(layout.cubics, scene.cubics);
  put(layout.images, scene.images);
  put(layout.run, settings.record);
  put(layout.subrays, settings.subrays);
}
