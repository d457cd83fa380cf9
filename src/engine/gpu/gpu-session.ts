import { InvariantError, invariant } from '../../base/errors.js';
import { type BufferName, COUNTERS, hostBuffers, type OutputName } from '../../device/buffers.js';
import type { DeviceScene } from '../../device/device-scene.js';
import type { ProgramRoom, PulseProgram } from '../../device/pulse-program.js';
import { Chunk, Totals } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import type { StageSeconds } from '../../device/stages.js';
import type { ChunkCounts } from '../engine.js';
import type { ChunkBuffers, ChunkShape, SlotBuffers } from './chunk-buffers.js';
import { createChunkBuffers } from './chunk-buffers.js';
import { HEAD_BYTES, TIMESTAMP_BYTES, TIMESTAMPS_AT } from './chunk-capacity.js';
import { type BufferSet, bind, type ComputePipeline } from './compute-pipeline.js';
import type { GpuAdapter } from './gpu-adapter.js';
import { MAP_READ } from './gpu-constants.js';
import { createGpuScene, type GpuScene, type GpuSceneLayout } from './gpu-scene.js';
import { copyOutputs, type OutputBytes, OutputReader, stagedBytes } from './output-reader.js';
import type { ProgramKind } from './passes.js';
import { PipelineCache } from './pipeline-cache.js';
import { workgroupCount } from './workgroup-count.js';

/** A chunk that the device has in work. */
export interface ChunkInFlight {
  slot: number;
  firstPulse: number;
  pulseCount: number;
  /** What was asked back with it. */
  fetched: OutputBytes;
  /** When it was handed over, and when it was back; milliseconds of performance.now(). */
  submitted: number;
  mapped: Promise<number>;
}

/** What came of a chunk. */
export interface ChunkResult {
  /** Bytes of the outputs, in buffers of the host's; valid until the next chunk is collected. */
  outputs: Readonly<Record<OutputName, ArrayBuffer>>;
  counts: ChunkCounts;
  /** When it was back, milliseconds of performance.now(). */
  finished: number;
  /** Seconds on the device by stage; undefined where the adapter has no timestamps. */
  stages: Partial<StageSeconds> | undefined;
}

interface Slot extends SlotBuffers {
  groups: readonly GPUBindGroup[];
  queries: GPUQuerySet | undefined;
}

/** Nanoseconds. */
const TIMESTAMP_SECONDS = 1e-9;

/** How long to wait for the news that the device is lost. */
const LOSS_SECONDS = 1;

/** A device with a scene, and the shaders and buffers of what is traced in it; lost with the device. */
export class GpuSession {
  private readonly device: GPUDevice;
  private readonly adapter: GpuAdapter;
  private lost: string | undefined;
  /** The first error that no scope caught: what follows it on the device means nothing. */
  private fault: Error | undefined;
  private readonly scene: GpuScene;
  private readonly hasMasks: boolean;
  private readonly cache: PipelineCache;
  /** Those of the leg. */
  private pipelines: readonly ComputePipeline[] = [];
  private shape: ChunkShape | undefined;
  private buffers: ChunkBuffers | undefined;
  private slots: readonly Slot[] = [];
  private reader = new OutputReader();

  private constructor(
    device: GPUDevice,
    adapter: GpuAdapter,
    scene: GpuScene,
    { hasMasks }: Pick<DeviceScene, 'hasMasks'>,
  ) {
    this.device = device;
    this.adapter = adapter;
    this.scene = scene;
    this.hasMasks = hasMasks;
    this.cache = new PipelineCache(device, scene);
    void device.lost.then(({ reason, message }) => {
      this.lost = message || reason;
    });
    device.addEventListener('uncapturederror', (event) => {
      const { error } = event;
      event.preventDefault();
      this.fault ??= new InvariantError(`the device refuses what it is told: ${error.message}`);
    });
  }

  /** Takes a device and uploads the scene. Throws UserError where it does not fit its memory. */
  static async open(adapter: GpuAdapter, scene: DeviceScene, layout: GpuSceneLayout): Promise<GpuSession> {
    const device = await adapter.requestDevice();
    try {
      return new GpuSession(device, adapter, await createGpuScene(device, scene, layout), scene);
    } catch (error) {
      device.destroy();
      throw error;
    }
  }

  /** Compiles the shaders for programs with these deflectors; what is compiled already is kept. */
  async compile(settings: RunSettings, { deflectors }: Pick<ProgramRoom, 'deflectors'>): Promise<void> {
    await Promise.all(deflectors.map((deflector) => this.cache.find(this.kindOf({ deflector }, settings))));
  }

  private kindOf({ deflector }: Pick<PulseProgram, 'deflector'>, { features }: RunSettings): ProgramKind {
    return { deflector, masks: this.hasMasks, features };
  }

  /** Makes room for chunks. Throws OutOfDeviceMemoryError; then there is none, and it may be tried again. */
  async allocate(shape: ChunkShape): Promise<void> {
    for (const { queries } of this.slots) queries?.destroy();
    for (const buffer of this.buffers?.all ?? []) buffer.destroy();
    this.buffers = undefined;
    this.slots = [];
    this.buffers = await createChunkBuffers(this.device, shape);
    this.shape = shape;
    this.reader = new OutputReader();
  }

  private openSlot({ shared }: ChunkBuffers, slot: SlotBuffers): Slot {
    const { outputs, totals } = slot;
    const all: BufferSet = { ...shared, ...this.scene.buffers, ...outputs, totals };
    const queries = this.adapter.timestamps
      ? this.device.createQuerySet({ type: 'timestamp', count: this.pipelines.length * 2 })
      : undefined;
    return { ...slot, groups: this.pipelines.map((pipeline) => bind(this.device, pipeline, all)), queries };
  }

