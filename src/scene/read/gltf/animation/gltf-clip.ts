import { quoteText, showValue } from '../../../../base/yaml/faults.js';
import {
  INTERPOLATIONS,
  TRACK_PATHS,
  type Track,
  type TrackInterpolation,
  type TrackPath,
} from '../../../animation/track.js';
import type { AccessorType, GltfAccessors } from '../gltf-accessors.js';
import { type GltfAnimation, type GltfChannel, type GltfDocument, isRecord, nameOr } from '../gltf-json.js';

/** A clip of a document. */
export interface GltfClip {
  name: string;
  /** Seconds until its last key. */
  duration: number;
  /** Tracks by the number of their node; of each path one at most. */
  tracks: ReadonlyMap<number, readonly Track[]>;
  /** What its channels change besides: pointers of KHR_animation_pointer. */
  pointers: readonly string[];
}

/** Context for reading a clip. */
interface ClipContext {
  document: GltfDocument;
  accessors: GltfAccessors;
}

/** The names of the clips of a document, in order; one without a name has its number. */
export const clipNames = ({ json }: GltfDocument): string[] =>
  (Array.isArray(json.animations) ? json.animations : []).map((clip, k) =>
    nameOr(isRecord(clip) ? clip.name : undefined, `animation_${k}`),
  );

/** The number of the wanted one of these clips: by name, or by number; undefined if there is none. */
export function findClip(names: readonly string[], wanted: string | number = 0): number | undefined {
  const index = typeof wanted === 'number' ? wanted : names.indexOf(wanted);
  return index >= 0 && index < names.length ? index : undefined;
}

/**
 * Clip `index` of the document. Channels whose target is one of an extension are named, not read. Throws UserError,
 * with the number of the channel, for targets and samplers that are missing, keys that do not rise, or other numbers
 * of values than keys need (glTF 2.0 §3.11).
 */
export function readClip({ document, accessors }: ClipContext, index: number): GltfClip {
  const { channels, samplers, name } = document.entry('animations', index, 'the survey');
  const title = nameOr(name, `animation_${index}`);
  const tracks = new Map<number, Track[]>();
  const pointers: string[] = [];
  let duration = 0;
  for (const [k, channel] of (Array.isArray(channels) ? channels : []).entries()) {
    const user = `channels[${k}] of animation ${quoteText(title)}`;
    if (!isRecord(channel) || !isRecord(channel.target)) throw document.fault(`${user} has no target`);
    const pointer = pointerOf(channel.target);
    if (pointer !== undefined) {
      pointers.push(pointer);
      continue;
    }
    const { node, path } = targetOf(document, channel.target, user);
    const own = tracks.get(node) ?? [];
    if (own.some((track) => track.path === path))
      throw document.fault(`${user} moves the ${path} of nodes[${node}], as one before it does`);
    const track = readTrack({ document, accessors }, samplers, channel, { node, path, user });
    tracks.set(node, [...own, track]);
    duration = Math.max(duration, track.times[track.times.length - 1]);
  }
  return { name: title, duration, tracks, pointers };
}

/** What an extension moves (KHR_animation_pointer); undefined: a property of a node. */
function pointerOf({ path, extensions }: NonNullable<GltfChannel['target']>): string | undefined {
  if (path !== 'pointer' && !isRecord(extensions)) return undefined;
  const extension = extensions?.KHR_animation_pointer;
  return isRecord(extension) && typeof extension.pointer === 'string' ? extension.pointer : showValue(path);
}

/** The node and the path of a channel. */
function targetOf(document: GltfDocument, target: NonNullable<GltfChannel['target']>, user: string) {
  const node = document.entry('nodes', target.node, user);
  const path = TRACK_PATHS.find((one) => one === target.path);
  if (path === undefined)
    throw document.fault(`${user} moves ${showValue(target.path)}; expected one of ${TRACK_PATHS.join(', ')}`);
  if (path !== 'weights' && node.matrix !== undefined)
    throw document.fault(
      `${user} moves nodes[${target.node}], which has a matrix`,
      'Nodes that an animation moves have translation, rotation and scale instead: export the model again.',
    );
  return { node: target.node as number, path };
}

