import { STAGE_COMPUTE } from './gpu-constants.js';
import type { BufferName, PipelineDescription } from './pipelines.js';
import { BUFFERS } from './pipelines.js';

/** How many buffers hold `nodes` and `triangles`, and how many records each of them but the last. */
export interface Segments {
  count: number;
  recordsEach: number;
}

export type SegmentedBuffer = 'nodes' | 'triangles';
export type SceneSegments = Readonly<Record<SegmentedBuffer, Segments>>;

/** One binding of a pipeline: the buffer `name`, or one segment of it. Its place in the list is its number. */
export interface Binding {
  buffer: BufferName;
  segment: number;
  type: GPUBufferBindingType;
}

/** The bindings of a pipeline, in the order of its table: what it reads, then what it writes. */
export function bindingsOf({ reads, writes }: PipelineDescription, segments: SceneSegments): Binding[] {
  const expand = (buffer: BufferName, type: GPUBufferBindingType): Binding[] =>
    Array.from({ length: segmentCount(buffer, segments) }, (_, segment) => ({ buffer, segment, type }));
  return [
    ...reads.flatMap((name) => expand(name, isUniform(name) ? 'uniform' : 'read-only-storage')),
    ...writes.flatMap((name) => expand(name, 'storage')),
  ];
}

const isUniform = (name: BufferName) => 'uniform' in BUFFERS[name];
const isSegmented = (name: BufferName): name is SegmentedBuffer => 'segmented' in BUFFERS[name];
const segmentCount = (name: BufferName, segments: SceneSegments) => (isSegmented(name) ? segments[name].count : 1);

/** Storage buffers that the pipeline binds: the adapter limits them. */
export function storageCount(pipeline: PipelineDescription, segments: SceneSegments): number {
  return bindingsOf(pipeline, segments).filter(({ type }) => type !== 'uniform').length;
}

const ADDRESS_SPACE = { uniform: 'uniform', 'read-only-storage': 'storage, read', storage: 'storage, read_write' };

/**
 * WGSL declarations of a pipeline's bindings, all in group 0. A buffer in segments is read through a function of its
 * name with `At`: nodesAt(i), trianglesAt(i).
 */
export function declareBindings(pipeline: PipelineDescription, segments: SceneSegments): string {
  const lines = bindingsOf(pipeline, segments).map(({ buffer, segment, type }, k) => {
    const name = isSegmented(buffer) ? `${buffer}${segment}` : buffer;
    const space = ADDRESS_SPACE[type as keyof typeof ADDRESS_SPACE];
    return `@group(0) @binding(${k}) var<${space}> ${name}: ${BUFFERS[buffer].type};`;
  });
  const readers = pipeline.reads.filter(isSegmented).map((name) => declareReader(name, segments[name]));
  return [...lines, ...readers].join('\n');
}

function declareReader(name: SegmentedBuffer, { count, recordsEach }: Segments): string {
  const record = /<(\w+)>/.exec(BUFFERS[name].type)?.[1];
  const place = (segment: number) => (segment === 0 ? 'i' : `i - ${segment * recordsEach}u`);
  const pick = Array.from({ length: count - 1 }, (_, k) => {
    return `  if (i < ${(k + 1) * recordsEach}u) { return ${name}${k}[${place(k)}]; }`;
  });
  const last = `  return ${name}${count - 1}[${place(count - 1)}];`;
  return [`fn ${name}At(i: u32) -> ${record} {`, ...pick, last, '}'].join('\n');
}

/** The layout of a pipeline's one bind group. */
export function layoutEntries(bindings: readonly Binding[]): GPUBindGroupLayoutEntry[] {
  return bindings.map(({ type }, binding) => ({ binding, visibility: STAGE_COMPUTE, buffer: { type } }));
}
