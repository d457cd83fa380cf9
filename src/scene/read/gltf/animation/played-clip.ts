import { counted, joinWords } from '../../../../base/text.js';
import { quoteText } from '../../../../base/yaml/faults.js';
import { type ModelAnimation, withinClip } from '../../../animation/model-animation.js';
import type { ReadModelOptions } from '../../read-model-options.js';
import type { GltfDocument } from '../gltf-json.js';
import type { GltfNodes } from '../gltf-nodes.js';
import type { GltfGeometry } from '../gltf-primitive.js';
import { ClipBodies } from './clip-bodies.js';
import { type ClipPose, clipPose } from './clip-pose.js';
import { clipNames, findClip, type GltfClip, readClip } from './gltf-clip.js';

/** The clip of a document that is played, if one is. */
export interface PlayedClip {
  /** Names of all clips. */
  clips: string[];
  clip?: GltfClip;
  /** How the nodes stand, at `moment` of the clip, seconds. */
  pose?: ClipPose;
  moment: number;
}

/** The clip that the options choose; none where the document does not have it. Throws UserError for a faulty one. */
export function openPlayed(
  { document, accessors }: Pick<GltfGeometry, 'document' | 'accessors'>,
  { animation }: ReadModelOptions,
): PlayedClip {
  const clips = clipNames(document);
  const index = animation && findClip(clips, animation.clip);
  if (animation === undefined || index === undefined) return { clips, moment: 0 };
  const clip = readClip({ document, accessors }, index);
  const moment = withinClip(animation.offset, clip.duration, animation.loop);
  return { clips, clip, pose: clipPose(document, clip, moment), moment };
}

/** The bodies of the clip that is played; undefined: none is. */
export const playedBodies = (
  document: GltfDocument,
  nodes: GltfNodes,
  { clip, pose, moment }: PlayedClip,
): ClipBodies | undefined => clip && pose && new ClipBodies(document, nodes, pose, { duration: clip.duration, moment });

/** The animation of a model that plays a clip. */
export const animationOf = ({ clip, moment }: PlayedClip, { bodies }: ClipBodies): ModelAnimation => ({
  clip: clip?.name ?? '',
  duration: clip?.duration ?? 0,
  pose: moment,
  bodies,
});

/** Most names in a message. */
const NAMES_MAX = 5;

/** Largest error of shapes between two keys without a warning, metres. */
const ERROR_MAX = 1e-3;

/** Warns of what a clip changes that is not played, or not exactly: `errors` are those of nodes whose shapes are. */
export function reportClip(
  { clip, moment }: PlayedClip,
  carried: ClipBodies | undefined,
  errors: ReadonlyMap<number, number>,
  { file, log }: Pick<ReadModelOptions, 'file' | 'log'>,
): void {
  if (clip === undefined || carried === undefined) return;
  const { bodies } = carried;
  const deforming = [...carried.deforming].flatMap(([node, name]) => (errors.has(node) ? [] : [name]));
  const title = `${file}: its clip ${quoteText(clip.name)}`;
  if (deforming.length > 0)
    log.warn(
      `${title} morphs or stretches copies of ${counted(deforming.length, 'node')} (${listed(deforming)}), which is not ` +
        `played: they keep the shape of its moment ${Number(moment.toFixed(3))} s`,
    );
  if (clip.pointers.length > 0)
    log.warn(`${title} changes ${listed(clip.pointers)}, which is passed over (KHR_animation_pointer)`);
  const worst = Math.max(0, ...errors.values());
  if (worst > ERROR_MAX)
    log.warn(
      `${title} bends faster than its keys tell: between two of them, places are off by up to ` +
        `${(1000 * worst).toPrecision(2)} thousandths of its unit; a higher rate of the animation has more keys`,
    );
  if (bodies.length === 0 && carried.deforming.size === 0 && clip.pointers.length === 0)
    log.warn(`${title} moves nothing that shows a mesh`);
}

const listed = (names: readonly string[]): string =>
  joinWords(names.length > NAMES_MAX ? [...names.slice(0, NAMES_MAX), '…'] : names, 'and');
