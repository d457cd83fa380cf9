import { BUFFERS, type BufferName, type BufferRow } from '../../device/buffers.js';
import type { DeviceDeflector } from '../../device/deflectors.generated.js';
import type { Feature } from '../../device/features.js';
import { runsWith, STAGES, type Stage, type StageName } from '../../device/stages.js';

// The GPU program as a table: the passes of each stage, with their WGSL files. A pass reads and writes the buffers of
// its stage, or part of them; binding numbers, WGSL declarations, layouts and bind groups follow from this table.

/**
 * Number of invocations of a pass: one per pulse, four per pulse, one per subray, one workgroup per block, a single
 * workgroup, or one per subray in doubt, of which the device itself keeps count.
 */
export type Extent = 'pulses' | 'quarters' | 'subrays' | 'blocks' | 'workgroup' | 'doubts';

/** How subrays go through the trees: all of a pulse together, a part of it, or each by itself. */
export const WALKS = ['pulse', 'quarter', 'subray'] as const;
export type Walk = (typeof WALKS)[number];

interface PassRow {
  /** Name of the pass, of its entry point and of its file, `<name>.entry.wgsl`; absent: that of the stage. */
  name?: string;
  extent: Extent;
  /** Its files of `wgsl/`, besides the records. */
  modules: readonly string[];
  /** The feature that it requires; absent: that of its stage. */
  when?: Feature;
  /** The way through the trees of which it is a pass; absent: of all. */
  walk?: Walk;
  /** Whether it also has a deflector's module. */
  deflects?: true;
  /** Whether it skips parts of triangles that are cut out by masks. */
  masks?: true;
  /** Bindings of this pass, if its stage has several passes. */
  reads?: readonly BufferName[];
  writes?: readonly BufferName[];
}

/** What goes through the trees, but for how. */
const TRAVERSAL = ['double', 'double3', 'frames', 'nearMesh', 'exits', 'nearest', 'triangles', 'walk'] as const;
const RAYS = [...TRAVERSAL, 'boxes', 'ray'] as const;
/** What reads hits. */
const HITS = ['places', 'hits'] as const;
const BUNDLES = [...TRAVERSAL, 'bundle', 'doubt', ...HITS, 'storeRaw'] as const;
const TRAVERSED = [
  'run',
  'chunk',
  'instrument',
  'root',
  'nodes',
  'triangles',
  'instances',
  'pulses',
  'directions',
] as const;

