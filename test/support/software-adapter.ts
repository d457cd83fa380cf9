import { create } from 'webgpu';
import type { GpuAdapter, GpuLimits } from '../../src/engine/gpu/gpu-adapter.js';
import { findNodeAdapter } from '../../src/engine/gpu/node-gpu.js';
import { compileAtOnce } from './compile-at-once.js';
import './rest-while-waiting.mjs';
import { shareDevice } from './share-device.js';

compileAtOnce();
const found = await findNodeAdapter('software');

/** The software GPU of this machine; undefined if there is none. */
export const softwareAdapter: GpuAdapter | undefined = 'reason' in found ? undefined : found;

/** Likewise, with one device for all of this process, and the shaders that it has compiled: for tests of results. */
export const sharedAdapter = softwareAdapter && shareDevice(softwareAdapter);

/**
 * Subrays of a chunk in tests that scan little: by default an engine makes buffers of half a gigabyte for each scene,
 * all of whose pages a software GPU must first get and clear.
 */
export const CHUNK_SUBRAYS = 2 ** 16;

/** Suffix of the names of tests that are skipped without one. */
export const NEEDS_SOFTWARE_GPU = 'reason' in found ? ` (skipped: no software GPU: ${found.reason})` : '';

/** Limits of every WebGPU adapter (WebGPU specification, § 3.6.2 "Limits", default values). */
export const STANDARD_LIMITS: GpuLimits = {
  bindingBytes: 128 * 2 ** 20,
  bufferBytes: 256 * 2 ** 20,
  storageBuffers: 8,
  workgroups: 65_535,
};

let dawn: GPU | undefined;

/** A device of the software GPU with the limits that WebGPU grants everywhere, and no more. */
export async function standardDevice(): Promise<GPUDevice> {
  dawn ??= create([]);
  // Dawn goes down with the process once this object has been collected; see gpu-run.ts.
  Object.assign(globalThis, { standardDawnOfTests: dawn });
  const adapter = await dawn.requestAdapter({ forceFallbackAdapter: true });
  if (!adapter) throw new Error('there is no software GPU');
  return adapter.requestDevice({ requiredFeatures: ['timestamp-query'] });
}
