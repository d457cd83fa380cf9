import { InvariantError, invariant } from '../../base/errors.js';
import type { ProgramRoom, PulseProgram } from '../../scanner/pulse-program.js';
import type { DeviceScene } from '../device-scene.js';
import { hasColors, type RunSettings, type StageName } from '../engine.js';
import { Point, Totals } from '../records.generated.js';
import type { ChunkBuffers, SharedBuffer, SlotBuffers } from './chunk-buffers.js';
import { createChunkBuffers, TIMESTAMP_BYTES, TIMESTAMPS_AT } from './chunk-buffers.js';
import { HEAD_BYTES } from './chunk-capacity.js';
import { chunkRecord } from './chunk-record.js';
import { type BufferSet, bind, type ComputePipeline, createPipeline } from './compute-pipeline.js';
import type { GpuAdapter } from './gpu-adapter.js';
import { MAP_READ } from './gpu-constants.js';
import { createGpuScene, type GpuScene } from './gpu-scene.js';
import { type ProgramKind, pipelinesFor } from './pipelines.js';
import { workgroupCount } from './workgroup-count.js';

/** What a session is opened for. */
export interface SessionInput {
  scene: DeviceScene;
  settings: RunSettings;
  programRoom: ProgramRoom;
}

/** A chunk that the device has in work. */
export interface ChunkInFlight {
  slot: number;
  firstPulse: number;
  pulseCount: number;
  /** Bytes of points that were asked back with it. */
  fetched: number;
  /** When it was handed over, and when it was back; milliseconds of performance.now(). */
  submitted: number;
  mapped: Promise<number>;
}

/** What came of a chunk. */
export interface ChunkResult {
  /** Point records, `returns` of them, at the beginning of a buffer of the host's; valid until the next chunk is collected. */
  points: ArrayBuffer;
  returns: number;
  hits: number;
  /** When it was back, milliseconds of performance.now(). */
  finished: number;
  /** Seconds on the device by stage; undefined where the adapter has no timestamps. */
  stages: Partial<Record<StageName, number>> | undefined;
}

interface Slot extends SlotBuffers {
  groups: readonly GPUBindGroup[];
  queries: GPUQuerySet | undefined;
}

/** Nanoseconds. */
const TIMESTAMP_SECONDS = 1e-9;

/** Room for points on the host, as a multiple of what is needed: chunks grow. */
const POINTS_RESERVE = 2;

/** How long to wait for the news that the device is lost. */
const LOSS_SECONDS = 1;

/** A device with scene, shaders and buffers on it, for one run; lost with the device. */
export class GpuSession {
  private readonly device: GPUDevice;
  private lost: string | undefined;
  /** The first error that no scope caught: what follows it on the device means nothing. */
  private fault: Error | undefined;
  private readonly scene: GpuScene;
  private readonly pipelines: readonly ComputePipeline[];
  private readonly subrayCount: number;
  private readonly timestamps: boolean;
  private buffers: ChunkBuffers | undefined;
  private slots: readonly Slot[] = [];
  /** Where the host has the points of the chunk that was collected last. */
  private points = new ArrayBuffer(0);
  /** Returns a pulse in the chunks so far: what is asked back with a chunk, before its number of points is known. */
  private returnsPerPulse = 1;

  private constructor(
    device: GPUDevice,
    scene: GpuScene,
    pipelines: readonly ComputePipeline[],
    subrayCount: number,
    timestamps: boolean,
  ) {
    this.device = device;
    this.scene = scene;
    this.pipelines = pipelines;
    this.subrayCount = subrayCount;
    this.timestamps = timestamps;
    void device.lost.then(({ reason, message }) => {
      this.lost = message || reason;
    });
    device.addEventListener('uncapturederror', (event) => {
      const { error } = event;
      event.preventDefault();
      this.fault ??= new InvariantError(`the device refuses what it is told: ${error.message}`);
    });
  }

  /** Takes a device, uploads the scene and compiles the shaders. Throws UserError for a scene that does not fit. */
  static async open(adapter: GpuAdapter, { scene, settings, programRoom }: SessionInput): Promise<GpuSession> {
    const device = await adapter.requestDevice();
    try {
      const kind = programKindOf({ scene, settings, programRoom });
      const gpuScene = await createGpuScene(device, scene, kind, adapter.limits);
      const { segments, stackEntries } = gpuScene;
      const passes = pipelinesFor(kind);
      const compile = passes.map((description) => createPipeline(device, description, { segments, stackEntries }));
      return new GpuSession(device, gpuScene, await Promise.all(compile), settings.subrayCount, adapter.timestamps);
    } catch (error) {
      device.destroy();
      throw error;
    }
  }

  /** Makes room for chunks of up to `pulses`. Throws OutOfDeviceMemoryError; then there is none, and it may be tried again. */
  async allocate({ settings, programRoom }: SessionInput, pulses: number): Promise<void> {
    const buffers = await createChunkBuffers(this.device, settings, programRoom, pulses);
    this.device.queue.writeBuffer(buffers.shared.run, 0, settings.record);
    this.device.queue.writeBuffer(buffers.shared.subrays, 0, settings.subrays);
    this.buffers = buffers;
    this.slots = buffers.slots.map((slot) => this.openSlot(buffers, slot));
  }

  private openSlot({ shared }: ChunkBuffers, slot: SlotBuffers): Slot {
    const { points, totals } = slot;
    const all: BufferSet = { ...shared, ...this.scene.buffers, points, totals };
    const queries = this.timestamps
      ? this.device.createQuerySet({ type: 'timestamp', count: this.pipelines.length * 2 })
      : undefined;
    return { ...slot, groups: this.pipelines.map((pipeline) => bind(this.device, pipeline, all)), queries };
  }

