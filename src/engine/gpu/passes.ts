import { BUFFERS, type BufferName, type BufferRow } from '../../device/buffers.js';
import type { DeviceDeflector } from '../../device/deflectors.generated.js';
import type { DeviceScene } from '../../device/device-scene.js';
import type { Feature } from '../../device/features.js';
import { runsWith, STAGES, type Stage, type StageName } from '../../device/stages.js';
import { usedModules } from './used-modules.js';

// The GPU program as a table: the passes of each stage. A pass reads and writes the buffers of its stage, or part of
// them; binding numbers, WGSL declarations, layouts and bind groups follow from this table, texts from their heads.

/**
 * Number of invocations of a pass: one per pulse, four per pulse, one per subray or hit, one workgroup per block, a
 * single workgroup, or one per subray in doubt, as counted by the device itself.
 */
export type Extent = 'pulses' | 'quarters' | 'subrays' | 'hits' | 'blocks' | 'workgroup' | 'doubts';

/** Ways of subrays through the trees: all of a pulse together, a part of it, or each by itself. */
export const WALKS = ['pulse', 'quarter', 'subray'] as const;
export type Walk = (typeof WALKS)[number];

interface PassRow {
  /** Name of the pass, of its entry point and of its file, `<name>.entry.wgsl`; absent: that of the stage. */
  name?: string;
  extent: Extent;
  /** The feature that it requires; absent: that of its stage. */
  when?: Feature;
  /** The way through the trees to which the pass belongs; absent: all. */
  walk?: Walk;
  /** Bindings of this pass, if its stage has several passes; or those of the stage that it does without. */
  reads?: readonly BufferName[];
  without?: readonly BufferName[];
  writes?: readonly BufferName[];
}

/** Buffers that every walk through the trees reads. */
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
  pulse: [{ extent: 'pulses' }],
  misalign: [{ extent: 'pulses' }],
  jitter: [{ extent: 'pulses' }],
  subray: [{ extent: 'subrays' }],
  traverse: [
    { extent: 'subrays', walk: 'subray', reads: TRAVERSED, writes: ['hits'] },
    { name: 'traverseBundles', extent: 'pulses', walk: 'pulse', reads: TRAVERSED, writes: ['hits'] },
    { name: 'traverseBundles', extent: 'quarters', walk: 'quarter', reads: TRAVERSED, writes: ['hits'] },
    { name: 'listDoubts', extent: 'pulses', reads: ['run', 'chunk'], writes: ['hits', 'doubts'] },
    { name: 'traverseExactly', extent: 'doubts', reads: [...TRAVERSED, 'doubts'], writes: ['hits'] },
    {
      name: 'refine',
      extent: 'subrays',
      reads: ['run', 'chunk', 'instrument', 'triangles', 'instances', 'pulses', 'directions'],
      writes: ['hits'],
    },
  ],
  orient: [{ extent: 'subrays' }],
  medium: [{ extent: 'subrays' }],
  turbid: [{ extent: 'pulses' }],
  // Two passes, so that neither binds more than eight storage buffers.
  reflect: [
    {
      name: 'falloff',
      extent: 'subrays',
      when: 'falloff',
      reads: ['run', 'chunk', 'instrument', 'subrays', 'hits'],
      writes: ['directions'],
    },
    { extent: 'hits', without: ['subrays'], writes: ['hits'] },
  ],
  echo: [{ extent: 'pulses' }],
  drawBins: [{ extent: 'pulses' }],
  // Two passes, so that neither binds more than eight storage buffers.
  sample: [
    { extent: 'pulses', reads: ['run', 'chunk', 'instrument', 'receiver', 'response', 'pulses', 'hits'] },
    {
      name: 'recordParts',
      extent: 'pulses',
      reads: ['run', 'chunk', 'receiver', 'response', 'program', 'counts'],
      writes: ['windows', 'waves'],
    },
  ],
  detect: [{ extent: 'pulses' }],
  shade: [{ extent: 'pulses' }],
  locate: [{ extent: 'pulses' }],
  perturb: [{ extent: 'pulses' }],
  misread: [{ extent: 'pulses' }],
  pack: [
    { name: 'placeInBlock', extent: 'blocks', reads: ['chunk', 'counts'], writes: ['places', 'blockSums'] },
    { name: 'placeBlocks', extent: 'workgroup', reads: ['chunk'], writes: ['blockSums', 'totals'] },
    {
      extent: 'pulses',
      reads: ['run', 'chunk', 'returns', 'counts', 'places', 'blockSums'],
      writes: ['points'],
    },
  ],
  packPlaces: [{ extent: 'pulses' }],
  packParts: [{ extent: 'pulses' }],
  packSamples: [{ extent: 'pulses' }],
};

