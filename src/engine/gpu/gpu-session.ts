import { InvariantError, invariant } from '../../base/errors.js';
import { type BufferName, hostBuffers } from '../../device/buffers.js';
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
import { dispatch, noDoubts } from './dispatch.js';
import type { GpuAdapter } from './gpu-adapter.js';
import { MAP_READ } from './gpu-constants.js';
import { createGpuScene, type GpuScene, type GpuSceneLayout } from './gpu-scene.js';
import { copyOutputs, type HostOutputs, type OutputBytes, OutputReader, stagedBytes } from './output-reader.js';
import { ALL_PASSES, type ProgramKind, type SceneKind, sceneKind, type Walk } from './passes.js';
import { PipelineCache } from './pipeline-cache.js';

/** A chunk on which the device is working. */
export interface ChunkInFlight {
  slot: number;
  firstPulse: number;
  pulseCount: number;
  /** Its way through the trees. */
  walk: Walk;
  /** Bytes requested with it. */
  fetched: OutputBytes;
  /** Times of submission and return, in milliseconds of performance.now(). */
  submitted: number;
  mapped: Promise<number>;
}

/** Result of a chunk. */
export interface ChunkResult extends HostOutputs {
  counts: ChunkCounts;
  /** Time of its return, in milliseconds of performance.now(). */
  finished: number;
  /** Seconds on the device by stage; undefined if the adapter has no timestamps. */
  stages: Partial<StageSeconds> | undefined;
}

interface Slot extends SlotBuffers {
  all: BufferSet;
  queries: GPUQuerySet | undefined;
}

/** The passes with one way through the trees, and their bindings for each slot. */
interface Way {
  pipelines: readonly ComputePipeline[];
  groups: readonly (readonly GPUBindGroup[])[];
}

/** Nanoseconds. */
const TIMESTAMP_SECONDS = 1e-9;

/** Longest wait for the report that the device is lost. */
const LOSS_SECONDS = 1;

/** A device with a scene, and the shaders and buffers of the current trace; lost with the device. */
export class GpuSession {
  private readonly device: GPUDevice;
  private readonly adapter: GpuAdapter;
  private lost: string | undefined;
  /** The first error outside of any scope; later results of the device are invalid. */
  private fault: Error | undefined;
  private readonly scene: GpuScene;
  private readonly kind: SceneKind;
  private readonly cache: PipelineCache;
  /** The leg's. */
  private program: PulseProgram | undefined;
  private ways: ReadonlyMap<Walk, Way> = new Map();
  private shape: ChunkShape | undefined;
  private buffers: ChunkBuffers | undefined;
  private slots: readonly Slot[] = [];
  /** Of the buffers. */
  private outputs: OutputReader | undefined;

