import type { DeviceDeflector } from '../../scanner/deflector-parts.js';
import type { StageName } from '../engine.js';

// The GPU program as a table: which buffers there are, and which of them each pass reads and writes. Binding numbers, WGSL
// declarations, layouts and bind groups all follow from it.

interface BufferDescription {
  type: string;
  uniform?: true;
  segmented?: true;
}

/** What a buffer holds, as a WGSL type; uniforms are single records that every invocation reads. */
export const BUFFERS = {
  run: { type: 'Run', uniform: true },
  chunk: { type: 'Chunk', uniform: true },
  // The leg's program; Part is named by the deflector's module.
  program: { type: 'PulseProgram' },
  channels: { type: 'array<Channel>' },
  parts: { type: 'array<Part>' },
  knots: { type: 'array<Knot>' },
  subrays: { type: 'array<Subray>' },
  // The scene. What is larger than a binding may be is held in several.
  nodes: { type: 'array<Node2>', segmented: true },
  triangles: { type: 'array<Triangle>', segmented: true },
  instances: { type: 'array<Instance>' },
  surfaces: { type: 'array<Surface>' },
  materials: { type: 'array<Material>' },
  // Cubic records.
  cubics: { type: 'array<vec4<f32>>' },
  images: { type: 'array<u32>' },
  // A chunk's work, per pulse; `returns` has room for as many of each as the instrument stores.
  pulses: { type: 'array<Pulse>' },
  // Per subray; the energy's share in w.
  directions: { type: 'array<vec4<f32>>' },
  hits: { type: 'array<Hit>' },
  returns: { type: 'array<Point>' },
  // Returns and hit subrays of a pulse; points before it within its block of pulses; both numbers of a block, then before it.
  counts: { type: 'array<vec2<u32>>' },
  places: { type: 'array<u32>' },
  blockSums: { type: 'array<vec2<u32>>' },
  totals: { type: 'Totals' },
  points: { type: 'array<Point>' },
} as const satisfies Record<string, BufferDescription>;

export type BufferName = keyof typeof BUFFERS;

/** How many invocations a pass takes: one a pulse, one a subray, a workgroup a block, or one. */
export type Extent = 'pulses' | 'subrays' | 'blocks' | 'workgroup';

export interface PipelineDescription {
  /** Also the name of its entry point and of its file, `<name>.entry.wgsl`. */
  name: string;
  stage: StageName;
  extent: Extent;
  /** Files of `wgsl/` that it is made of, besides the records. */
  modules: readonly string[];
  /** Whether it has a deflector's module besides. */
  deflects?: true;
  /** Whether it leaves out what masks cut out of triangles, where there are any. */
  masks?: true;
  /** Whether it is left out where points have no colour. */
  colors?: true;
  reads: readonly BufferName[];
  writes: readonly BufferName[];
}