/** A pass over a chunk, but for its texts. */
export interface BarePass extends PassRow {
  name: string;
  stage: StageName;
  /** The feature that it requires; absent: it always runs. */
  when?: Feature;
  /** The feature with which it does not run. */
  unless?: Feature;
  reads: readonly BufferName[];
  writes: readonly BufferName[];
}

export interface Pass extends BarePass {
  /** Its files of `wgsl/`, besides the records and its entry. */
  modules: readonly string[];
}

const isHere = (name: BufferName) => (BUFFERS[name] as BufferRow).on !== 'cpu';

/** All passes, in order; `passesFor` completes them. */
export const ALL_PASSES: readonly BarePass[] = STAGES.flatMap((stage: Stage & { name: StageName }) =>
  PASSES[stage.name].map((row) => ({
    name: stage.name,
    stage: stage.name,
    when: stage.when,
    unless: stage.unless,
    reads: stage.reads.filter((name) => isHere(name) && !row.without?.includes(name)),
    writes: stage.writes.filter(isHere),
    ...row,
  })),
);

/** Properties of the scanner and the scene for which the shaders are made. */
export interface ProgramKind {
  deflector: DeviceDeflector;
  /** Whether masks cut out parts of surfaces. */
  masks: boolean;
  /** Whether instances move, and whether some of these change their shapes. */
  movers: boolean;
  shapes: boolean;
  /** Features of the run besides points. */
  features: readonly Feature[];
  /** The way of subrays through the trees. */
  walk: Walk;
}

/** Those of a scene. */
export type SceneKind = Pick<ProgramKind, 'masks' | 'movers' | 'shapes'>;

/** The properties of a scene for which shaders are made. */
export const sceneKind = ({ hasMasks, moverCount, meshes }: DeviceScene): SceneKind => ({
  masks: hasMasks,
  movers: moverCount > 0,
  shapes: meshes.some(({ shape }) => shape !== undefined),
});

/** Points only, without masks: the program with the fewest bindings. */
export const PLAIN_PROGRAM: ProgramKind = Object.freeze({
  deflector: 'steady',
  masks: false,
  movers: false,
  shapes: false,
  features: [],
  walk: 'quarter',
});

/**
 * The passes for one kind of deflector, with or without masks, the features of the run, and the way through the
 * trees. Other modules are left out, since the time that drivers take to compile grows with the text, and masks take
 * bindings that large scenes need.
 */
export function passesFor(kind: ProgramKind): Pass[] {
  const choices = choicesOf(kind);
  return ALL_PASSES.filter((pass) => runsWith(pass, kind.features) && (pass.walk ?? kind.walk) === kind.walk).map(
    (pass) => withModules(pass, usedModules(`${pass.name}.entry`, choices)),
  );
}

/** Among alternative modules, those that provide what a pass asks for. */
const choicesOf = ({ deflector, masks, movers, shapes, features, walk }: ProgramKind) => [
  `deflectors/${deflector}`,
  masks ? 'mask' : 'unmasked',
  movers ? 'moving' : 'standing',
  ...(shapes ? ['shapes', 'blend', 'shapeMaps'] : ['rigid', 'unblended', 'uvMaps']),
  features.includes('exits') ? 'exits' : 'noExits',
  walk === 'pulse' ? 'wholePulses' : 'quarterPulses',
];

function withModules(pass: BarePass, modules: readonly string[]): Pass {
  const masked: readonly BufferName[] = modules.includes('mask') ? ['surfaces', 'images'] : [];
  return { ...pass, modules, reads: [...new Set([...pass.reads, ...masked])] };
}
