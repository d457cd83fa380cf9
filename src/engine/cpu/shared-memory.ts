import { UserError } from '../../base/errors.js';
import { copyBytes, type Steps } from '../../base/steps.js';
import { shiftTree } from '../../bvh/shift-tree.js';
import { placedParts } from '../../device/buffer-parts.js';
import { type BufferName, hostBuffers, itemBytes } from '../../device/buffers.js';
import type { DeviceScene } from '../../device/device-scene.js';
import type { PulseProgram } from '../../device/pulse-program.js';
import { Medium, SceneRoot, TriangleBlock } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { createKernelMemory, PAGE, PAGES_MAX } from './kernel.js';
import type { MemoryLayout } from './memory-layout.js';

/**
 * The memory of an engine, which its threads share. It grows with the needs of a run. Throws UserError
 * if it cannot be allocated.
 */
export function allocateMemory(bytes: number): WebAssembly.Memory {
  return orTooLarge(bytes, () => createKernelMemory(Math.ceil(bytes / PAGE), PAGES_MAX));
}

/**
 * Makes room for `bytes` in total; views of memory that is not shared are no longer valid. Throws UserError if the
 * memory cannot grow that far.
 */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
  if (missing > 0) orTooLarge(bytes, () => memory.grow(missing));
}

function orTooLarge<T>(bytes: number, take: () => T): T {
  try {
    return take();
  } catch (cause) {
    throw new UserError(`${Math.ceil(bytes / 2 ** 20)} MiB of memory for the CPU engine cannot be allocated here`, {
      hint: 'use fewer threads, fewer triangles, or instances for repeated geometry',
      cause,
    });
  }
}

/** Copies a scene to its place. */
export function* fillMemory(memory: WebAssembly.Memory, { shared }: MemoryLayout, scene: DeviceScene): Steps<void> {
  const bytes = (name: BufferName, items: number) =>
    new Uint8Array(memory.buffer, shared[name], items * itemBytes('cpu', name));
  yield* copyTrees(scene, bytes('nodes', scene.nodeCount), bytes('blocks', scene.blockCount));
  const root = new Uint32Array(SceneRoot.SIZE / 4);
  root[SceneRoot.topNode / 4] = scene.topNode;
  root[SceneRoot.instanceCount / 4] = scene.instanceCount;
  root[SceneRoot.imageWords / 4] = scene.buffers.images.byteLength / 4;
  root[SceneRoot.moverCount / 4] = scene.moverCount;
  root[SceneRoot.mediumCount / 4] = scene.buffers.media.byteLength / Medium.SIZE;
  put(memory, shared.root, root.buffer);
  for (const name of hostBuffers('scene')) {
    const target = new Uint8Array(memory.buffer, shared[name], scene.buffers[name].byteLength);
    for (const { at, bytes: part } of placedParts(scene.buffers[name])) yield* copyBytes(part, target, at);
  }
}

/**
 * Copies all trees to `nodes` and `blocks` (with room for nodeCount and blockCount records): meshes one after the
 * other, then the tree over instances.
 */
function* copyTrees(scene: DeviceScene, nodes: Uint8Array, blocks: Uint8Array): Steps<void> {
  let node = 0;
  let block = 0;
  for (const mesh of scene.meshes) {
    yield* shiftTree(mesh.nodes, mesh.nodeCount, nodes, node, block);
    yield* copyBytes(new Uint8Array(mesh.blocks), blocks, block * TriangleBlock.SIZE);
    node += mesh.nodeCount;
    block += mesh.blockCount;
  }
  yield* shiftTree(scene.top.nodes, scene.top.nodeCount, nodes, node, 0);
}

/** Copies the settings of a run to their places. */
export function loadRun(memory: WebAssembly.Memory, { shared }: MemoryLayout, { buffers }: RunSettings): void {
  for (const name of hostBuffers('run')) put(memory, shared[name], buffers[name]);
}

/** Copies the program of a leg to its place. */
export function loadProgram(memory: WebAssembly.Memory, { shared }: MemoryLayout, { buffers }: PulseProgram): void {
  for (const name of hostBuffers('leg')) put(memory, shared[name], buffers[name]);
}

function put(memory: WebAssembly.Memory, at: number | undefined, record: ArrayBuffer): void {
  new Uint8Array(memory.buffer, at, record.byteLength).set(new Uint8Array(record));
}
