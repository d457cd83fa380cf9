import type { ProgramBytes } from '../../scanner/pulse-program.js';
import type { RunSettings } from '../engine.js';
import { Chunk, Hit, Point, Pulse, PulseProgram, Totals } from '../records.generated.js';
import { BLOCK_PULSES, COUNT_BYTES, DIRECTION_BYTES, HEAD_BYTES, PLACE_BYTES, SLOT_COUNT } from './chunk-capacity.js';
import { type BufferRequest, createBuffers } from './create-buffers.js';
import { BufferUsage } from './gpu-constants.js';
import { BUFFERS, type BufferName, PIPELINES } from './pipelines.js';

export const TIMESTAMPS_AT = 64;
/** Where a pass began and where it ended, u64 each. */
export const TIMESTAMP_BYTES = PIPELINES.length * 2 * 8;

/** What each chunk in flight has for itself: its points, and the buffer in which the host reads them. */
export interface SlotBuffers {
  points: GPUBuffer;
  totals: GPUBuffer;
  staging: GPUBuffer;
  timestamps: GPUBuffer;
}

/** What all chunks use in turn. */
const SHARED = [
  'run',
  'program',
  'chunk',
  'channels',
  'parts',
  'knots',
  'subrays',
  'pulses',
  'directions',
  'hits',
  'returns',
  'counts',
  'places',
  'blockSums',
] as const satisfies readonly BufferName[];
export type SharedBuffer = (typeof SHARED)[number];

/** Buffers of a run besides the scene's. */
export interface ChunkBuffers {
  shared: Readonly<Record<SharedBuffer, GPUBuffer>>;
  slots: readonly SlotBuffers[];
}

/** Creates the buffers for chunks of up to `pulses`. Throws OutOfDeviceMemoryError. */
export async function createChunkBuffers(
  device: GPUDevice,
  settings: RunSettings,
  program: ProgramBytes,
  pulses: number,
): Promise<ChunkBuffers> {
  const shared = sharedRequests(settings, program, pulses);
  const slot = slotRequests(settings, pulses);
  const slots = Array.from({ length: SLOT_COUNT }, () => slot);
  // All at once: either everything fits or nothing is kept.
  const buffers = await createBuffers(device, [...shared, ...slots.flat()]);
  const take = (requests: readonly BufferRequest[]) =>
    Object.fromEntries(requests.map(({ label }) => [label, buffers.shift()]));
  return {
    shared: take(shared) as unknown as ChunkBuffers['shared'],
    slots: slots.map((requests) => take(requests) as unknown as SlotBuffers),
  };
}

function sharedRequests(settings: RunSettings, program: ProgramBytes, pulses: number): BufferRequest[] {
  const { record, subrays, subrayCount, maxReturns } = settings;
  const bytes: Record<SharedBuffer, number> = {
    run: record.byteLength,
    program: PulseProgram.SIZE,
    chunk: Chunk.SIZE,
    channels: program.channels,
    parts: program.parts,
    knots: program.knots,
    subrays: subrays.byteLength,
    pulses: pulses * Pulse.SIZE,
    directions: pulses * subrayCount * DIRECTION_BYTES,
    hits: pulses * subrayCount * Hit.SIZE,
    returns: pulses * maxReturns * Point.SIZE,
    counts: pulses * COUNT_BYTES,
    places: pulses * PLACE_BYTES,
    blockSums: Math.ceil(pulses / BLOCK_PULSES) * COUNT_BYTES,
  };
  return SHARED.map((label) => ({
    label,
    bytes: bytes[label],
    usage: 'uniform' in BUFFERS[label] ? UNIFORM_USAGE : WORK_USAGE,
  }));
}

const UNIFORM_USAGE = BufferUsage.uniform | BufferUsage.copyTarget;
/** Tests look into the work between stages; it costs nothing to let them. */
const WORK_USAGE = BufferUsage.storage | BufferUsage.copyTarget | BufferUsage.copySource;

function slotRequests({ maxReturns }: RunSettings, pulses: number): BufferRequest[] {
  const points = pulses * maxReturns * Point.SIZE;
  return [
    { label: 'points', bytes: points, usage: BufferUsage.storage | BufferUsage.copySource },
    { label: 'totals', bytes: Totals.SIZE, usage: BufferUsage.storage | BufferUsage.copySource },
    { label: 'staging', bytes: HEAD_BYTES + points, usage: BufferUsage.mapRead | BufferUsage.copyTarget },
    { label: 'timestamps', bytes: TIMESTAMP_BYTES, usage: BufferUsage.queryResolve | BufferUsage.copySource },
  ];
}
