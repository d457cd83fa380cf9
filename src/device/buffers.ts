import type { Feature } from './features.js';
import { PARTS_MAX, RECORDS, type RecordName } from './records.generated.js';

// The data between the stages, and between host and device, as a table: one row per buffer. GPU bindings, the CPU's
// memory layout, the addresses in AssemblyScript (`wasm/addresses.generated.ts`), capacities and the host's inputs are
// all derived from it.

type DeviceName = 'cpu' | 'gpu';

/** The entity of which a buffer has one item, or as many as it has items. */
type Extent = 'run' | 'scene' | 'leg' | 'chunk' | 'block' | 'pulse' | 'hit' | 'return' | 'part' | 'sample' | 'thread';

/** Counters of the stages; fields of a Totals record. */
export const COUNTERS = ['hits', 'returns', 'lost', 'placed', 'parts', 'samples'] as const;
export type CounterName = (typeof COUNTERS)[number];

/** Every counter at 0. */
export const noCounts = (): Record<CounterName, number> =>
  Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Record<CounterName, number>;

/** A record of wgsl/records.wgsl, or another WGSL type; Element is named by the deflector's module. */
type Item = RecordName | keyof typeof OTHER_ITEMS | 'Element';

/** Bytes of items that are not records. On the CPU, directions are stored by axis. */
const OTHER_ITEMS = { u32: 4, f32: 4, 'vec4<u32>': 16, 'vec4<f32>': 16, 'array<f32, 3>': 12 } as const;

export interface BufferRow {
  item: Item | Readonly<Record<DeviceName, Item>>;
  per: Extent;
  /**
   * Its source: the host hands it over by name; engines lay out the scene's trees, or write it themselves; otherwise
   * the stages.
   */
  from: 'host' | 'trees' | 'engine' | 'stages';
  /** Absent: both devices have it. */
  on?: DeviceName;
  /** The features without any of which it has no items; absent: it always has them. */
  when?: readonly Feature[];
  /** One record, not a list. */
  single?: true;
  /** One record that every invocation of the GPU reads. */
  uniform?: true;
  /** Invocations that write it share its words: they are atomic there. */
  atomic?: true;
  /** It begins with the number of workgroups of a pass. */
  dispatches?: true;
  /** On the GPU its records lie by field: an array of words. */
  byField?: true;
  /** On the GPU it may lie in several buffers, as a binding's size is limited. */
  segmented?: true;
  /** Its name in messages; absent: the name of the buffer. */
  called?: string;
  /** Counter of its filled items, which are handed to the host with every chunk. */
  output?: CounterName;
}

export const BUFFERS = {
  run: { item: 'Run', per: 'run', from: 'host', uniform: true },
  materials: { item: 'Material', per: 'run', from: 'host' },
  // Cubic records; shaders use them as vectors.
  cubics: { item: 'vec4<f32>', per: 'run', from: 'host' },

  // The leg's program.
  instrument: { item: 'Instrument', per: 'leg', from: 'host', uniform: true },
  receiver: { item: 'Receiver', per: 'leg', from: 'host', uniform: true },
  bins: { item: 'Bins', per: 'leg', from: 'host', uniform: true },
  // Of a sampling receiver: taps by phase, then half of the noise's filter, from its middle. With bins: the pulse, bin
  // by bin, as shares of its peak.
  response: { item: 'f32', per: 'leg', from: 'host' },
  subrays: { item: 'SubrayBlock', per: 'leg', from: 'host' },
  program: { item: 'PulseProgram', per: 'leg', from: 'host', single: true },
  channels: { item: 'Channel', per: 'leg', from: 'host' },
  elements: { item: 'Element', per: 'leg', from: 'host' },
  knots: { item: 'Knot', per: 'leg', from: 'host' },
  // Three of the position, three of the attitude; none without the feature.
  jitters: { item: 'Jitter', per: 'leg', from: 'host' },
  // Edges of cells, one more than these; none without the feature.
  deviations: { item: 'Deviation', per: 'leg', from: 'host' },

  // The scene.
  root: { item: 'SceneRoot', per: 'scene', from: 'engine', uniform: true },
  nodes: { item: { cpu: 'Node4', gpu: 'Node2' }, per: 'scene', from: 'trees', segmented: true },
  blocks: { item: 'TriangleBlock', per: 'scene', from: 'trees', on: 'cpu' },
  triangles: { item: 'Triangle', per: 'scene', from: 'trees', on: 'gpu', segmented: true },
  instances: { item: 'Instance', per: 'scene', from: 'host' },
  surfaces: { item: 'Surface', per: 'scene', from: 'host' },
  images: { item: 'u32', per: 'scene', from: 'host', called: 'textures' },
  // Of meshes with normals of their own: see records.wgsl.
  normals: { item: 'u32', per: 'scene', from: 'host' },
  media: { item: 'Medium', per: 'scene', from: 'host' },
  // Of the cells of all media, then their tables of projections.
  densities: { item: 'f32', per: 'scene', from: 'host', called: 'voxels' },

  // The work on a chunk (GPU) or a block of pulses (CPU).
  chunk: { item: 'Chunk', per: 'chunk', from: 'engine', on: 'gpu', uniform: true },
  doubts: { item: 'Doubts', per: 'chunk', from: 'engine', on: 'gpu', uniform: true, atomic: true, dispatches: true },
  pulses: { item: 'Pulse', per: 'pulse', from: 'stages' },
  readings: { item: 'Reading', per: 'pulse', from: 'stages', when: ['systematicErrors'] },
  // On the GPU, w is the share of the energy; echo replaces it by the stretch of the hit's pulse.
  directions: { item: { cpu: 'array<f32, 3>', gpu: 'vec4<f32>' }, per: 'hit', from: 'stages' },
  hits: { item: 'Hit', per: 'hit', from: 'stages', byField: true },
  // The parts of the waveform that are recorded, and their samples. Here and below: on the GPU each pulse has its own
  // places; on the CPU they are dense.
  windows: { item: 'WaveformPart', per: 'part', from: 'stages', when: ['samples', 'waveforms'] },
  waves: { item: 'f32', per: 'sample', from: 'stages', when: ['samples', 'waveforms'] },
  returns: { item: 'Point', per: 'return', from: 'stages' },
  // The places of their hits: x, y, z, unused.
  hitPlaces: { item: 'vec4<f32>', per: 'return', from: 'stages', when: ['truePlaces'] },
  // Counts in the order of the fields of Totals: of a pulse; before it within its block of pulses; of a block, then
  // before it.
  counts: { item: 'vec4<u32>', per: 'pulse', from: 'stages', on: 'gpu' },
  places: { item: 'vec4<u32>', per: 'pulse', from: 'stages', on: 'gpu' },
  blockSums: { item: 'vec4<u32>', per: 'block', from: 'stages', on: 'gpu' },
  totals: { item: 'Totals', per: 'chunk', from: 'stages', on: 'gpu', single: true },
  // The tree over the boxes of movers during a window of time: see engine/cpu/mover-windows.ts.
  movers: { item: 'Node4', per: 'thread', from: 'engine', on: 'cpu' },
  // A thread's memory for one pulse, and for one shadow ray: see wasm/work.ts.
  scratch: { item: 'u32', per: 'thread', from: 'stages', on: 'cpu' },
  shadow: { item: 'u32', per: 'thread', from: 'stages', on: 'cpu' },

  // Outputs for the host.
  points: { item: 'Point', per: 'return', from: 'stages', output: 'returns' },
  truePlaces: { item: 'vec4<f32>', per: 'return', from: 'stages', when: ['truePlaces'], output: 'placed' },
  parts: { item: 'WaveformPart', per: 'part', from: 'stages', when: ['waveforms'], output: 'parts' },
  samples: { item: 'f32', per: 'sample', from: 'stages', when: ['waveforms'], output: 'samples' },
} as const satisfies Record<string, BufferRow>;