  private buffer(name: SharedBuffer): GPUBuffer {
    const found = this.buffers?.shared[name];
    invariant(found, `there is no buffer '${name}'`);
    return found;
  }

  /** The leg that the next chunks belong to. */
  load(program: PulseProgram): void {
    this.device.queue.writeBuffer(this.buffer('program'), 0, program.record);
    this.device.queue.writeBuffer(this.buffer('channels'), 0, program.channels);
    this.device.queue.writeBuffer(this.buffer('parts'), 0, program.parts);
    this.device.queue.writeBuffer(this.buffer('knots'), 0, program.knots);
  }

  /** Sends a chunk through all stages, and its points on their way back. */
  submit(slot: number, firstPulse: number, pulseCount: number): ChunkInFlight {
    const { staging, points, totals, timestamps, queries } = this.slots[slot];
    this.device.queue.writeBuffer(this.buffer('chunk'), 0, chunkRecord(this.scene, firstPulse, pulseCount));
    const encoder = this.device.createCommandEncoder();
    this.encodePasses(encoder, this.slots[slot], pulseCount);
    encoder.copyBufferToBuffer(totals, 0, staging, 0, Totals.SIZE);
    if (queries) {
      encoder.resolveQuerySet(queries, 0, this.pipelines.length * 2, timestamps, 0);
      encoder.copyBufferToBuffer(timestamps, 0, staging, TIMESTAMPS_AT, TIMESTAMP_BYTES);
    }
    const fetched = Math.min(points.size, Math.ceil(pulseCount * this.returnsPerPulse) * Point.SIZE);
    encoder.copyBufferToBuffer(points, 0, staging, HEAD_BYTES, fetched);
    this.device.queue.submit([encoder.finish()]);
    const submitted = performance.now();
    const mapped = staging.mapAsync(MAP_READ, 0, HEAD_BYTES + fetched).then(() => performance.now());
    // It is awaited in turn; until then a refusal must not count as unhandled.
    mapped.catch(() => {});
    return { slot, firstPulse, pulseCount, fetched, submitted, mapped };
  }

  private encodePasses(encoder: GPUCommandEncoder, { groups, queries }: Slot, pulseCount: number): void {
    this.pipelines.forEach(({ pipeline, description }, k) => {
      const timestampWrites = queries && {
        querySet: queries,
        beginningOfPassWriteIndex: 2 * k,
        endOfPassWriteIndex: 2 * k + 1,
      };
      const pass = encoder.beginComputePass({ label: description.name, timestampWrites });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, groups[k]);
      pass.dispatchWorkgroups(workgroupCount(description.extent, pulseCount, this.subrayCount));
      pass.end();
    });
  }

  /**
   * The points of a chunk, once they are there; its slot is free then. They are copied: what is mapped goes away with the
   * device, even while it is being read.
   */
  async collect(chunk: ChunkInFlight): Promise<ChunkResult> {
    const { staging } = this.slots[chunk.slot];
    const finished = await chunk.mapped;
    if (this.fault) throw this.fault;
    const head = staging.getMappedRange(0, HEAD_BYTES).slice(0);
    const totals = new Uint32Array(head);
    const returns = totals[Totals.returns / 4];
    const hits = totals[Totals.hits / 4];
    const bytes = returns * Point.SIZE;
    this.returnsPerPulse = Math.max(this.returnsPerPulse, (1.05 * returns) / chunk.pulseCount);
    if (bytes > chunk.fetched) await this.fetchAll(chunk.slot, bytes);
    // One buffer for all chunks: to fill a new one takes six times as long, most of it for its pages.
    if (this.points.byteLength < bytes) this.points = new ArrayBuffer(bytes * POINTS_RESERVE);
    new Uint8Array(this.points).set(new Uint8Array(staging.getMappedRange(HEAD_BYTES, bytes)));
    this.release(chunk.slot);
    const stages = this.timestamps
      ? stageSeconds(this.pipelines, new BigUint64Array(head, TIMESTAMPS_AT, this.pipelines.length * 2))
      : undefined;
    return { points: this.points, returns, hits, finished, stages };
  }

  /** More points than were asked for: all of them once more. */
  private async fetchAll(slot: number, bytes: number): Promise<void> {
    const { staging, points } = this.slots[slot];
    staging.unmap();
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(points, 0, staging, HEAD_BYTES, bytes);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ, 0, HEAD_BYTES + bytes);
  }

  /** The slot's points are not needed any more. */
  release(slot: number): void {
    if (this.lost === undefined) this.slots[slot].staging.unmap();
  }

  /** Why the device is gone; undefined where it is not, although something failed. */
  async lossReason(): Promise<string | undefined> {
    // What was waited for fails first; that the device is lost is known a moment later.
    await Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, LOSS_SECONDS * 1000))]);
    return this.lost;
  }

  close(): void {
    this.device.destroy();
  }
}

/** What its shaders are made for. */
export const programKindOf = ({ scene, settings, programRoom }: SessionInput): ProgramKind => ({
  deflector: programRoom.deflector,
  masks: scene.hasMasks,
  colors: hasColors(settings),
});

function stageSeconds(
  pipelines: readonly ComputePipeline[],
  ticks: BigUint64Array,
): Partial<Record<StageName, number>> {
  const stages: Partial<Record<StageName, number>> = {};
  pipelines.forEach(({ description: { stage } }, k) => {
    // A counter that was reset between the two gives nothing.
    const seconds = Math.max(0, Number(ticks[2 * k + 1] - ticks[2 * k])) * TIMESTAMP_SECONDS;
    stages[stage] = (stages[stage] ?? 0) + seconds;
  });
  return stages;
}
