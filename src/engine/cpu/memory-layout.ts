import { UserError } from '../../base/errors.js';
import { moverNodes } from '../../bvh/mover-tree.js';
import {
  BUFFERS,
  type BufferName,
  type BufferRow,
  buffersOn,
  emptyBuffers,
  itemBytes,
  itemsPerPulse,
  OUTPUTS,
  type OutputName,
} from '../../device/buffers.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { type ProgramRoom, programRoomOf } from '../../device/pulse-program.js';
import {
  BLOCK_PULSES,
  BLOCK_VECTOR_BYTES,
  GROUP_BYTES,
  Hit,
  MAP_BYTES,
  ONE_RAY_BYTES,
  ORDER_BYTES,
  Pulse,
  SCRATCH_ARRAYS,
  STACK_ENTRY_BYTES,
  SUBRAY_ROOM,
  TriangleBlock,
  TWIST_BYTES,
  UvMap,
  WEDGE_BYTES,
  WEDGE_PULSES,
} from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { ChunkQueue } from './chunk-queue.js';
import { MEMORY_MAX, PAGE } from './kernel.js';

/** Pulses that a worker takes at a time at the least: a few milliseconds of work. */
export const CHUNK_PULSES = 4096;
/** Pulses of a chunk are more where they have fewer subrays than this: each chunk costs the main thread messages. */
const CHUNK_SUBRAYS = 16;
/** Times that many at the most. */
const CHUNK_GROWTH_MAX = 4;

/** Addresses by buffer, bytes. */
type Addresses = Readonly<Partial<Record<BufferName, number>>>;

/** Addresses of everything in the kernel's memory, bytes. */
export interface MemoryLayout {
  /** The ChunkQueue. */
  queue: number;
  /** Data shared by all threads: the scene, the run and its leg. */
  shared: Addresses;
  /** Pulses of a chunk for which a slot has room. */
  chunkPulses: number;
  /** Slots for the results of one chunk each. */
  slots: Readonly<Record<OutputName, number>>[];
  threads: ThreadLayout[];
  bytes: number;
}

interface ThreadLayout {
  /** The table of addresses that its kernel is bound to. */
  table: number;
  /** Its own buffers. */
  own: Addresses;
}

/** Properties of a run and its programs that determine their memory. */
export interface RunRoom {
  settings: RunSettings;
  bytes: ProgramRoom['bytes'];
}

/** Layout of a scene before anything is scanned. */
export const NO_RUN: RunRoom = {
  settings: {
    subrayCount: 1,
    hitCount: 1,
    maxReturns: 1,
    samplesMax: 0,
    features: [],
    buffers: emptyBuffers('run'),
  },
  bytes: programRoomOf([]).bytes,
};

/** Static data and the engine's own pages are below. */
const FIRST_FREE = PAGE;
/** Pair of cache lines, which separates data written by different threads. */
const ALIGN = 128;

/** The room of a thread, as wasm/work.ts and wasm/scratch.ts divide it up. */
const scratchBytes = (stride: number, { stackEntries, moverCount }: DeviceScene): number =>
  SCRATCH_ARRAYS * stride +
  GROUP_BYTES +
  ORDER_BYTES +
  2 * (WEDGE_BYTES + WEDGE_PULSES * TWIST_BYTES) +
  BLOCK_VECTOR_BYTES +
  Math.max(SUBRAY_ROOM, 9 * stride) +
  (moverCount > 0 ? WEDGE_PULSES * MAP_BYTES + TriangleBlock.SIZE : 0) +
  stackEntries * STACK_ENTRY_BYTES;

/**
 * Lays out the memory of a scene and a run. The scene comes first, so its place does not depend on the scan. Throws
 * UserError if it does not fit into a 32-bit memory.
 */