export type BufferName = keyof typeof BUFFERS;

/** Names of the rows of the table that have these properties. */
type NamesOf<Wanted> = { [Name in BufferName]: (typeof BUFFERS)[Name] extends Wanted ? Name : never }[BufferName];

/** Buffers that the host hands over once per run, scene or leg; bytes by name. */
export type HostBuffers<Per extends Extent> = Readonly<Record<NamesOf<{ per: Per; from: 'host' }>, ArrayBuffer>>;

/** Names of the outputs of chunks. */
export type OutputName = NamesOf<{ output: CounterName }>;

/** Rows of a device, in the order of the table. */
export const buffersOn = (device: DeviceName): [BufferName, BufferRow][] =>
  (Object.entries(BUFFERS) as [BufferName, BufferRow][]).filter(([, { on = device }]) => on === device);

/** Names of the rows that the host hands over once per run, scene or leg. */
export const hostBuffers = <Per extends Extent>(per: Per): (keyof HostBuffers<Per>)[] =>
  (Object.entries(BUFFERS) as [BufferName, BufferRow][])
    .filter(([, row]) => row.per === per && row.from === 'host')
    .map(([name]) => name as keyof HostBuffers<Per>);

/** Empty bytes for each of these. */
export const emptyBuffers = <Per extends Extent>(per: Per): HostBuffers<Per> =>
  Object.fromEntries(hostBuffers(per).map((name) => [name, new ArrayBuffer(0)])) as HostBuffers<Per>;

/** The item of a buffer on a device. */
export const itemOn = (device: DeviceName, { item }: BufferRow): Item =>
  typeof item === 'string' ? item : item[device];

/** Bytes of one item of a buffer on a device, except elements, which differ by deflector. */
export function itemBytes(device: DeviceName, name: BufferName): number {
  const item = itemOn(device, BUFFERS[name]);
  return item in RECORDS ? RECORDS[item as RecordName].SIZE : OTHER_ITEMS[item as keyof typeof OTHER_ITEMS];
}

/** Largest size of a pulse in the buffers of a run. */
export interface PulseSize {
  hitCount: number;
  maxReturns: number;
  samplesMax: number;
  features: readonly Feature[];
}

/** Items per pulse in a buffer that grows with pulses. */
export function itemsPerPulse({ per, when }: BufferRow, shape: PulseSize): number {
  const { hitCount, maxReturns, samplesMax, features } = shape;
  if (when !== undefined && !when.some((feature) => features.includes(feature))) return 0;
  const items = { pulse: 1, hit: hitCount, return: maxReturns, part: PARTS_MAX, sample: samplesMax };
  return items[per as keyof typeof items];
}

/** Outputs of chunks: the counter of their items, and the bytes of one, the same on all devices. */
export const OUTPUTS = (Object.entries(BUFFERS) as [BufferName, BufferRow][]).flatMap(([name, { output }]) =>
  output === undefined ? [] : [{ name: name as OutputName, counter: output, bytes: itemBytes('cpu', name) }],
);
