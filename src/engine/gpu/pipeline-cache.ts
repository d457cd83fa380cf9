import { type ComputePipeline, createPipeline, type ShaderSettings } from './compute-pipeline.js';
import { type Pass, type ProgramKind, passesFor } from './passes.js';

/** The pipelines of a device, each compiled once: most are the same for every scanner. */
export class PipelineCache {
  private readonly device: GPUDevice;
  private readonly settings: ShaderSettings;
  private readonly programs = new Map<string, Promise<ComputePipeline[]>>();
  private readonly passes = new Map<string, Promise<ComputePipeline>>();

  constructor(device: GPUDevice, { segments, stackEntries }: ShaderSettings) {
    this.device = device;
    this.settings = { segments, stackEntries };
  }

  /**
   * The pipelines of all passes for a kind of program, in order; one list per kind. Throws as `createPipeline` does.
   */
  find(kind: ProgramKind): Promise<ComputePipeline[]> {
    const key = `${kind.deflector} ${kind.masks} ${kind.movers} ${kind.shapes} ${kind.features} ${kind.walk}`;
    const known = this.programs.get(key) ?? Promise.all(passesFor(kind).map((pass) => this.pipelineOf(pass)));
    this.programs.set(key, known);
    return known;
  }

  private pipelineOf(pass: Pass): Promise<ComputePipeline> {
    const key = [pass.name, ...pass.modules].join(' ');
    const known = this.passes.get(key) ?? createPipeline(this.device, pass, this.settings);
    this.passes.set(key, known);
    return known;
  }
}
