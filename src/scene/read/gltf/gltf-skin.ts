import { type Affine, compose } from '../../../base/affine.js';
import type { Vec3 } from '../../../base/vec3.js';
import { blendByJoints, JOINTS_A_SET, type JointSet } from '../../animation/joint-blend.js';
import { chooseOrigin } from '../coordinates.js';
import type { GltfAccessors } from './gltf-accessors.js';
import type { GltfDocument } from './gltf-json.js';
import type { GltfNodes } from './gltf-nodes.js';
import type { PrimitiveArrays } from './gltf-primitive.js';

/** Bytes of a joint's matrix in memory. */
const JOINT_BYTES = 128;

/** A skin in the pose of the scene. */
export interface Skin {
  /** Origin of the vertices, near which their positions are stored. */
  origin: Vec3;
  /** For each joint: from the mesh's frame to the scene's, less the origin. */
  joints: readonly Affine[];
}

/**
 * The skin number `index` in the pose of the nodes: the transform of each joint times its inverse bind matrix
 * (glTF 2.0 §3.7.3.1). Throws UserError for joints or matrices that are missing.
 */
export function readSkin(document: GltfDocument, accessors: GltfAccessors, nodes: GltfNodes, index: unknown): Skin {
  const { joints, binds, user } = readJoints(document, accessors, index);
  const [, , , x, , , , y, , , , z] = nodes.transform(joints[0], user);
  const origin = chooseOrigin(x, y, z);
  const matrices = joints.map((joint, i) => {
    const transform = nodes.transform(joint, user);
    const matrix = binds ? compose(transform, binds[i]) : transform;
    return matrix.map((value, k) => (k % 4 === 3 ? value - origin[(k - 3) / 4] : value));
  });
  return { origin, joints: matrices };
}

/** The joints of skin number `index`, and their inverse bind matrices. Throws UserError if some are missing. */
export function readJoints(
  document: GltfDocument,
  accessors: GltfAccessors,
  index: unknown,
): { joints: number[]; binds?: Affine[]; user: string } {
  const { joints, inverseBindMatrices } = document.entry('skins', index, 'a node');
  const user = `skins[${String(index)}]`;
  if (!Array.isArray(joints) || joints.length === 0) throw document.fault(`${user} has no joints`);
  accessors.spend(joints.length * JOINT_BYTES);
  if (inverseBindMatrices === undefined) return { joints, user };
  const binds = accessors.floats(inverseBindMatrices, 'MAT4', user);
  if (binds.length < 16 * joints.length || !binds.every(Number.isFinite))
    throw document.fault(`the inverse bind matrices of ${user} are fewer than its joints, or not finite`);
  return { joints, binds: joints.map((_, i) => fromColumns(binds, 16 * i)), user };
}

/** The affine part of a matrix stored in columns. */
const fromColumns = (m: Float32Array, at: number): Affine =>
  Array.from({ length: 12 }, (_, k) => m[at + 4 * (k % 4) + Math.floor(k / 4)]);

/**
 * Moves the positions (3 per vertex), in place, by the joints of a skin: the mean of their transforms by the vertex's
 * weights. Throws UserError for joints that the skin does not have.
 */
export function applySkin(
  document: GltfDocument,
  positions: Float32Array,
  arrays: PrimitiveArrays,
  skin: Skin,
  user: string,
): void {
  const sets = jointSets(document, arrays, positions.length / 3, user);
  blendByJoints(positions, sets, skin.joints, (vertex, joint) => {
    throw document.fault(`vertex ${vertex} of ${user} hangs on joint ${joint}, which its skin does not have`);
  });
}

/** All sets of joints of a primitive. Throws UserError if it has none, or for other numbers of vertices. */
export function jointSets(
  document: GltfDocument,
  arrays: PrimitiveArrays,
  vertexCount: number,
  user: string,
): JointSet[] {
  const sets: JointSet[] = [];
  for (;;) {
    const joints = arrays.floats(`JOINTS_${sets.length}`, 'VEC4');
    const weights = joints && arrays.floats(`WEIGHTS_${sets.length}`, 'VEC4');
    if (!joints || !weights) break;
    if (joints.length !== JOINTS_A_SET * vertexCount || weights.length !== JOINTS_A_SET * vertexCount)
      throw document.fault(`${user} has other numbers of positions, joints and weights`);
    sets.push({ joints, weights });
  }
  if (sets.length === 0) throw document.fault(`${user} has a skin, but no joints and weights`);
  return sets;
}
