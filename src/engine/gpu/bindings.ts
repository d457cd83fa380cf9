import { BUFFERS, type BufferName, type BufferRow, itemOn } from '../../device/buffers.js';
import { STAGE_COMPUTE } from './gpu-constants.js';
import type { BarePass } from './passes.js';

/**
 * Number of buffers that hold `nodes` and `triangles`, and number of records in each of these; the last may hold fewer.
 */
export interface Segments {
  count: number;
  recordsEach: number;
}

export type SegmentedBuffer = 'nodes' | 'triangles';
export type SceneSegments = Readonly<Record<SegmentedBuffer, Segments>>;

/** One binding of a pass: the buffer `name`, or one segment of it. Its index in the list is its number. */
export interface Binding {
  buffer: BufferName;
  segment: number;
  type: GPUBufferBindingType;
}

/** The bindings of a pass, in the order of its table: buffers that it reads, then buffers that it writes. */
export function bindingsOf({ reads, writes }: BarePass, segments: SceneSegments): Binding[] {
  const expand = (buffer: BufferName, type: GPUBufferBindingType): Binding[] =>
    Array.from({ length: segmentCount(buffer, segments) }, (_, segment) => ({ buffer, segment, type }));
  return [
    ...reads.flatMap((name) => expand(name, isUniform(name) ? 'uniform' : 'read-only-storage')),
    ...writes.flatMap((name) => expand(name, 'storage')),
  ];
}

/** The WGSL type of a buffer's content, as a binding of this type. */
function contentOf(name: BufferName, type: GPUBufferBindingType): string {
  const row: BufferRow = BUFFERS[name];
  if (row.atomic && type === 'storage') return 'array<atomic<u32>>';
  const item = row.byField ? 'u32' : itemOn('gpu', row);
  return row.uniform || row.single ? item : `array<${item}>`;
}

const isUniform = (name: BufferName) => 'uniform' in BUFFERS[name];
const isSegmented = (name: BufferName): name is SegmentedBuffer => 'segmented' in BUFFERS[name];
const segmentCount = (name: BufferName, segments: SceneSegments) => (isSegmented(name) ? segments[name].count : 1);

/** Number of storage buffers that the pass binds, which the adapter limits. */
export function storageCount(pass: BarePass, segments: SceneSegments): number {
  return bindingsOf(pass, segments).filter(({ type }) => type !== 'uniform').length;
}

const ADDRESS_SPACE = { uniform: 'uniform', 'read-only-storage': 'storage, read', storage: 'storage, read_write' };

/**
 * WGSL declarations of a pass's bindings, all in group 0. A segmented buffer is read through a function with its name
 * and `At`: nodesAt(i), trianglesAt(i).
 */
export function declareBindings(pass: BarePass, segments: SceneSegments): string {
  const lines = bindingsOf(pass, segments).map(({ buffer, segment, type }, k) => {
    const name = isSegmented(buffer) ? `${buffer}${segment}` : buffer;
    const space = ADDRESS_SPACE[type as keyof typeof ADDRESS_SPACE];
    return `@group(0) @binding(${k}) var<${space}> ${name}: ${contentOf(buffer, type)};`;
  });
  const readers = pass.reads.filter(isSegmented).map((name) => declareReader(name, segments[name]));
  return [...lines, ...readers].join('\n');
}

function declareReader(name: SegmentedBuffer, { count, recordsEach }: Segments): string {
  const record = itemOn('gpu', BUFFERS[name]);
  const place = (segment: number) => (segment === 0 ? 'i' : `i - ${segment * recordsEach}u`);
  const pick = Array.from({ length: count - 1 }, (_, k) => {
    return `  if (i < ${(k + 1) * recordsEach}u) { return ${name}${k}[${place(k)}]; }`;
  });
  const last = `  return ${name}${count - 1}[${place(count - 1)}];`;
  return [`fn ${name}At(i: u32) -> ${record} {`, ...pick, last, '}'].join('\n');
}

/** The layout of a pass's one bind group. */
export function layoutEntries(bindings: readonly Binding[]): GPUBindGroupLayoutEntry[] {
  return bindings.map(({ type }, binding) => ({ binding, visibility: STAGE_COMPUTE, buffer: { type } }));
}
