import { quoteText } from '../../../../base/yaml/faults.js';
import type { Chain } from '../../../animation/chain.js';
import type { Deformation, SkinChains } from '../../../animation/deformation.js';
import { chooseOrigin } from '../../coordinates.js';
import { isRecord, nameOr } from '../gltf-json.js';
import { restWeights } from '../gltf-morphs.js';
import type { GltfNodes, PlacedNode } from '../gltf-nodes.js';
import { type GltfGeometry, type PrimitiveArrays, primitiveArrays } from '../gltf-primitive.js';
import { jointSets, readJoints } from '../gltf-skin.js';
import type { ClipBodies } from './clip-bodies.js';
import type { GltfClip } from './gltf-clip.js';

/** What shapes change by. */
export interface DeformationContext extends GltfGeometry {
  clip: GltfClip;
  nodes: GltfNodes;
  bodies: ClipBodies;
}

/**
 * How a clip changes the shape of the mesh that a node shows: one for each of its primitives that have positions, in
 * their order, or for those whose numbers are given. Throws UserError for faulty skins and targets.
 */
export function readDeformations(
  context: DeformationContext,
  { index, node, mesh }: PlacedNode,
  wanted?: readonly number[],
): Deformation[] {
  const { document, accessors, clip, bodies } = context;
  const source = document.entry('meshes', mesh, 'a node');
  const user = `mesh ${quoteText(nameOr(source.name, `mesh_${mesh}`))}`;
  const track = clip.tracks.get(index)?.find(({ path }) => path === 'weights');
  const weights = restWeights(document, node.weights, source.weights, `nodes[${index}]`);
  const skin = node.skin === undefined ? undefined : skinChains(context, node.skin);
  const found: Deformation[] = [];
  for (const [number, primitive] of (Array.isArray(source.primitives) ? source.primitives : []).entries()) {
    if (wanted?.includes(number) === false) continue;
    if (!isRecord(primitive) || !isRecord(primitive.attributes)) throw document.fault(`${user} has a faulty primitive`);
    const arrays = primitiveArrays(context, primitive, user);
    const positions = arrays.floats('POSITION', 'VEC3');
    if (positions === undefined) continue;
    const targets = (Array.isArray(primitive.targets) ? primitive.targets : []).map((target, k) => {
      if (!isRecord(target) || target.POSITION === undefined) return null;
      const differences = accessors.floats(target.POSITION, 'VEC3', `morph target ${k} of ${user}`);
      if (differences.length !== positions.length)
        throw document.fault(`morph target ${k} of ${user} has another number of vertices`);
      return differences;
    });
    const carrier = skin === undefined ? bodies.chain(index) : withSets(context, skin, { arrays, positions, user });
    found.push({ positions, targets, weights, carrier, ...(track && { track }) });
  }
  return found;
}

type BareSkin = Omit<SkinChains, 'sets'>;

function skinChains({ document, accessors, nodes, bodies }: DeformationContext, index: unknown): BareSkin {
  const { joints, binds, user } = readJoints(document, accessors, index);
  const [, , , x, , , , y, , , , z] = nodes.transform(joints[0], user);
  const chains = joints.map((joint): Chain => {
    nodes.transform(joint, user);
    return bodies.chain(joint);
  });
  return { origin: chooseOrigin(x, y, z), joints: chains, ...(binds && { binds }) };
}

interface SkinnedPrimitive {
  arrays: PrimitiveArrays;
  positions: Float32Array;
  user: string;
}

/** The skin with the joints of a primitive's vertices, all of which it has. */
function withSets(
  { document }: DeformationContext,
  skin: BareSkin,
  { arrays, positions, user }: SkinnedPrimitive,
): SkinChains {
  const sets = jointSets(document, arrays, positions.length / 3, user);
  for (const { joints, weights } of sets) {
    const wrong = joints.findIndex((joint, k) => weights[k] > 0 && !(joint < skin.joints.length));
    if (wrong >= 0)
      throw document.fault(
        `vertex ${Math.floor(wrong / 4)} of ${user} hangs on joint ${joints[wrong]}, which its skin does not have`,
      );
  }
  return { ...skin, sets };
}
