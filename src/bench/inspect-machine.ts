import { arch, availableParallelism, cpus, freemem, platform, release, totalmem } from 'node:os';
import { cacheFolder, listCache } from '../bvh/node-cache-folder.js';
import { PAGE, PAGES_MAX } from '../engine/cpu/kernel.js';
import { loadKernelModule } from '../engine/cpu/node-kernel-module.js';
import type { AdapterDescription, NoAdapter } from '../engine/gpu/gpu-adapter.js';
import { probeAdapters } from '../engine/gpu/node-probe.js';
import { type SceneCapacity, sceneCapacity } from '../engine/gpu/scene-capacity.js';
import { VERSION } from '../version.js';

/** Capabilities of this machine for subray. */
export interface MachineReport {
  subray: string;
  node: string;
  platform: string;
  cpu: string;
  cores: number;
  memoryBytes: { total: number; free: number };
  webAssembly: { simd: boolean; threads: boolean; kernel: boolean };
  sharedArrayBuffer: boolean;
  /** Largest WebAssembly memory that threads can share here. */
  sharedMemoryMaxBytes: number;
  /** GPUs for the GPU engine: hardware ones, and software ones on the CPU. */
  gpu: { hardware: GpuFinding; software: GpuFinding };
  cache: { folder: string; bytes: number };
  /** Whether the CPU engine can run. */
  ok: boolean;
}

/** An adapter with the approximate size of its largest scene, in triangles, or the reason for its absence. */
export type GpuFinding = (AdapterDescription & { capacity: SceneCapacity }) | NoAdapter;

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** A function that returns a v128: `(func (result v128) i32.const 0 i8x16.splat)`. */
const SIMD_MODULE = new Uint8Array([
  ...HEADER,
  ...[1, 5, 1, 0x60, 0, 1, 0x7b], // types: () → v128
  ...[3, 2, 1, 0], // functions: one of that type
  ...[10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b], // code
]);

/** A shared memory and a function that loads from it atomically. */
const THREADS_MODULE = new Uint8Array([
  ...HEADER,
  ...[1, 4, 1, 0x60, 0, 0], // types: () → ()
  ...[3, 2, 1, 0], // functions: one of that type
  ...[5, 4, 1, 3, 1, 1], // memory: shared, one page, no more
  ...[10, 11, 1, 9, 0, 0x41, 0, 0xfe, 0x10, 2, 0, 0x1a, 0x0b], // code: i32.const 0, i32.atomic.load, drop
]);

/** Inspects the machine; `probe` inspects its GPUs. */
export async function inspectMachine(probe = probeAdapters): Promise<MachineReport> {
  const webAssembly = {
    simd: WebAssembly.validate(SIMD_MODULE),
    threads: WebAssembly.validate(THREADS_MODULE),
    kernel: await loadKernelModule().then(
      () => true,
      () => false,
    ),
  };
  const sharedArrayBuffer = typeof SharedArrayBuffer === 'function';
  const folder = cacheFolder();
  const adapters = await probe();
  return {
    subray: VERSION,
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: { total: totalmem(), free: freemem() },
    webAssembly,
    sharedArrayBuffer,
    sharedMemoryMaxBytes: largestSharedMemory(),
    gpu: { hardware: findingOf(adapters.hardware), software: findingOf(adapters.software) },
    cache: { folder, bytes: await cacheBytes() },
    ok: webAssembly.simd && webAssembly.threads && webAssembly.kernel && sharedArrayBuffer,
  };
}

const findingOf = (seen: AdapterDescription | NoAdapter): GpuFinding =>
  'reason' in seen ? seen : { ...seen, capacity: sceneCapacity(seen.limits) };

/** Shared memory is reserved at its maximum size at once; tries 4 GiB first, then halves. */
function largestSharedMemory(): number {
  for (let maximum = PAGES_MAX; maximum >= 1; maximum /= 2) {
    try {
      const memory = new WebAssembly.Memory({ initial: 1, maximum, shared: true });
      return memory.buffer.byteLength > 0 ? maximum * PAGE : 0;
    } catch {
      // Not that much; try half of it.
    }
  }
  return 0;
}

/** Bytes of the cached trees; 0 if the folder cannot be read. */
async function cacheBytes(): Promise<number> {
  const trees = await listCache().then(
    (content) => content.trees,
    () => [],
  );
  return trees.reduce((sum, { bytes }) => sum + bytes, 0);
}
