import {
  type BufferName,
  type BufferRow,
  buffersOn,
  type HostBuffers,
  itemBytes,
  type OutputName,
} from '../../device/buffers.js';
import type { ProgramRoom } from '../../device/pulse-program.js';
import { SUM_BLOCK, Totals } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { bytesPerPulse, HEAD_BYTES, SLOT_COUNT, TIMESTAMP_BYTES } from './chunk-capacity.js';
import { type BufferRequest, createBuffers, roundUp } from './create-buffers.js';
import { BufferUsage } from './gpu-constants.js';

/** Buffers of each chunk in flight: its outputs, and the buffer from which the host reads them. */
export interface SlotBuffers {
  outputs: Readonly<Record<OutputName, GPUBuffer>>;
  totals: GPUBuffer;
  staging: GPUBuffer;
  timestamps: GPUBuffer;
}

/** Buffers of a run besides the scene's. */
export interface ChunkBuffers {
  /** Buffers that all chunks use in turn. */
  shared: Readonly<Partial<Record<BufferName, GPUBuffer>>>;
  slots: readonly SlotBuffers[];
  /** All of them. */
  all: readonly GPUBuffer[];
}

/** Sizes for which the buffers are made. */
export interface ChunkShape {
  settings: RunSettings;
  room: ProgramRoom;
  /** Maximum number of pulses of a chunk. */
  pulses: number;
}

/** Creates the buffers for chunks. Throws OutOfDeviceMemoryError. */
export async function createChunkBuffers(device: GPUDevice, shape: ChunkShape): Promise<ChunkBuffers> {
  const shared = sharedRequests(shape);
  const slot = slotRequests(shape);
  // All at once: either everything fits or nothing is kept.
  const all = await createBuffers(device, [...shared, ...Array.from({ length: SLOT_COUNT }, () => slot).flat()]);
  const named = (requests: readonly BufferRequest[], from: number) =>
    Object.fromEntries(requests.map(({ label }, k) => [label, all[from + k]]));
  const slots = Array.from({ length: SLOT_COUNT }, (_, k) => {
    const { totals, staging, timestamps, ...outputs } = named(slot, shared.length + k * slot.length);
    return { totals, staging, timestamps, outputs: outputs as SlotBuffers['outputs'] };
  });
  return { shared: named(shared, 0), slots, all };
}

/** Whether a buffer belongs to a slot, because the host reads it. */
const isOfSlot = ({ per, from, output }: BufferRow) => output !== undefined || (per === 'chunk' && from === 'stages');

const SHARED_ROWS = buffersOn('gpu').filter(([, row]) => row.per !== 'scene' && !isOfSlot(row));

const sharedRequests = (shape: ChunkShape): BufferRequest[] =>
  SHARED_ROWS.map(([label, row]) => ({
    label,
    bytes: sharedBytes(label, row, shape),
    usage: usageOf(row),
  }));

function sharedBytes(name: BufferName, row: BufferRow, { settings, room, pulses }: ChunkShape): number {
  switch (row.per) {
    case 'run':
      return settings.buffers[name as keyof HostBuffers<'run'>].byteLength;
    case 'leg':
      return room.bytes[name as keyof HostBuffers<'leg'>];
    case 'chunk':
      return itemBytes('gpu', name);
    case 'block':
      return Math.ceil(pulses / SUM_BLOCK) * itemBytes('gpu', name);
    default:
      return pulses * bytesPerPulse(name, row, settings);
  }
}

const usageOf = ({ uniform, dispatches }: BufferRow) =>
  dispatches ? UNIFORM_USAGE | DISPATCH_USAGE : uniform ? UNIFORM_USAGE : WORK_USAGE;

const UNIFORM_USAGE = BufferUsage.uniform | BufferUsage.copyTarget;
const DISPATCH_USAGE = BufferUsage.storage | BufferUsage.indirect;
/** Tests read the intermediate results between stages; allowing it costs nothing. */
const WORK_USAGE = BufferUsage.storage | BufferUsage.copyTarget | BufferUsage.copySource;
const READ_USAGE = BufferUsage.storage | BufferUsage.copySource;

const OUTPUT_ROWS = buffersOn('gpu').filter(([, { output }]) => output !== undefined);

function slotRequests({ settings, pulses }: ChunkShape): BufferRequest[] {
  const outputs = OUTPUT_ROWS.map(([label, row]) => ({
    label,
    bytes: pulses * bytesPerPulse(label, row, settings),
    usage: READ_USAGE,
  }));
  const bytes = outputs.reduce((sum, output) => sum + roundUp(output.bytes, 8), HEAD_BYTES);
  return [
    ...outputs,
    { label: 'totals', bytes: Totals.SIZE, usage: READ_USAGE },
    { label: 'staging', bytes, usage: BufferUsage.mapRead | BufferUsage.copyTarget },
    { label: 'timestamps', bytes: TIMESTAMP_BYTES, usage: BufferUsage.queryResolve | BufferUsage.copySource },
  ];
}
