import { type ComputePipeline, createPipeline, type ShaderSettings } from './compute-pipeline.js';
import { type Pass, type ProgramKind, passesFor } from './passes.js';

/** The pipelines of a device, each compiled once: most are the same for every scanner. */
export class PipelineCache {
  private readonly device: GPUDevice;
  private readonly settings: ShaderSettings;
  private readonly known = new Map<string, Promise<ComputePipeline>>();

  constructor(device: GPUDevice, { segments, stackEntries }: ShaderSettings) {
    this.device = device;
    this.settings = { segments, stackEntries };
  }

  /** The pipelines of all passes for a kind of program, in order. Throws as `createPipeline` does. */
  find(kind: ProgramKind): Promise<ComputePipeline[]> {
    return Promise.all(passesFor(kind).map((pass) => this.pipelineOf(pass)));
  }

  private pipelineOf(pass: Pass): Promise<ComputePipeline> {
    const key = [pass.name, ...pass.modules].join(' ');
    const known = this.known.get(key) ?? createPipeline(this.device, pass, this.settings);
    this.known.set(key, known);
    return known;
  }
}
