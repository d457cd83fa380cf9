import { BUFFERS, type BufferName, type BufferRow } from '../../device/buffers.js';
import type { DeviceDeflector } from '../../device/deflectors.generated.js';
import type { Feature } from '../../device/features.js';
import { STAGES, type Stage, type StageName } from '../../device/stages.js';

// The GPU program as a table: the passes of each stage, and the WGSL that they are made of. What a pass reads and writes is
// that of its stage, or a part of it; binding numbers, WGSL declarations, layouts and bind groups all follow from it.

/** How many invocations a pass takes: one a pulse, one a subray, a workgroup a block, or one workgroup. */
export type Extent = 'pulses' | 'subrays' | 'blocks' | 'workgroup';

interface PassRow {
  /** Also the name of its entry point and of its file, `<name>.entry.wgsl`; absent: that of the stage. */
  name?: string;
  extent: Extent;
  /** Files of `wgsl/` that it is made of, besides the records. */
  modules: readonly string[];
  /** It has a deflector's module besides. */
  deflects?: true;
  /** It leaves out what masks cut out of triangles, where there are any. */
  masks?: true;
  /** Of a stage in several passes: what this one binds. */
  reads?: readonly BufferName[];
  writes?: readonly BufferName[];
}

const TRAVERSAL = ['double', 'double3', 'frames', 'exits', 'boxes', 'nearest', 'triangles', 'traverse'] as const;
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
  subray: [{ extent: 'subrays', modules: ['double', 'random', 'subray'] }],
  traverse: [
    { extent: 'subrays', modules: [...TRAVERSAL, 'doubt'], masks: true, reads: TRAVERSED },
    { name: 'traverseExactly', extent: 'subrays', modules: [...TRAVERSAL, 'exact'], masks: true, reads: TRAVERSED },
    {
      name: 'refine',
      extent: 'subrays',
      modules: ['double', 'double3', 'frames', 'exits', 'nearest', 'refine'],
      reads: ['run', 'chunk', 'instrument', 'triangles', 'instances', 'pulses', 'directions'],
    },
  ],
  reflect: [
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
        'reflect',
      ],
    },
  ],
  echo: [{ extent: 'pulses', modules: ['double', 'exits', 'nearest', 'sums', 'echo'] }],
  shade: [{ extent: 'pulses', modules: [...TRAVERSAL, 'exact', 'images', 'texture', 'shade'], masks: true }],
  perturb: [{ extent: 'pulses', modules: ['double', 'random', 'perturb'] }],
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
};

/** A pass over a chunk. */
export interface Pass extends PassRow {
  name: string;
  stage: StageName;
  /** Of what only some runs want; absent: it always runs. */
  when?: Feature;
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
    reads: stage.reads.filter(isHere),
    writes: stage.writes.filter(isHere),
    ...row,
  })),
);

/** What of the scanner and the scene the shaders are made for. */
export interface ProgramKind {
  deflector: DeviceDeflector;
  /** Some surfaces are cut out by masks. */
  masks: boolean;
  /** What the run wants besides points. */
  features: readonly Feature[];
}

/** Nothing but points, without masks: what needs the fewest bindings. */
export const PLAIN_PROGRAM: ProgramKind = Object.freeze({ deflector: 'steady', masks: false, features: [] });

/**
 * The passes for one kind of deflector, with or without masks, and what the run wants: other modules are left out, since drivers
 * take time to compile that grows with the text, and masks take bindings that large scenes need.
 */
export const passesFor = (kind: ProgramKind): Pass[] =>
  ALL_PASSES.filter(({ when }) => when === undefined || kind.features.includes(when)).map((pass) =>
    withMasks(pass.deflects ? withModule(pass, `deflectors/${kind.deflector}`) : pass, kind),
  );

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