const PASSES: Readonly<Record<StageName, readonly PassRow[]>> = {
  pulse: [
    {
      extent: 'pulses',
      modules: ['double', 'float64', 'vectors', 'trigonometry', 'schedule', 'pose', 'deflectors/beam', 'pulse'],
      deflects: true,
    },
  ],
  misalign: [
    {
      extent: 'pulses',
      modules: [
        'double',
        'float64',
        'vectors',
        'trigonometry',
        'angles',
        'schedule',
        'deflectors/beam',
        'turns',
        'misalign',
      ],
      deflects: true,
    },
  ],
  jitter: [{ extent: 'pulses', modules: ['double', 'random', 'angles', 'logarithm', 'turns', 'normals', 'jitter'] }],
  subray: [{ extent: 'subrays', modules: ['double', 'random', 'places', 'subray'] }],
  traverse: [
    {
      extent: 'subrays',
      walk: 'subray',
      modules: [...RAYS, 'doubt', 'places', 'storeRaw'],
      masks: true,
      reads: TRAVERSED,
      writes: ['hits'],
    },
    {
      name: 'traverseBundles',
      extent: 'pulses',
      walk: 'pulse',
      modules: [...BUNDLES, 'wholePulses'],
      masks: true,
      reads: TRAVERSED,
      writes: ['hits'],
    },
    {
      name: 'traverseBundles',
      extent: 'quarters',
      walk: 'quarter',
      modules: [...BUNDLES, 'quarterPulses'],
      masks: true,
      reads: TRAVERSED,
      writes: ['hits'],
    },
    {
      name: 'listDoubts',
      extent: 'pulses',
      modules: ['nearest', ...HITS],
      reads: ['run', 'chunk'],
      writes: ['hits', 'doubts'],
    },
    {
      name: 'traverseExactly',
      extent: 'doubts',
      modules: [...RAYS, 'exact', 'places', 'storeRaw'],
      masks: true,
      reads: [...TRAVERSED, 'doubts'],
      writes: ['hits'],
    },
    {
      name: 'refine',
      extent: 'subrays',
      modules: ['double', 'double3', 'frames', 'exits', 'nearest', ...HITS, 'storeHits', 'refine'],
      reads: ['run', 'chunk', 'instrument', 'triangles', 'instances', 'pulses', 'directions'],
      writes: ['hits'],
    },
  ],
  orient: [{ extent: 'subrays', modules: ['double', 'double3', 'frames', ...HITS, 'orient'] }],
  medium: [
    {
      extent: 'subrays',
      modules: [
        'double',
        'random',
        'angles',
        'logarithm',
        'double3',
        'frames',
        'exits',
        'nearest',
        ...HITS,
        'storeHits',
        'cells',
        'leaf',
        'face',
        'medium',
      ],
    },
  ],
  // Two passes, so that neither binds more than eight storage buffers.
  reflect: [
    {
      name: 'falloff',
      extent: 'subrays',
      when: 'falloff',
      modules: [...HITS, 'falloff'],
      reads: ['run', 'chunk', 'instrument', 'subrays', 'hits'],
      writes: ['directions'],
    },
    {
      extent: 'subrays',
      modules: [
        'double',
        'double3',
        'frames',
        'exits',
        'angles',
        'images',
        'texture',
        'tangent',
        'backscatter',
        ...HITS,
        'storeHits',
        'reflect',
      ],
      reads: [
        'run',
        'chunk',
        'instrument',
        'instances',
        'surfaces',
        'materials',
        'cubics',
        'images',
        'pulses',
        'directions',
      ],
      writes: ['hits'],
    },
  ],
  echo: [
    {
      extent: 'pulses',
      modules: [
        'double',
        'exits',
        'nearest',
        ...HITS,
        'sums',
        'extent',
        'returns',
        'clusters',
        'shares',
        'window',
        'waveform',
        'peaks',
        'binStarts',
        'bins',
      ],
    },
  ],
  drawBins: [
    {
      extent: 'pulses',
      modules: ['double', 'exits', 'nearest', ...HITS, 'extent', 'binStarts', 'binPlaces', 'parts'],
    },
  ],
  // Two passes, so that neither binds more than eight storage buffers.
  sample: [
    {
      extent: 'pulses',
      modules: [
        'double',
        'exits',
        'nearest',
        ...HITS,
        'sums',
        'extent',
        'shares',
        'clock',
        'clockPlaces',
        'parts',
        'response',
      ],
      reads: ['run', 'chunk', 'instrument', 'receiver', 'response', 'pulses', 'hits'],
    },
    {
      name: 'recordParts',
      extent: 'pulses',
      modules: ['double', 'random', 'angles', 'logarithm', 'turns', 'normals', 'noise', 'digitiser'],
      reads: ['run', 'chunk', 'receiver', 'response', 'program', 'counts'],
      writes: ['windows', 'waves'],
    },
  ],
  detect: [
    {
      extent: 'pulses',
      modules: [
        'double',
        'random',
        'angles',
        'logarithm',
        'exits',
        'nearest',
        ...HITS,
        'sums',
        'extent',
        'returns',
        'clock',
        'wave',
        'summits',
        'crossings',
        'reports',
        'echoes',
        'equations',
        'gaussians',
        'photons',
        'alarms',
      ],
    },
  ],
  shade: [{ extent: 'pulses', modules: [...RAYS, 'exact', 'images', 'texture', ...HITS, 'shade'], masks: true }],
  perturb: [{ extent: 'pulses', modules: ['double', 'random', 'perturb'] }],
  misread: [{ extent: 'pulses', modules: ['double', 'misread'] }],
  pack: [
    {
      name: 'placeInBlock',
      extent: 'blocks',
      modules: ['prefix'],
      reads: ['chunk', 'counts'],
      writes: ['places', 'blockSums'],
    },
    {
      name: 'placeBlocks',
      extent: 'workgroup',
      modules: ['prefix'],
      reads: ['chunk'],
      writes: ['blockSums', 'totals'],
    },
    {
      extent: 'pulses',
      modules: ['prefix'],
      reads: ['run', 'chunk', 'returns', 'counts', 'places', 'blockSums'],
      writes: ['points'],
    },
  ],
  packParts: [{ extent: 'pulses', modules: [] }],
  packSamples: [{ extent: 'pulses', modules: [] }],
};

