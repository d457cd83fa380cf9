import { type Affine, compose } from '../../base/affine.js';
import { invariant } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import { type Chain, chainAt } from './chain.js';
import { blendByJoints, type JointSet } from './joint-blend.js';
import { type Track, trackAt } from './track.js';

/** The vertices of a mesh whose shape a clip changes. */
export interface Deformation {
  /** 3 per vertex, without morph targets and joints, in the frame of the mesh. */
  positions: Float32Array;
  /** Differences of each morph target, likewise; null: the target moves no vertex. */
  targets: readonly (Float32Array | null)[];
  /** Weights of the targets where no track changes them; missing ones are 0. */
  weights: readonly number[];
  /** Changes the weights; absent: nothing does. */
  track?: Track;
  /** What places the vertices in the model. */
  carrier: Chain | SkinChains;
}

/** The joints of a skin. */
export interface SkinChains {
  /** Near which positions are stored. */
  origin: Vec3;
  /** Each joint down from the root of the model. */
  joints: readonly Chain[];
  /** Frame of the mesh to that of each joint, in the pose of the skin; absent: the same. */
  binds?: readonly Affine[];
  sets: readonly JointSet[];
}

const isSkin = (carrier: Chain | SkinChains): carrier is SkinChains => 'joints' in carrier;

/**
 * The places of the vertices at `time`, seconds of the clip, 3 per vertex, in the frame of the model, of a skin less
 * its origin; written to `out` if given: morph targets first, then joints (glTF 2.0 §3.7.3).
 */
export function deformedAt(
  { positions, targets, weights, track, carrier }: Deformation,
  time: number,
  out = new Float32Array(positions.length),
): Float32Array {
  out.set(positions);
  const own = track === undefined ? weights : trackAt(track, time, []);
  for (const [k, target] of targets.entries()) {
    const weight = own[k] ?? 0;
    if (target !== null && weight !== 0) for (let i = 0; i < out.length; i++) out[i] += weight * target[i];
  }
  if (isSkin(carrier)) blendByJoints(out, carrier.sets, skinMatrices(carrier, time), noJoint);
  else moveAll(out, chainAt(carrier, time));
  return out;
}

/** For each joint, from the mesh's frame to the model's, less the origin. */
function skinMatrices({ origin, joints, binds }: SkinChains, time: number): Affine[] {
  return joints.map((chain, k) => {
    const placed = chainAt(chain, time);
    const matrix = binds === undefined ? placed : compose(placed, binds[k]);
    return matrix.map((value, i) => (i % 4 === 3 ? value - origin[(i - 3) / 4] : value));
  });
}

function noJoint(vertex: number, joint: number): never {
  invariant(false, `vertex ${vertex} hangs on joint ${joint}, which its skin does not have`);
}

function moveAll(positions: Float32Array, m: Affine): void {
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    for (let row = 0; row < 3; row++)
      positions[at + row] = m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z + m[4 * row + 3];
  }
}

/** The moments at which steps of a deformation jump, seconds of the clip, rising. */
export function stepsOf({ track, carrier }: Deformation): number[] {
  const links = (isSkin(carrier) ? carrier.joints : [carrier]).flat();
  const tracks = [...links.flatMap((link) => ('tracks' in link ? link.tracks : [])), ...(track ? [track] : [])];
  const stepped = tracks.filter(({ interpolation }) => interpolation === 'STEP');
  return [...new Set(stepped.flatMap(({ times }) => [...times]))].sort((a, b) => a - b);
}
