import { formatPlace, InvariantError } from '../../base/errors.js';
import type { BufferName } from '../../device/buffers.js';
import { assembleShader, locate, type Shader } from './assemble-shader.js';
import type { Binding, SceneSegments } from './bindings.js';
import { bindingsOf, declareBindings, layoutEntries } from './bindings.js';
import type { Pass } from './passes.js';

/** Compile-time settings of the shaders: the scene's segments and the depth of its trees. */
export interface ShaderSettings {
  segments: SceneSegments;
  /** Entries of the traversal stack. */
  stackEntries: number;
}

/** A pass over a chunk, compiled. */
export interface ComputePipeline {
  pass: Pass;
  pipeline: GPUComputePipeline;
  bindings: readonly Binding[];
  layout: GPUBindGroupLayout;
}

/** The complete shader of a pipeline. */
function shaderOf(pass: Pass, { segments, stackEntries }: ShaderSettings): Shader {
  const declarations = [`const STACK_ENTRIES: u32 = ${stackEntries}u;`, declareBindings(pass, segments)].join('\n');
  return assembleShader(['records', ...pass.modules], declarations, pass.name);
}

/**
 * Compiles a pipeline. Throws InvariantError with file:line:column of every message if the WGSL is wrong, or if the
 * device refuses it.
 */
export async function createPipeline(
  device: GPUDevice,
  pass: Pass,
  settings: ShaderSettings,
): Promise<ComputePipeline> {
  const { name: label } = pass;
  const shader = shaderOf(pass, settings);
  const bindings = bindingsOf(pass, settings.segments);
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ label, code: shader.text });
  const layout = device.createBindGroupLayout({ label, entries: layoutEntries(bindings) });
  const pipelineLayout = device.createPipelineLayout({ label, bindGroupLayouts: [layout] });
  const refused = device.popErrorScope();
  throwCompileErrors(shader, await module.getCompilationInfo());
  const error = await refused;
  if (error) throw refusal(label, error.message);
  const compute = { module, entryPoint: label };
  const pipeline = await device
    .createComputePipelineAsync({ label, layout: pipelineLayout, compute })
    .catch((cause: Error) => {
      throw refusal(label, cause.message);
    });
  return { pass, pipeline, bindings, layout };
}

const refusal = (name: string, message: string) =>
  new InvariantError(`the device refuses the pass '${name}': ${message}`);

function throwCompileErrors(shader: Shader, { messages }: GPUCompilationInfo): void {
  const errors = messages.filter(({ type }) => type === 'error');
  if (errors.length === 0) return;
  const lines = errors.map(({ lineNum, linePos, message }) => {
    return `${formatPlace(locate(shader, lineNum, linePos))}: ${message}`;
  });
  throw new InvariantError(lines.join('\n'));
}

/** Buffers by name; a segmented buffer is a list. */
export type BufferSet = Readonly<Partial<Record<BufferName, GPUBuffer | readonly GPUBuffer[]>>>;

/** The bind group of a pipeline over these buffers. */
export function bind(device: GPUDevice, { bindings, layout, pass }: ComputePipeline, buffers: BufferSet): GPUBindGroup {
  const entries = bindings.map(({ buffer, segment }, binding) => {
    const found = buffers[buffer];
    const one = found && 'length' in found ? found[segment] : found;
    if (!one) throw new InvariantError(`the pass '${pass.name}' has no buffer '${buffer}'`);
    return { binding, resource: { buffer: one } };
  });
  return device.createBindGroup({ label: pass.name, layout, entries });
}
