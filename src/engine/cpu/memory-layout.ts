import { UserError } from '../../base/errors.js';
import type { ProgramBytes } from '../../scanner/pulse-program.js';
import type { DeviceScene } from '../device-scene.js';
import type { RunSettings } from '../engine.js';
import { Hit, Node4, Point, Pulse, PulseProgram, TriangleBlock } from '../records.generated.js';
import { MEMORY_MAX, PAGE } from './kernel.js';

/** Pulses that go through the stages together: directions and hits of 19 subrays stay in a second-level cache of 1 MiB. */
export const BLOCK_PULSES = 256;
/** Pulses that a worker takes at a time: a few milliseconds of work. */
export const CHUNK_PULSES = 4096;

/** Where everything lies in the kernel's memory, bytes. */
export interface MemoryLayout {
  nodes: number;
  blocks: number;
  instances: number;
  surfaces: number;
  materials: number;
  cubics: number;
  images: number;
  /** There is more among the images than their unused beginning. */
  hasImages: boolean;
  run: number;
  subrays: number;
  program: number;
  /** Lists of the leg's program. */
  channels: number;
  parts: number;
  knots: number;
  /** Int32 words: see ControlWord; then how often each slot was released. */
  control: number;
  /** Results of a chunk each. */
  slots: number[];
  threads: ThreadLayout[];
  bytes: number;
}

export interface ThreadLayout {
  pulses: number;
  directions: number;
  hits: number;
  points: number;
  scratch: number;
  /** One ray's directions, hits and scratch memory. */
  shadow: number;
}

export const ControlWord = { nextChunk: 0, stop: 1, released: 2 } as const;

/** Static data and the engine's own pages lie below. */
const FIRST_FREE = PAGE;
/** Cache line pair: what threads write lies apart. */
const ALIGN = 128;
/** Bundles and a block's vectors in a thread's scratch memory (wasm/traverse.ts), rounded up. */
const SCRATCH_FIXED = 1024;
/** Arrays of a number a subray in a thread's scratch memory: triangle numbers, three of directions, four of offsets. */
const SCRATCH_ARRAYS = 8;
const STACK_ENTRY = 8;
/** Bytes of a number a ray, for one ray: padded to a whole vector. */
const ONE_RAY = 16;

const scratchBytes = (stride: number, { stackEntries }: DeviceScene): number =>
  SCRATCH_ARRAYS * stride + SCRATCH_FIXED + stackEntries * STACK_ENTRY;

/** Lays out the memory of a run. Throws UserError where it does not fit into a 32-bit memory. */
export function layOutMemory(
  scene: DeviceScene,
  settings: RunSettings,
  program: ProgramBytes,
  threads: number,
): MemoryLayout {
  let next = FIRST_FREE;
  const take = (bytes: number) => {
    const at = next;
    next = Math.ceil((next + bytes) / ALIGN) * ALIGN;
    return at;
  };
  const slotCount = 2 * threads + 2;
  const stride = Math.ceil(settings.subrayCount / 4) * 16;
  const layout: MemoryLayout = {
    nodes: take(scene.nodeCount * Node4.SIZE),
    blocks: take(scene.blockCount * TriangleBlock.SIZE),
    instances: take(scene.instances.byteLength),
    surfaces: take(scene.surfaces.byteLength),
    materials: take(scene.materials.byteLength),
    cubics: take(scene.cubics.byteLength),
    images: take(scene.images.byteLength),
    hasImages: scene.images.byteLength > 4,
    run: take(settings.record.byteLength),
    subrays: take(settings.subrays.byteLength),
    program: take(PulseProgram.SIZE),
    channels: take(program.channels),
    parts: take(program.parts),
    knots: take(program.knots),
    control: take((ControlWord.released + slotCount) * 4),
    slots: Array.from({ length: slotCount }, () => take(CHUNK_PULSES * settings.maxReturns * Point.SIZE)),
    threads: Array.from({ length: threads }, () => ({
      pulses: take(BLOCK_PULSES * Pulse.SIZE),
      directions: take(BLOCK_PULSES * 3 * stride),
      hits: take((BLOCK_PULSES * Hit.SIZE * stride) / 4),
      points: take(BLOCK_PULSES * settings.maxReturns * Point.SIZE),
      scratch: take(scratchBytes(stride, scene)),
      shadow: take((3 + Hit.SIZE / 4) * ONE_RAY + scratchBytes(ONE_RAY, scene)),
    })),
    bytes: 0,
  };
  layout.bytes = next;
  if (next > MEMORY_MAX) {
    const gib = (next / 2 ** 30).toFixed(1);
    throw new UserError(`the scene needs ${gib} GiB on the device; the CPU engine's memory holds 4 GiB`, {
      hint: 'use instances for what stands in the scene often, fewer triangles, or fewer threads',
    });
  }
  return layout;
}