  private constructor(device: GPUDevice, adapter: GpuAdapter, scene: GpuScene, kind: SceneKind) {
    this.device = device;
    this.adapter = adapter;
    this.scene = scene;
    this.kind = kind;
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

  /** Acquires a device and uploads the scene. Throws UserError if it does not fit its memory. */
  static async open(adapter: GpuAdapter, scene: DeviceScene, layout: GpuSceneLayout): Promise<GpuSession> {
    const device = await adapter.requestDevice();
    try {
      return new GpuSession(device, adapter, await createGpuScene(device, scene, layout), sceneKind(scene));
    } catch (error) {
      device.destroy();
      throw error;
    }
  }

  /**
   * Compiles the shaders for programs with these deflectors and ways through the trees, unless
   * they are compiled already.
   */
  async compile(
    settings: RunSettings,
    { deflectors }: Pick<ProgramRoom, 'deflectors'>,
    walks: readonly Walk[],
  ): Promise<void> {
    const kinds = deflectors.flatMap((deflector) => walks.map((walk) => this.kindOf({ deflector }, settings, walk)));
    await Promise.all(kinds.map((kind) => this.cache.find(kind)));
  }

  private kindOf({ deflector }: Pick<PulseProgram, 'deflector'>, { features }: RunSettings, walk: Walk): ProgramKind {
    return { ...this.kind, deflector, features, walk };
  }

  /** Allocates buffers for chunks. Throws OutOfDeviceMemoryError; then none are kept, and it may be tried again. */
  async allocate(shape: ChunkShape): Promise<void> {
    for (const { queries } of this.slots) queries?.destroy();
    for (const buffer of this.buffers?.all ?? []) buffer.destroy();
    this.buffers = undefined;
    this.slots = [];
    this.ways = new Map();
    this.buffers = await createChunkBuffers(this.device, shape);
    this.shape = shape;
    this.outputs = new OutputReader(shape.settings);
  }

  private openSlot({ shared }: ChunkBuffers, slot: SlotBuffers): Slot {
    const { outputs, totals } = slot;
    const all: BufferSet = { ...shared, ...this.scene.buffers, ...outputs, totals };
    const queries = this.adapter.timestamps
      ? this.device.createQuerySet({ type: 'timestamp', count: ALL_PASSES.length * 2 })
      : undefined;
    return { ...slot, all, queries };
  }

  private openWay(pipelines: readonly ComputePipeline[]): Way {
    const groupsOf = ({ all }: Slot) => pipelines.map((pipeline) => bind(this.device, pipeline, all));
    return { pipelines, groups: this.slots.map(groupsOf) };
  }

  private wayOf(walk: Walk): Way {
    const way = this.ways.get(walk);
    invariant(way, `the passes that go through the trees by '${walk}' are ready before a chunk goes there`);
    return way;
  }

  private write(name: BufferName, data: ArrayBuffer): void {
    const found = this.buffers?.shared[name];
    invariant(found, `there is no buffer '${name}'`);
    this.device.queue.writeBuffer(found, 0, data);
  }

  /** Loads the run and the leg of the next chunks, which may take these ways; room for them has been made. */
  async load(settings: RunSettings, program: PulseProgram, walks: readonly Walk[]): Promise<void> {
    const { buffers } = this;
    invariant(buffers, 'room for chunks is made before a leg is loaded');
    if (this.slots.length === 0) this.slots = buffers.slots.map((slot) => this.openSlot(buffers, slot));
    this.ways = new Map();
    this.program = program;
    await this.openWays(settings, program, walks);
    for (const name of hostBuffers('run')) this.write(name, settings.buffers[name]);
    for (const name of hostBuffers('leg')) this.write(name, program.buffers[name]);
  }

  /** Lets the next chunks of the leg also take these ways. */
  async openWays(settings: RunSettings, program: PulseProgram, walks: readonly Walk[]): Promise<void> {
    const kinds = walks.map((walk) => this.kindOf(program, settings, walk));
    const pipelines = await Promise.all(kinds.map((kind) => this.cache.find(kind)));
    // Another leg may have begun meanwhile.
    if (this.program !== program) return;
    this.ways = new Map([...this.ways, ...walks.map((walk, k) => [walk, this.openWay(pipelines[k])] as const)]);
  }

  private get reader(): OutputReader {
    invariant(this.outputs, 'room for chunks is made before one is submitted');
    return this.outputs;
  }

  /** Submits a chunk to all stages, and starts the transfer of its outputs. */
  submit(slot: number, walk: Walk, firstPulse: number, pulseCount: number): ChunkInFlight {
    const way = this.wayOf(walk);
    const { staging, outputs, totals, timestamps, queries } = this.slots[slot];
    const chunk = chunkRecord(firstPulse, pulseCount);
    if (this.program)
      this.scene.windows?.write(chunk, this.program, { first: firstPulse, end: firstPulse + pulseCount });
    this.write('chunk', chunk);
    this.write('doubts', noDoubts());
    const encoder = this.device.createCommandEncoder();
    this.encodePasses(encoder, way, slot, pulseCount);
    encoder.copyBufferToBuffer(totals, 0, staging, 0, Totals.SIZE);
    if (queries) {
      encoder.resolveQuerySet(queries, 0, way.pipelines.length * 2, timestamps, 0);
      encoder.copyBufferToBuffer(timestamps, 0, staging, TIMESTAMPS_AT, TIMESTAMP_BYTES);
    }
    const fetched = this.reader.expected(outputs, pulseCount);
    copyOutputs(encoder, outputs, staging, fetched);
    this.device.queue.submit([encoder.finish()]);
    const submitted = performance.now();
    const mapped = staging.mapAsync(MAP_READ, 0, stagedBytes(fetched)).then(() => performance.now());
    // It is awaited later; until then a rejection must not count as unhandled.
    mapped.catch(() => {});
    return { slot, firstPulse, pulseCount, walk, fetched, submitted, mapped };
  }

  private encodePasses(encoder: GPUCommandEncoder, { pipelines, groups }: Way, slot: number, pulseCount: number): void {
    const { queries } = this.slots[slot];
    const { subrayCount = 0, hitCount = 0 } = this.shape?.settings ?? {};
    pipelines.forEach(({ pipeline, pass: { name, extent } }, k) => {
      const timestampWrites = queries && {
        querySet: queries,
        beginningOfPassWriteIndex: 2 * k,
        endOfPassWriteIndex: 2 * k + 1,
      };
      const pass = encoder.beginComputePass({ label: name, timestampWrites });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, groups[slot][k]);
      dispatch(pass, extent, { pulseCount, subrayCount, hitCount, doubts: this.buffers?.shared.doubts });
      pass.end();
    });
  }

