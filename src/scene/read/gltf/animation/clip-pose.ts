import type { Trs } from '../../../../base/trs.js';
import { type Joint, jointAt } from '../../../animation/chain.js';
import { isConstant, trackAt } from '../../../animation/track.js';
import type { GltfDocument } from '../gltf-json.js';
import { restOf } from '../gltf-nodes.js';
import type { GltfClip } from './gltf-clip.js';

/** The nodes that a clip moves, and how they stand at one of its moments. */
export interface ClipPose {
  /** Nodes whose placement changes. */
  joints: ReadonlyMap<number, Joint>;
  /** Placements of all nodes that have tracks of it. */
  poses: ReadonlyMap<number, Trs>;
  /** Weights of morph targets. */
  weights: ReadonlyMap<number, number[]>;
  /** Nodes whose weights change. */
  morphing: ReadonlySet<number>;
}

/** The pose of the nodes of a document at a moment of a clip, seconds. */
export function clipPose(document: GltfDocument, { tracks }: GltfClip, moment: number): ClipPose {
  const joints = new Map<number, Joint>();
  const poses = new Map<number, Trs>();
  const weights = new Map<number, number[]>();
  const morphing = new Set<number>();
  for (const [index, own] of tracks) {
    const placing = own.filter(({ path }) => path !== 'weights');
    for (const track of own) {
      if (track.path !== 'weights') continue;
      weights.set(index, trackAt(track, moment, []));
      if (!isConstant(track)) morphing.add(index);
    }
    if (placing.length === 0) continue;
    const rest = restOf(document, document.entry('nodes', index, 'a channel'), index);
    const pose = jointAt({ rest, tracks: placing }, moment);
    poses.set(index, pose);
    const moving = placing.filter((track) => !isConstant(track));
    if (moving.length > 0) joints.set(index, { rest: pose, tracks: moving });
  }
  return { joints, poses, weights, morphing };
}