  private write(name: BufferName, data: ArrayBuffer): void {
    const found = this.buffers?.shared[name];
    invariant(found, `there is no buffer '${name}'`);
    this.device.queue.writeBuffer(found, 0, data);
  }

  /** The run and the leg that the next chunks belong to; room for them has been made. */
  async load(settings: RunSettings, program: PulseProgram): Promise<void> {
    const { buffers } = this;
    invariant(buffers, 'room for chunks is made before a leg is loaded');
    const pipelines = await this.cache.find(this.kindOf(program, settings));
    if (this.slots.length === 0 || this.pipelines !== pipelines) {
      this.pipelines = pipelines;
      for (const { queries } of this.slots) queries?.destroy();
      this.slots = buffers.slots.map((slot) => this.openSlot(buffers, slot));
    }
    for (const name of hostBuffers('run')) this.write(name, settings.buffers[name]);
    for (const name of hostBuffers('leg')) this.write(name, program.buffers[name]);
  }

  /** Sends a chunk through all stages, and its outputs on their way back. */
  submit(slot: number, firstPulse: number, pulseCount: number): ChunkInFlight {
    const { staging, outputs, totals, timestamps, queries } = this.slots[slot];
    this.write('chunk', chunkRecord(firstPulse, pulseCount));
    const encoder = this.device.createCommandEncoder();
    this.encodePasses(encoder, this.slots[slot], pulseCount);
    encoder.copyBufferToBuffer(totals, 0, staging, 0, Totals.SIZE);
    if (queries) {
      encoder.resolveQuerySet(queries, 0, this.pipelines.length * 2, timestamps, 0);
      encoder.copyBufferToBuffer(timestamps, 0, staging, TIMESTAMPS_AT, TIMESTAMP_BYTES);
    }
    const fetched = this.reader.expected(outputs, pulseCount);
    copyOutputs(encoder, outputs, staging, fetched);
    this.device.queue.submit([encoder.finish()]);
    const submitted = performance.now();
    const mapped = staging.mapAsync(MAP_READ, 0, stagedBytes(fetched)).then(() => performance.now());
    // It is awaited in turn; until then a refusal must not count as unhandled.
    mapped.catch(() => {});
    return { slot, firstPulse, pulseCount, fetched, submitted, mapped };
  }

  private encodePasses(encoder: GPUCommandEncoder, { groups, queries }: Slot, pulseCount: number): void {
    const subrayCount = this.shape?.settings.subrayCount ?? 0;
    this.pipelines.forEach(({ pipeline, pass: { name, extent } }, k) => {
      const timestampWrites = queries && {
        querySet: queries,
        beginningOfPassWriteIndex: 2 * k,
        endOfPassWriteIndex: 2 * k + 1,
      };
      const pass = encoder.beginComputePass({ label: name, timestampWrites });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, groups[k]);
      pass.dispatchWorkgroups(workgroupCount(extent, pulseCount, subrayCount));
      pass.end();
    });
  }

  /**
   * The outputs of a chunk, once they are there; its slot is free then. They are copied: what is mapped goes away with the
   * device, even while it is being read.
   */
  async collect(chunk: ChunkInFlight): Promise<ChunkResult> {
    const { staging } = this.slots[chunk.slot];
    const finished = await chunk.mapped;
    if (this.fault) throw this.fault;
    const head = staging.getMappedRange(0, HEAD_BYTES).slice(0);
    const totals = new Uint32Array(head);
    const bytes = this.reader.learn(totals, chunk.pulseCount);
    const isShort = bytes.some((size, k) => size > chunk.fetched[k]);
    if (isShort) await this.fetchAll(chunk.slot, bytes);
    const outputs = this.reader.read(staging, bytes, isShort ? bytes : chunk.fetched);
    this.release(chunk.slot);
    const stages = this.adapter.timestamps
      ? stageSeconds(this.pipelines, new BigUint64Array(head, TIMESTAMPS_AT, this.pipelines.length * 2))
      : undefined;
    const counts = Object.fromEntries(COUNTERS.map((name) => [name, totals[Totals[name] / 4]])) as ChunkCounts;
    return { outputs, counts, finished, stages };
  }

  /** More than was asked for: all of it once more. */
  private async fetchAll(slot: number, bytes: OutputBytes): Promise<void> {
    const { staging, outputs } = this.slots[slot];
    staging.unmap();
    const encoder = this.device.createCommandEncoder();
    copyOutputs(encoder, outputs, staging, bytes);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ, 0, stagedBytes(bytes));
  }

  /** What the host reads of the slot is not needed any more. */
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

/** The Chunk record of `pulseCount` pulses of a leg from `firstPulse` on. */
export function chunkRecord(firstPulse: number, pulseCount: number): ArrayBuffer {
  const words = new Uint32Array(Chunk.SIZE / 4);
  words[Chunk.firstPulse / 4] = firstPulse;
  words[Chunk.pulseCount / 4] = pulseCount;
  return words.buffer;
}

function stageSeconds(pipelines: readonly ComputePipeline[], ticks: BigUint64Array): Partial<StageSeconds> {
  const stages: Partial<StageSeconds> = {};
  pipelines.forEach(({ pass: { stage } }, k) => {
    // A counter that was reset between the two gives nothing.
    const seconds = Math.max(0, Number(ticks[2 * k + 1] - ticks[2 * k])) * TIMESTAMP_SECONDS;
    stages[stage] = (stages[stage] ?? 0) + seconds;
  });
  return stages;
}