/** A pass over a chunk. */
export interface Pass extends PassRow {
  name: string;
  stage: StageName;
  /** The feature that it requires; absent: it always runs. */
  when?: Feature;
  /** The feature with which it does not run. */
  unless?: Feature;
  reads: readonly BufferName[];
  writes: readonly BufferName[];
}

const isHere = (name: BufferName) => (BUFFERS[name] as BufferRow).on !== 'cpu';

/** All passes, in order; `passesFor` completes them. */
export const ALL_PASSES: readonly Pass[] = STAGES.flatMap((stage: Stage & { name: StageName }) =>
  PASSES[stage.name].map((row) => ({
    name: stage.name,
    stage: stage.name,
    when: stage.when,
    unless: stage.unless,
    reads: stage.reads.filter(isHere),
    writes: stage.writes.filter(isHere),
    ...row,
  })),
);

/** Properties of the scanner and the scene for which the shaders are made. */
export interface ProgramKind {
  deflector: DeviceDeflector;
  /** Whether masks cut out parts of surfaces. */
  masks: boolean;
  /** Features of the run besides points. */
  features: readonly Feature[];
  /** How subrays go through the trees. */
  walk: Walk;
}

/** Points only, without masks: the program with the fewest bindings. */
export const PLAIN_PROGRAM: ProgramKind = Object.freeze({
  deflector: 'steady',
  masks: false,
  features: [],
  walk: 'quarter',
});

/**
 * The passes for one kind of deflector, with or without masks, the features of the run, and the way through the trees. Other
 * modules are left out, since the time that drivers take to compile grows with the text, and masks take bindings that large scenes need.
 */
export const passesFor = (kind: ProgramKind): Pass[] =>
  ALL_PASSES.filter((pass) => runsWith(pass, kind.features) && (pass.walk ?? kind.walk) === kind.walk)
    .map((pass) => (pass.deflects ? withModule(pass, `deflectors/${kind.deflector}`) : pass))
    .map((pass) => withMasks(withExits(pass, kind), kind));

/** Where subrays leave from one point, exits take no part of the text. */
const withExits = (pass: Pass, { features }: ProgramKind): Pass =>
  features.includes('exits')
    ? pass
    : { ...pass, modules: pass.modules.map((name) => (name === 'exits' ? 'noExits' : name)) };

const withModule = (pass: Pass, module: string): Pass => ({ ...pass, modules: [...pass.modules, module] });

function withMasks(pass: Pass, { masks }: ProgramKind): Pass {
  if (!pass.masks) return pass;
  if (!masks) return withModule(pass, 'unmasked');
  const union = <Name>(...names: Name[]) => [...new Set(names)];
  return {
    ...pass,
    modules: union(...pass.modules, 'images', 'mask'),
    reads: union<BufferName>(...pass.reads, 'surfaces', 'images'),
  };
}
