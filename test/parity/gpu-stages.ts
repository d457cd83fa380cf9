import type { EngineOptions } from '../../src/engine/engine.js';
import { type ChunkBuffers, createChunkBuffers, type SharedBuffer } from '../../src/engine/gpu/chunk-buffers.js';
import { chunkRecord } from '../../src/engine/gpu/chunk-record.js';
import { bind, type ComputePipeline, createPipeline } from '../../src/engine/gpu/compute-pipeline.js';
import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';
import { BufferUsage, MAP_READ } from '../../src/engine/gpu/gpu-constants.js';
import { createGpuScene, type GpuScene } from '../../src/engine/gpu/gpu-scene.js';
import { programKindOf } from '../../src/engine/gpu/gpu-session.js';
import { pipelinesFor } from '../../src/engine/gpu/pipelines.js';
import { workgroupCount } from '../../src/engine/gpu/workgroup-count.js';
import type { PulseProgram } from '../../src/scanner/pulse-program.js';

/** The passes of the GPU engine one at a time over one chunk, with what lies between them in the test's hands. */
export class GpuStages {
  private readonly device: GPUDevice;
  private readonly scene: GpuScene;
  private readonly buffers: ChunkBuffers;
  private readonly pipelines: readonly ComputePipeline[];
  private readonly subrayCount: number;
  private pulseCount = 0;

  private constructor(
    device: GPUDevice,
    scene: GpuScene,
    buffers: ChunkBuffers,
    pipelines: readonly ComputePipeline[],
    subrayCount: number,
  ) {
    this.device = device;
    this.scene = scene;
    this.buffers = buffers;
    this.pipelines = pipelines;
    this.subrayCount = subrayCount;
  }

  static async open(adapter: GpuAdapter, options: EngineOptions, pulses: number): Promise<GpuStages> {
    const { scene, settings, programRoom } = options;
    const device = await adapter.requestDevice();
    const kind = programKindOf(options);
    const gpuScene = await createGpuScene(device, scene, kind, adapter.limits);
    const buffers = await createChunkBuffers(device, settings, programRoom, pulses);
    device.queue.writeBuffer(buffers.shared.run, 0, settings.record);
    device.queue.writeBuffer(buffers.shared.subrays, 0, settings.subrays);
    const { segments, stackEntries } = gpuScene;
    const pipelines = await Promise.all(
      pipelinesFor(kind).map((one) => createPipeline(device, one, { segments, stackEntries })),
    );
    return new GpuStages(device, gpuScene, buffers, pipelines, settings.subrayCount);
  }

  /** The pulses that the next passes are about. */
  load(program: PulseProgram, firstPulse: number, pulseCount: number): void {
    this.pulseCount = pulseCount;
    this.write('program', program.record);
    for (const list of ['channels', 'parts', 'knots'] as const) this.write(list, program[list]);
    this.write('chunk', chunkRecord(this.scene, firstPulse, pulseCount));
  }

  write(name: SharedBuffer, data: ArrayBuffer): void {
    this.device.queue.writeBuffer(this.buffers.shared[name], 0, data);
  }

  /** Runs all passes of these names. */
  run(...names: string[]): void {
    const encoder = this.device.createCommandEncoder();
    const { points, totals } = this.buffers.slots[0];
    for (const compute of this.pipelines.filter(({ description }) => names.includes(description.name))) {
      const pass = encoder.beginComputePass();
      pass.setPipeline(compute.pipeline);
      pass.setBindGroup(
        0,
        bind(this.device, compute, { ...this.buffers.shared, ...this.scene.buffers, points, totals }),
      );
      pass.dispatchWorkgroups(workgroupCount(compute.description.extent, this.pulseCount, this.subrayCount));
      pass.end();
    }
    this.device.queue.submit([encoder.finish()]);
  }

  /** The first `bytes` of a buffer. */
  async read(name: SharedBuffer | 'points' | 'totals', bytes: number): Promise<ArrayBuffer> {
    const slot = this.buffers.slots[0];
    const source = name === 'points' || name === 'totals' ? slot[name] : this.buffers.shared[name];
    const staging = this.device.createBuffer({ size: bytes, usage: BufferUsage.mapRead | BufferUsage.copyTarget });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(source, 0, staging, 0, bytes);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP_READ);
    const copy = staging.getMappedRange().slice(0);
    staging.destroy();
    return copy;
  }

  close(): void {
    this.device.destroy();
  }
}
