import type { BufferName, CounterName } from './buffers.js';
import type { Feature } from './features.js';
import type { RunSettings } from './run-settings.js';

/** Unit of work of a stage; the profile divides its time by this. */
type StageUnit = 'pulse' | 'subray' | 'return';

export interface Stage {
  /** Also the name of its texts: `wasm/<name>.ts` and `wgsl/<name>.entry.wgsl`. */
  name: string;
  unit: StageUnit;
  /** Counter for its return value on the CPU; absent: none. */
  counts?: CounterName;
  /** The feature that it requires; absent: it always runs. */
  when?: Feature;
  /** The feature with which it does not run, since other stages take its place. */
  unless?: Feature;
  /** Buffers of both devices. */
  reads: readonly BufferName[];
  writes: readonly BufferName[];
}

/**
 * The path of a pulse, in order: the CPU calls these functions, the GPU runs the passes of these names
 * (`engine/gpu/passes.ts`), counters and profiles list their times.
 */
export const STAGES = [
  {
    name: 'pulse',
    unit: 'pulse',
    reads: ['run', 'chunk', 'program', 'channels', 'elements', 'knots'],
    writes: ['pulses', 'counts'],
  },
  {
    name: 'misalign',
    unit: 'pulse',
    when: 'systematicErrors',
    reads: ['run', 'chunk', 'instrument', 'program', 'channels', 'elements', 'deviations'],
    writes: ['pulses', 'readings'],
  },
  {
    name: 'jitter',
    unit: 'pulse',
    when: 'jitter',
    reads: ['run', 'chunk', 'program', 'jitters'],
    writes: ['pulses'],
  },
  {
    name: 'subray',
    unit: 'subray',
    reads: ['run', 'chunk', 'instrument', 'program', 'subrays', 'pulses'],
    writes: ['directions'],
  },
  {
    name: 'traverse',
    unit: 'subray',
    counts: 'hits',
    reads: ['run', 'chunk', 'instrument', 'root', 'nodes', 'blocks', 'triangles', 'instances', 'pulses', 'directions'],
    writes: ['hits', 'doubts'],
  },
  {
    name: 'orient',
    unit: 'subray',
    when: 'normals',
    reads: ['run', 'chunk', 'instrument', 'instances', 'normals', 'pulses', 'directions'],
    writes: ['hits'],
  },
  {
    name: 'medium',
    unit: 'subray',
    counts: 'hits',
    when: 'medium',
    reads: ['run', 'chunk', 'instrument', 'program', 'root', 'media', 'densities', 'pulses', 'directions'],
    writes: ['hits'],
  },
  {
    name: 'turbid',
    unit: 'subray',
    counts: 'hits',
    when: 'turbid',
    reads: ['run', 'chunk', 'instrument', 'root', 'media', 'densities', 'pulses'],
    writes: ['directions', 'hits'],
  },
  {
    name: 'reflect',
    unit: 'subray',
    reads: [
      'run',
      'chunk',
      'instrument',
      'instances',
      'surfaces',
      'materials',
      'cubics',
      'images',
      'subrays',
      'pulses',
      'directions',
    ],
    writes: ['directions', 'hits'],
  },
  {
    name: 'echo',
    unit: 'pulse',
    counts: 'returns',
    unless: 'samples',
    reads: ['run', 'chunk', 'instrument', 'bins', 'response', 'program', 'pulses', 'hits'],
    writes: ['directions', 'returns', 'counts'],
  },
  {
    name: 'drawBins',
    unit: 'pulse',
    when: 'waveforms',
    unless: 'samples',
    reads: ['run', 'chunk', 'instrument', 'receiver', 'bins', 'response', 'pulses', 'hits'],
    writes: ['windows', 'waves', 'counts'],
  },
  {
    name: 'sample',
    unit: 'pulse',
    when: 'samples',
    reads: ['run', 'chunk', 'instrument', 'receiver', 'response', 'program', 'pulses', 'hits'],
    writes: ['directions', 'windows', 'waves', 'counts'],
  },
  {
    name: 'detect',
    unit: 'pulse',
    counts: 'returns',
    when: 'samples',
    reads: ['run', 'chunk', 'instrument', 'receiver', 'program', 'pulses', 'directions', 'hits', 'windows', 'waves'],
    writes: ['returns', 'counts'],
  },
  {
    name: 'shade',
    unit: 'return',
    when: 'colors',
    reads: [
      'run',
      'chunk',
      'instrument',
      'root',
      'nodes',
      'blocks',
      'triangles',
      'instances',
      'surfaces',
      'images',
      'pulses',
      'directions',
      'hits',
      'counts',
    ],
    writes: ['returns'],
  },
  {
    name: 'locate',
    unit: 'return',
    when: 'truePlaces',
    reads: ['run', 'chunk', 'instrument', 'pulses', 'counts'],
    writes: ['returns', 'hitPlaces'],
  },
  {
    name: 'perturb',
    unit: 'return',
    reads: ['run', 'chunk', 'instrument', 'program', 'pulses', 'counts'],
    writes: ['returns'],
  },
  {
    name: 'misread',
    unit: 'return',
    when: 'systematicErrors',
    reads: ['run', 'chunk', 'pulses', 'readings', 'counts'],
    writes: ['returns'],
  },
  {
    name: 'pack',
    unit: 'return',
    counts: 'lost',
    reads: ['run', 'chunk', 'returns', 'counts'],
    writes: ['places', 'blockSums', 'totals', 'points'],
  },
  {
    name: 'packPlaces',
    unit: 'return',
    counts: 'placed',
    when: 'truePlaces',
    reads: ['run', 'chunk', 'hitPlaces', 'counts', 'places', 'blockSums'],
    writes: ['truePlaces'],
  },
  {
    name: 'packParts',
    unit: 'pulse',
    counts: 'parts',
    when: 'waveforms',
    reads: ['chunk', 'receiver', 'windows', 'counts', 'places', 'blockSums'],
    writes: ['parts'],
  },
  {
    name: 'packSamples',
    unit: 'pulse',
    counts: 'samples',
    when: 'waveforms',
    reads: ['chunk', 'receiver', 'waves', 'counts', 'places', 'blockSums'],
    writes: ['samples'],
  },
] as const satisfies readonly Stage[];

export type StageName = (typeof STAGES)[number]['name'];

/** Seconds by stage. */
export type StageSeconds = Record<StageName, number>;

/** Zero seconds for every stage. */
export const noSeconds = (): StageSeconds => Object.fromEntries(STAGES.map(({ name }) => [name, 0])) as StageSeconds;

/** Adds the seconds of `more`, stage by stage; missing stages count as 0. */
export function addSeconds(sum: StageSeconds, more: Partial<StageSeconds>): void {
  for (const { name } of STAGES) sum[name] += more[name] ?? 0;
}

/** The stages of a run. */
export const stagesOf = ({ features }: Pick<RunSettings, 'features'>): readonly (Stage & { name: StageName })[] =>
  STAGES.filter((stage: Stage) => runsWith(stage, features));

/** Whether a stage, or a pass of it, takes part in a run with these features. */
export const runsWith = ({ when, unless }: Pick<Stage, 'when' | 'unless'>, features: readonly Feature[]): boolean =>
  (when === undefined || features.includes(when)) && (unless === undefined || !features.includes(unless));
