import { invariant } from '../base/errors.js';
import { type BufferName, hostBuffers } from '../device/buffers.js';
import { type PulseProgram, programRoomOf } from '../device/pulse-program.js';
import type { RunSettings } from '../device/run-settings.js';
import type { StageName } from '../device/stages.js';
import { type ChunkBuffers, createChunkBuffers } from '../engine/gpu/chunk-buffers.js';
import { bind, type ComputePipeline, createPipeline } from '../engine/gpu/compute-pipeline.js';
import { dispatch, noDoubts } from '../engine/gpu/dispatch.js';
import type { GpuAdapter } from '../engine/gpu/gpu-adapter.js';
import { BufferUsage, MAP_READ } from '../engine/gpu/gpu-constants.js';
import { createGpuScene, type GpuScene, layOutGpuScene } from '../engine/gpu/gpu-scene.js';
import { chunkRecord } from '../engine/gpu/gpu-session.js';
import { PLAIN_PROGRAM, passesFor, sceneKind, type Walk } from '../engine/gpu/passes.js';
import type { StageInput } from './cpu-stages.js';
import { fromRecords, isOfSubrays, toRecords } from './subray-layout.js';

/** The passes of the GPU engine, one at a time over one chunk; the buffers between them can be read and replaced. */
export class GpuStages {
  private readonly device: GPUDevice;
  private readonly scene: GpuScene;
  private readonly buffers: ChunkBuffers;
  private readonly pipelines: readonly ComputePipeline[];
  private readonly settings: RunSettings;
  private pulseCount = 0;

  private constructor(
    device: GPUDevice,
    scene: GpuScene,
    buffers: ChunkBuffers,
    pipelines: readonly ComputePipeline[],
    settings: RunSettings,
  ) {
    this.device = device;
    this.scene = scene;
    this.buffers = buffers;
    this.pipelines = pipelines;
    this.settings = settings;
  }

  /**
   * Acquires a device, uploads the scene and compiles the passes of these names (absent: all), with this way through
   * the trees, for chunks of at most `pulses` pulses.
   */
  static async open(
    adapter: GpuAdapter,
    { device: scene, settings }: StageInput,
    programs: readonly PulseProgram[],
    pulses: number,
    { names, walk = PLAIN_PROGRAM.walk }: { names?: readonly string[]; walk?: Walk } = {},
  ): Promise<GpuStages> {
    const room = programRoomOf(programs);
    const kind = { deflector: room.deflectors[0], ...sceneKind(scene), features: settings.features, walk };
    const device = await adapter.requestDevice();
    const gpuScene = await createGpuScene(device, scene, layOutGpuScene(scene, adapter.limits, kind));
    const buffers = await createChunkBuffers(device, { settings, room, pulses });
    const passes = passesFor(kind).filter(({ name }) => !names || names.includes(name));
    const pipelines = await Promise.all(passes.map((pass) => createPipeline(device, pass, gpuScene)));
    const stages = new GpuStages(device, gpuScene, buffers, pipelines, settings);
    for (const name of hostBuffers('run')) stages.write(name, settings.buffers[name]);
    return stages;
  }

  /** Selects the pulses of the next passes. */
  load(program: PulseProgram, firstPulse: number, pulseCount: number): void {
    this.pulseCount = pulseCount;
    for (const name of hostBuffers('leg')) this.write(name, program.buffers[name]);
    const chunk = chunkRecord(firstPulse, pulseCount);
    this.scene.windows?.write(chunk, program, { first: firstPulse, end: firstPulse + pulseCount });
    this.write('chunk', chunk);
  }

  /** Replaces the beginning of a buffer; directions and hits of the chunk are records, pulse by pulse. */
  write(name: BufferName, data: ArrayBuffer): void {
    const laidOut = isOfSubrays(name) ? fromRecords(name, data, this.pulseCount) : data;
    this.device.queue.writeBuffer(this.bufferOf(name), 0, laidOut);
  }

  /** Buffers of the chunk by name. */
  private get work(): Readonly<Partial<Record<BufferName, GPUBuffer>>> {
    const { outputs, totals } = this.buffers.slots[0];
    return { ...this.buffers.shared, ...outputs, totals };
  }

  private bufferOf(name: BufferName): GPUBuffer {
    const found = this.work[name];
    invariant(found, `there is no buffer '${name}'`);
    return found;
  }

  /** Runs all passes of a stage. */
  runStage(name: StageName): void {
    this.runAll(this.pipelines.filter(({ pass }) => pass.stage === name));
  }

  /** Runs all passes of these names. */
  run(...names: string[]): void {
    this.runAll(this.pipelines.filter(({ pass }) => names.includes(pass.name)));
  }

  private runAll(pipelines: readonly ComputePipeline[]): void {
    if (pipelines.some(({ pass }) => pass.writes.includes('doubts'))) this.write('doubts', noDoubts());
    const { pulseCount } = this;
    const { subrayCount, hitCount } = this.settings;
    const encoder = this.device.createCommandEncoder();
    const all = { ...this.work, ...this.scene.buffers };
    for (const compute of pipelines) {
      const pass = encoder.beginComputePass();
      pass.setPipeline(compute.pipeline);
      pass.setBindGroup(0, bind(this.device, compute, all));
      dispatch(pass, compute.pass.extent, { pulseCount, subrayCount, hitCount, doubts: this.buffers.shared.doubts });
      pass.end();
    }
    this.device.queue.submit([encoder.finish()]);
  }

  /** The first `bytes` of a buffer; all directions or hits of the chunk, as records, pulse by pulse. */
  async read(name: BufferName, bytes: number): Promise<ArrayBuffer> {
    const source = this.bufferOf(name);
    const staging = this.device.createBuffer({ size: bytes, usage: BufferUsage.mapRead | BufferUsage.copyTarget });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(source, 0, staging, 0, bytes);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ);
    const copy = staging.getMappedRange().slice(0);
    staging.destroy();
    return isOfSubrays(name) ? toRecords(name, copy, this.pulseCount) : copy;
  }

  /** Resolves when all passes so far have run. */
  async done(): Promise<void> {
    await this.device.queue.onSubmittedWorkDone();
  }

  close(): void {
    this.device.destroy();
  }
}
