import type { Affine } from '../../../base/affine.js';
import { fromTrs } from '../../../base/trs.js';
import type { GltfAccessors } from './gltf-accessors.js';
import { type GltfDocument, isRecord } from './gltf-json.js';
import type { PlacedNode } from './gltf-nodes.js';

/** Approximate bytes of a place, a name and a surface of each group; a file that holds them takes at least a tenth. */
const INSTANCE_BYTES = 128;

/** Attributes of a place, with their defaults. */
const ATTRIBUTES = [
  { semantic: 'TRANSLATION', type: 'VEC3', absent: [0, 0, 0] },
  { semantic: 'ROTATION', type: 'VEC4', absent: [0, 0, 0, 1] },
  { semantic: 'SCALE', type: 'VEC3', absent: [1, 1, 1] },
] as const;

/**
 * The places of a node's mesh in the frame of the node (EXT_mesh_gpu_instancing); undefined: only the node itself.
 * Throws UserError if the accessors have different numbers of elements, or numbers that are not finite.
 */
export function instancePlaces(
  document: GltfDocument,
  accessors: GltfAccessors,
  { node, index }: PlacedNode,
): Affine[] | undefined {
  const extension = node.extensions?.EXT_mesh_gpu_instancing;
  if (!isRecord(extension)) return undefined;
  const { attributes } = extension;
  const user = `the instances of nodes[${index}]`;
  if (!isRecord(attributes)) throw document.fault(`${user} have no attributes`);
  const stated = ATTRIBUTES.filter(({ semantic }) => attributes[semantic] !== undefined);
  const [count, ...others] = stated.map(({ semantic }) => accessors.count(attributes[semantic], user));
  if (count === undefined) throw document.fault(`${user} have neither TRANSLATION, ROTATION nor SCALE`);
  if (others.some((other) => other !== count))
    throw document.fault(`the attributes of ${user} have other numbers of elements`);
  accessors.spend(count * INSTANCE_BYTES);
  const [translations, rotations, scales] = ATTRIBUTES.map(({ semantic, type, absent }) => {
    const size = absent.length;
    const index = attributes[semantic];
    const values = index === undefined ? undefined : accessors.floats(index, type, user);
    if (values && !values.every(Number.isFinite)) throw document.fault(`${semantic} of ${user} is not finite`);
    return (i: number): ArrayLike<number> => values?.subarray(size * i, size * (i + 1)) ?? absent;
  });
  return Array.from({ length: count }, (_, i) =>
    fromTrs({ translation: translations(i), rotation: rotations(i), scale: scales(i) }),
  );
}