  /**
   * The outputs of a chunk, once they have arrived; then its slot is free. They are copied, since mapped memory
   * disappears with the device, even while it is being read.
   */
  async collect(chunk: ChunkInFlight): Promise<ChunkResult> {
    const { staging } = this.slots[chunk.slot];
    const finished = await chunk.mapped;
    if (this.fault) throw this.fault;
    const head = staging.getMappedRange(0, HEAD_BYTES).slice(0);
    const counts = this.reader.countsIn(new Uint32Array(head));
    const bytes = this.reader.learn(counts, chunk.pulseCount);
    const isShort = bytes.some((size, k) => size > chunk.fetched[k]);
    if (isShort) await this.fetchAll(chunk.slot, bytes);
    const host = await this.reader.read(staging, bytes, isShort ? bytes : chunk.fetched);
    this.release(chunk.slot);
    const { pipelines } = this.wayOf(chunk.walk);
    const stages = this.adapter.timestamps
      ? stageSeconds(pipelines, new BigUint64Array(head, TIMESTAMPS_AT, pipelines.length * 2))
      : undefined;
    return { ...host, counts, finished, stages };
  }

  /** Fetches everything again if there is more than was requested. */
  private async fetchAll(slot: number, bytes: OutputBytes): Promise<void> {
    const { staging, outputs } = this.slots[slot];
    staging.unmap();
    const encoder = this.device.createCommandEncoder();
    copyOutputs(encoder, outputs, staging, bytes);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ, 0, stagedBytes(bytes));
  }

  /** The host no longer needs the data of the slot. */
  release(slot: number): void {
    if (this.lost === undefined) this.slots[slot].staging.unmap();
  }

  /** The reason for losing the device; undefined if it is not lost, although something failed. */
  async lossReason(): Promise<string | undefined> {
    // The pending operation fails first; the report of the loss follows a moment later.
    await Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, LOSS_SECONDS * 1000))]);
    return this.lost;
  }

  close(): void {
    this.device.destroy();
  }
}

/** The Chunk record of `pulseCount` pulses of a leg, starting with `firstPulse`. */
export function chunkRecord(firstPulse: number, pulseCount: number): ArrayBuffer {
  const words = new Uint32Array(Chunk.SIZE / 4);
  words[Chunk.firstPulse / 4] = firstPulse;
  words[Chunk.pulseCount / 4] = pulseCount;
  return words.buffer;
}

function stageSeconds(pipelines: readonly ComputePipeline[], ticks: BigUint64Array): Partial<StageSeconds> {
  const stages: Partial<StageSeconds> = {};
  pipelines.forEach(({ pass: { stage } }, k) => {
    // A counter that was reset in between counts as zero.
    const seconds = Math.max(0, Number(ticks[2 * k + 1] - ticks[2 * k])) * TIMESTAMP_SECONDS;
    stages[stage] = (stages[stage] ?? 0) + seconds;
  });
  return stages;
}