export function layOutMemory(scene: DeviceScene, room: RunRoom, threads: number): MemoryLayout {
  let next = FIRST_FREE;
  const take = (bytes: number) => {
    const at = next;
    next = Math.ceil((next + bytes) / ALIGN) * ALIGN;
    return at;
  };
  const rows = buffersOn('cpu');
  const place = (wanted: (row: BufferRow) => boolean, bytes: (name: BufferName, row: BufferRow) => number): Addresses =>
    Object.fromEntries(rows.filter(([, row]) => wanted(row)).map(([name, row]) => [name, take(bytes(name, row))]));
  const slotCount = 2 * threads + 2;
  const chunkPulses = chunkRoom(room.settings);
  const layout: MemoryLayout = {
    // Their place does not depend on the scan.
    queue: take(ChunkQueue.bytes(slotCount)),
    shared: {
      ...place(
        ({ per }) => per === 'scene',
        (name) => sceneBytes(name, scene),
      ),
      ...place(
        ({ per }) => per === 'run' || per === 'leg',
        (name) => hostBytes(name, room),
      ),
    },
    chunkPulses,
    slots: Array.from({ length: slotCount }, () => placeOutputs(take, room.settings, chunkPulses)),
    threads: Array.from({ length: threads }, () => ({
      table: take(rows.length * 4),
      own: place(isOwn, (name, row) => workBytes(name, row, scene, room.settings)),
    })),
    bytes: 0,
  };
  layout.bytes = next;
  if (next > MEMORY_MAX) throw tooLarge(next);
  return layout;
}

function tooLarge(bytes: number): UserError {
  const gib = (bytes / 2 ** 30).toFixed(1);
  return new UserError(`the scene needs ${gib} GiB on the device; the CPU engine's memory holds 4 GiB`, {
    hint: 'use instances for repeated geometry, fewer triangles, or fewer threads',
  });
}

/** Whether every thread has a buffer of its own. */
const isOwn = ({ per, output }: BufferRow): boolean =>
  output === undefined && ['pulse', 'hit', 'return', 'part', 'sample', 'thread'].includes(per);

function sceneBytes(name: BufferName, scene: DeviceScene): number {
  if (name === 'nodes') return scene.nodeCount * itemBytes('cpu', name);
  if (name === 'blocks') return scene.blockCount * itemBytes('cpu', name);
  return name in scene.buffers ? scene.buffers[name as keyof typeof scene.buffers].byteLength : itemBytes('cpu', name);
}

const hostBytes = (name: BufferName, { settings, bytes }: RunRoom): number =>
  name in settings.buffers
    ? settings.buffers[name as keyof typeof settings.buffers].byteLength
    : bytes[name as keyof typeof bytes];

/** Bytes of a number a hit of a pulse: those of subrays are padded to whole vectors. */
export const strideOf = ({ subrayCount, hitCount }: Pick<RunSettings, 'subrayCount' | 'hitCount'>): number =>
  (Math.ceil(subrayCount / 4) * 4 + hitCount - subrayCount) * 4;

function workBytes(name: BufferName, row: BufferRow, scene: DeviceScene, settings: RunSettings): number {
  if (name === 'scratch') return scratchBytes(strideOf(settings), scene);
  if (name === 'movers') return moverNodes(scene.moverCount) * itemBytes('cpu', name);
  // Directions and hits of one ray, and its pulse; the map of a mover; a UvMap.
  if (name === 'shadow') return (3 + Hit.SIZE / 4) * ONE_RAY_BYTES + Pulse.SIZE + MAP_BYTES + UvMap.SIZE;
  return BLOCK_PULSES * pulseBytes(name, row, settings);
}

/** Bytes that a pulse takes in a buffer. */
const pulseBytes = (name: BufferName, row: BufferRow, settings: RunSettings): number =>
  itemsPerPulse(row, { ...settings, hitCount: strideOf(settings) / 4 }) * itemBytes('cpu', name);

/** Pulses for which a slot has room: those with waveforms are large. */
const chunkRoom = ({ subrayCount, samplesMax }: RunSettings): number =>
  samplesMax > 0
    ? CHUNK_PULSES
    : CHUNK_PULSES * Math.max(1, Math.min(CHUNK_GROWTH_MAX, Math.floor(CHUNK_SUBRAYS / subrayCount)));

const placeOutputs = (take: (bytes: number) => number, settings: RunSettings, chunkPulses: number) =>
  Object.fromEntries(
    OUTPUTS.map(({ name }) => [name, take(chunkPulses * pulseBytes(name, BUFFERS[name], settings))]),
  ) as Record<OutputName, number>;

/** The table of addresses of a thread, in the order of wasm/addresses.generated.ts; outputs lie in `slot`. */
export function addressTable(
  { shared }: Pick<MemoryLayout, 'shared'>,
  { own }: Pick<ThreadLayout, 'own'>,
  slot: Addresses = {},
): Uint32Array {
  const all: Addresses = { ...shared, ...own, ...slot };
  return Uint32Array.from(buffersOn('cpu'), ([name]) => all[name] ?? 0);
}
