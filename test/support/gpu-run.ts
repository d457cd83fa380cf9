import { readFileSync } from 'node:fs';
import { globals } from 'webgpu';
import { findNodeAdapter } from '../../src/engine/gpu/node-gpu.js';
import { shareDevice } from './share-device.js';
import { sharedAdapter } from './software-adapter.js';

Object.assign(globalThis, globals);

const found = await findNodeAdapter('auto');
const adapter = 'reason' in found ? undefined : found.software ? sharedAdapter : shareDevice(found);

/** A GPU, of silicon or software, to run WGSL on; undefined if there is none. */
export const device = await adapter?.requestDevice();

export const gpuFound = device !== undefined;

/** Suffix of the names of tests that are skipped without one. */
export const NEEDS_GPU = gpuFound ? '' : ' (skipped: no GPU adapter, not even a software one, was found)';

/** A binding as WGSL declares it; `zeros` bytes or `data`. */
export interface GpuBinding {
  name: string;
  type: string;
  space: 'uniform' | 'read' | 'read_write';
  data?: ArrayBuffer | ArrayBufferView<ArrayBuffer>;
  bytes?: number;
}

const WORKGROUP = 64;
/** Bindings of 4 bytes or more, and whole words of 16 for uniforms. */
const ALIGN = 16;

/**
 * Runs `code`, the body of a function of `i: u32`, for i in 0 … count−1 over the files `modules` of wgsl/ (records and
 * double come first without being named). Returns the bytes of all read_write bindings by name. Throws the errors that
 * Dawn reports.
 */
export async function runOnGpu(
  modules: readonly string[],
  bindings: readonly GpuBinding[],
  code: string,
  count: number,
): Promise<Record<string, ArrayBuffer>> {
  if (!device) throw new Error('there is no GPU');
  // The count is not in the text, so that other counts need no other shader.
  const run: GpuBinding = { name: 'zeroAndCount', type: 'vec4<u32>', space: 'uniform', data: Uint32Array.of(0, count) };
  const all = [...bindings, run];
  const pipeline = await pipelineOf(device, shaderOf(modules, all, code));
  const buffers = all.map((binding) => createBuffer(device, binding));
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(Math.ceil(count / WORKGROUP));
  pass.end();
  device.queue.submit([encoder.finish()]);
  const results: Record<string, ArrayBuffer> = {};
  for (const [k, { name, space }] of all.entries())
    if (space === 'read_write') results[name] = await readBack(device, buffers[k]);
  for (const buffer of buffers) buffer.destroy();
  return results;
}

/** Compiled once: SwiftShader takes a second for the longest. */
const pipelines = new Map<string, GPUComputePipeline>();

async function pipelineOf(on: GPUDevice, code: string): Promise<GPUComputePipeline> {
  const known = pipelines.get(code);
  if (known) return known;
  on.pushErrorScope('validation');
  const pipeline = on.createComputePipeline({
    layout: 'auto',
    compute: { module: on.createShaderModule({ code }) },
  });
  const fault = await on.popErrorScope();
  if (fault) throw new Error(fault.message);
  pipelines.set(code, pipeline);
  return pipeline;
}

function shaderOf(modules: readonly string[], bindings: readonly GpuBinding[], code: string): string {
  const texts = ['records', 'double', ...modules].map((name) =>
    readFileSync(new URL(`../../wgsl/${name}.wgsl`, import.meta.url), 'utf8'),
  );
  const declarations = bindings.map(({ name, type, space }, k) => {
    const kind = space === 'uniform' ? 'uniform' : `storage, ${space}`;
    return `@group(0) @binding(${k}) var<${kind}> ${name}: ${type};`;
  });
  const entry = `@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    unknownZero = zeroAndCount.x;
    let i = id.x;
    if (i >= zeroAndCount.y) { return; }
    ${bindings.map(({ name }) => `_ = &${name};`).join(' ')}
    ${code}
  }`;
  return [...texts, ...declarations, entry].join('\n');
}

function createBuffer(on: GPUDevice, { data, bytes = 0, space }: GpuBinding): GPUBuffer {
  const size = Math.max(ALIGN, Math.ceil((data?.byteLength ?? bytes) / ALIGN) * ALIGN);
  const role = space === 'uniform' ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE;
  const buffer = on.createBuffer({ size, usage: role | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
  if (data) on.queue.writeBuffer(buffer, 0, data);
  return buffer;
}

/** The first `bytes` of a buffer. */
export async function readBack(on: GPUDevice, buffer: GPUBuffer, bytes = buffer.size): Promise<ArrayBuffer> {
  const back = on.createBuffer({ size: bytes, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = on.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, back, 0, bytes);
  on.queue.submit([encoder.finish()]);
  await back.mapAsync(GPUMapMode.READ);
  const copy = back.getMappedRange().slice(0);
  back.destroy();
  return copy;
}
