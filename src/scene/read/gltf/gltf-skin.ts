import { type Affine, compose } from '../../../base/affine.js';
import type { Vec3 } from '../../../base/vec3.js';
import { chooseOrigin } from '../coordinates.js';
import type { GltfAccessors } from './gltf-accessors.js';
import type { GltfDocument } from './gltf-json.js';
import type { GltfNodes } from './gltf-nodes.js';
import type { PrimitiveArrays } from './gltf-primitive.js';

/** Joints that a set of attributes names for each vertex: JOINTS_n and WEIGHTS_n. */
const SET_SIZE = 4;
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
  const { joints, inverseBindMatrices } = document.entry('skins', index, 'a node');
  const user = `skins[${String(index)}]`;
  if (!Array.isArray(joints) || joints.length === 0) throw document.fault(`${user} has no joints`);
  accessors.spend(joints.length * JOINT_BYTES);
  const binds = inverseBindMatrices === undefined ? undefined : accessors.floats(inverseBindMatrices, 'MAT4', user);
  if (binds && (binds.length < 16 * joints.length || !binds.every(Number.isFinite)))
    throw document.fault(`the inverse bind matrices of ${user} are fewer than its joints, or not finite`);
  const [, , , x, , , , y, , , , z] = nodes.transform(joints[0], user);
  const origin = chooseOrigin(x, y, z);
  const matrices = joints.map((joint, i) => {
    const transform = nodes.transform(joint, user);
    const matrix = binds ? compose(transform, fromColumns(binds, 16 * i)) : transform;
    return matrix.map((value, k) => (k % 4 === 3 ? value - origin[(k - 3) / 4] : value));
  });
  return { origin, joints: matrices };
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
  const vertexCount = positions.length / 3;
  const sets = jointSets(document, arrays, vertexCount, user);
  const mean = new Float64Array(12);
  for (let v = 0; v < vertexCount; v++) {
    mean.fill(0);
    let total = 0;
    for (const { joints, weights } of sets)
      for (let k = SET_SIZE * v; k < SET_SIZE * (v + 1); k++) {
        const weight = weights[k];
        if (!(weight > 0)) continue;
        const matrix = skin.joints[joints[k]];
        if (!matrix)
          throw document.fault(`vertex ${v} of ${user} hangs on joint ${joints[k]}, which its skin does not have`);
        total += weight;
        for (let i = 0; i < 12; i++) mean[i] += weight * matrix[i];
      }
    // A vertex without weights follows its first joint.
    place(
      positions,
      3 * v,
      total > 0 ? mean : (skin.joints[sets[0].joints[SET_SIZE * v]] ?? skin.joints[0]),
      total || 1,
    );
  }
}

function place(positions: Float32Array, at: number, m: ArrayLike<number>, total: number): void {
  const x = positions[at];
  const y = positions[at + 1];
  const z = positions[at + 2];
  for (let row = 0; row < 3; row++) {
    const k = 4 * row;
    positions[at + row] = (m[k] * x + m[k + 1] * y + m[k + 2] * z + m[k + 3]) / total;
  }
}

/** All sets of joints of a primitive. Throws UserError if it has none, or for other numbers of vertices. */
function jointSets(document: GltfDocument, arrays: PrimitiveArrays, vertexCount: number, user: string) {
  const sets: { joints: Float32Array; weights: Float32Array }[] = [];
  for (;;) {
    const joints = arrays.floats(`JOINTS_${sets.length}`, 'VEC4');
    const weights = joints && arrays.floats(`WEIGHTS_${sets.length}`, 'VEC4');
    if (!joints || !weights) break;
    if (joints.length !== SET_SIZE * vertexCount || weights.length !== SET_SIZE * vertexCount)
      throw document.fault(`${user} has other numbers of positions, joints and weights`);
    sets.push({ joints, weights });
  }
  if (sets.length === 0) throw document.fault(`${user} has a skin, but no joints and weights`);
  return sets;
}