/** Width and accessor type of a property of nodes. */
const SHAPES: Readonly<Record<Exclude<TrackPath, 'weights'>, { width: number; type: AccessorType }>> = {
  translation: { width: 3, type: 'VEC3' },
  rotation: { width: 4, type: 'VEC4' },
  scale: { width: 3, type: 'VEC3' },
};

interface TrackTarget {
  node: number;
  path: TrackPath;
  user: string;
}

function readTrack(
  { document, accessors }: ClipContext,
  samplers: GltfAnimation['samplers'],
  { sampler: index }: GltfChannel,
  { node, path, user }: TrackTarget,
): Track {
  const sampler = Array.isArray(samplers) && Number.isInteger(index) ? samplers[index as number] : undefined;
  if (!isRecord(sampler)) throw document.fault(`${user} refers to samplers[${showValue(index)}], which does not exist`);
  const wanted = sampler.interpolation ?? 'LINEAR';
  const interpolation = INTERPOLATIONS.find((one) => one === wanted);
  if (interpolation === undefined)
    throw document.fault(
      `${user} has the interpolation ${showValue(wanted)}; expected one of ${INTERPOLATIONS.join(', ')}`,
    );
  const times = accessors.floats(sampler.input, 'SCALAR', `the times of ${user}`);
  checkTimes(document, times, interpolation, user);
  const shape =
    path === 'weights' ? { width: targetCount(document, node, user), type: 'SCALAR' as const } : SHAPES[path];
  const values = accessors.floats(sampler.output, shape.type, `the values of ${user}`);
  const needed = times.length * shape.width * (interpolation === 'CUBICSPLINE' ? 3 : 1);
  if (values.length !== needed)
    throw document.fault(`${user} has ${values.length} numbers for ${times.length} keys; expected ${needed}`);
  const track = { path, interpolation, times, values, width: shape.width };
  checkValues(document, track, user);
  return track;
}

/** The number of morph targets of the mesh of a node. */
function targetCount(document: GltfDocument, node: number, user: string): number {
  const { mesh } = document.entry('nodes', node, user);
  if (mesh === undefined) throw document.fault(`${user} moves the weights of nodes[${node}], which has no mesh`);
  const { primitives } = document.entry('meshes', mesh, `nodes[${node}]`);
  const counts = (Array.isArray(primitives) ? primitives : []).map((primitive) =>
    isRecord(primitive) && Array.isArray(primitive.targets) ? primitive.targets.length : 0,
  );
  const count = Math.max(0, ...counts);
  if (count === 0) throw document.fault(`${user} moves the weights of nodes[${node}], whose mesh has no morph targets`);
  return count;
}

function checkTimes(
  document: GltfDocument,
  times: Float32Array,
  interpolation: TrackInterpolation,
  user: string,
): void {
  if (times.length === 0) throw document.fault(`${user} has no keys`);
  if (interpolation === 'CUBICSPLINE' && times.length === 1)
    throw document.fault(`${user} has one key; cubic splines need two`);
  for (let k = 0; k < times.length; k++) {
    if (!(times[k] >= 0 && times[k] < TIME_MAX))
      throw document.fault(`${user} has a key at ${times[k]} s; times are 0 or more, and less than ${TIME_MAX} s`);
    if (k > 0 && !(times[k] > times[k - 1]))
      throw document.fault(`${user} has key ${k} at ${times[k]} s after one at ${times[k - 1]} s; times must rise`);
  }
}

/** Longest clip, seconds: its times are f32. */
const TIME_MAX = 1e6;

function checkValues(document: GltfDocument, { path, values, interpolation }: Track, user: string): void {
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw document.fault(`${user} has the value ${values[wrong]}; values must be finite`);
  if (path !== 'rotation') return;
  const [stride, first] = interpolation === 'CUBICSPLINE' ? [12, 4] : [4, 0];
  for (let at = first; at < values.length; at += stride)
    if (values.subarray(at, at + 4).every((value) => value === 0))
      throw document.fault(`${user} has a rotation [0, 0, 0, 0] at key ${(at - first) / stride}`);
}