/** All passes over a chunk, in order; `pipelinesFor` completes them. */
export const PIPELINES: readonly PipelineDescription[] = [
  {
    name: 'pulse',
    stage: 'pulse',
    extent: 'pulses',
    modules: ['double', 'float64', 'vectors', 'trigonometry', 'schedule', 'pose', 'deflectors/beam', 'pulse'],
    deflects: true,
    reads: ['run', 'chunk', 'program', 'channels', 'parts', 'knots'],
    writes: ['pulses'],
  },
  {
    name: 'subray',
    stage: 'subray',
    extent: 'subrays',
    modules: ['double', 'random', 'subray'],
    reads: ['run', 'chunk', 'program', 'subrays', 'pulses'],
    writes: ['directions'],
  },
  {
    name: 'traverse',
    stage: 'traverse',
    extent: 'subrays',
    modules: ['double', 'double3', 'frames', 'boxes', 'nearest', 'doubt', 'triangles', 'traverse'],
    masks: true,
    reads: ['run', 'chunk', 'nodes', 'triangles', 'instances', 'pulses', 'directions'],
    writes: ['hits'],
  },
  {
    name: 'traverseExactly',
    stage: 'traverse',
    extent: 'subrays',
    modules: ['double', 'double3', 'frames', 'boxes', 'nearest', 'exact', 'triangles', 'traverse'],
    masks: true,
    reads: ['run', 'chunk', 'nodes', 'triangles', 'instances', 'pulses', 'directions'],
    writes: ['hits'],
  },
  {
    name: 'refine',
    stage: 'traverse',
    extent: 'subrays',
    modules: ['double', 'double3', 'frames', 'nearest', 'refine'],
    reads: ['run', 'chunk', 'triangles', 'instances', 'pulses', 'directions'],
    writes: ['hits'],
  },
  {
    name: 'reflect',
    stage: 'reflect',
    extent: 'subrays',
    modules: ['double', 'angles', 'images', 'texture', 'tangent', 'backscatter', 'reflect'],
    reads: ['run', 'chunk', 'instances', 'surfaces', 'materials', 'cubics', 'images', 'pulses', 'directions'],
    writes: ['hits'],
  },
  {
    name: 'echo',
    stage: 'echo',
    extent: 'pulses',
    modules: ['nearest', 'sums', 'echo'],
    reads: ['run', 'chunk', 'channels', 'pulses', 'directions', 'hits'],
    writes: ['returns', 'counts', 'totals'],
  },
  {
    name: 'shade',
    stage: 'shade',
    extent: 'pulses',
    modules: [
      'double',
      'double3',
      'frames',
      'boxes',
      'nearest',
      'exact',
      'triangles',
      'traverse',
      'images',
      'texture',
      'shade',
    ],
    masks: true,
    colors: true,
    reads: [
      'run',
      'chunk',
      'nodes',
      'triangles',
      'instances',
      'surfaces',
      'materials',
      'images',
      'pulses',
      'directions',
      'hits',
      'counts',
    ],
    writes: ['returns'],
  },
  {
    name: 'perturb',
    stage: 'perturb',
    extent: 'pulses',
    modules: ['double', 'random', 'perturb'],
    reads: ['run', 'chunk', 'program', 'pulses', 'counts'],
    writes: ['returns'],
  },
  {
    name: 'placeInBlock',
    stage: 'pack',
    extent: 'blocks',
    modules: ['prefix'],
    reads: ['chunk', 'counts'],
    writes: ['places', 'blockSums'],
  },
  {
    name: 'placeBlocks',
    stage: 'pack',
    extent: 'workgroup',
    modules: ['prefix'],
    reads: ['chunk'],
    writes: ['blockSums', 'totals'],
  },
  {
    name: 'pack',
    stage: 'pack',
    extent: 'pulses',
    modules: ['prefix'],
    reads: ['run', 'chunk', 'returns', 'counts', 'places', 'blockSums'],
    writes: ['points'],
  },
];

/** What of the scanner and the scene the shaders are made for. */
export interface ProgramKind {
  deflector: DeviceDeflector;
  /** Some surfaces are cut out by masks. */
  masks: boolean;
  /** Points have colours. */
  colors: boolean;
}

/** Neither masks nor colours: what needs the fewest bindings. */
export const PLAIN_PROGRAM: ProgramKind = Object.freeze({ deflector: 'steady', masks: false, colors: false });

/**
 * The passes for one kind of deflector, with or without masks and colours: the others' modules are left out, since drivers take time to
 * compile that grows with the text, and masks take bindings that large scenes need.
 */
export const pipelinesFor = (kind: ProgramKind): PipelineDescription[] =>
  PIPELINES.filter((one) => kind.colors || !one.colors).map((one) =>
    withMasks(one.deflects ? withModule(one, `deflectors/${kind.deflector}`) : one, kind),
  );

const withModule = (one: PipelineDescription, module: string): PipelineDescription => ({
  ...one,
  modules: [...one.modules, module],
});

function withMasks(one: PipelineDescription, { masks }: ProgramKind): PipelineDescription {
  if (!one.masks) return one;
  if (!masks) return withModule(one, 'unmasked');
  const union = <Name>(...names: Name[]) => [...new Set(names)];
  return {
    ...one,
    modules: union(...one.modules, 'images', 'mask'),
    reads: union<BufferName>(...one.reads, 'surfaces', 'images'),
  };
}
