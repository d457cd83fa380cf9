import { type Affine, translation } from '../../../../base/affine.js';
import { quoteText } from '../../../../base/yaml/faults.js';
import { type BakedKeys, bakeKeys } from '../../../animation/bake-keys.js';
import type { Chain } from '../../../animation/chain.js';
import { type Deformation, deformedAt } from '../../../animation/deformation.js';
import type { Mesh } from '../../../model.js';
import { COORDINATE_LIMIT, chooseOrigin } from '../../coordinates.js';
import type { PlacedNode } from '../gltf-nodes.js';
import { type DeformationContext, readDeformations } from './gltf-deformation.js';

/** How shapes are read. */
interface ShapeContext extends DeformationContext {
  /** Moment of the clip at which the model stands, seconds. */
  moment: number;
  /** Keys a second; absent: the usual ones. */
  rate: number | undefined;
}

/** A mesh with its shapes in the frame of the model, and the largest error between two keys, in its units. */
export interface ShapedMesh {
  mesh: Mesh;
  error: number;
}

/**
 * The mesh that a node shows, with the shapes that it takes in the model over a clip, from the mesh as it is read: with
 * the vertices of these `primitives`, one after the other. Throws UserError for coordinates that are not finite, and
 * for keys of more than 1 GiB.
 */
export function shapedMesh(
  context: ShapeContext,
  placed: PlacedNode,
  { mesh, primitives }: { mesh: Mesh; primitives: readonly number[] },
): ShapedMesh {
  const { clip, moment, rate } = context;
  const own = readDeformations(context, placed, primitives);
  const origin = placed.node.skin === undefined ? originOf(placed.transform) : mesh.origin;
  const moved = own.map((one) => ({ ...one, carrier: lessOrigin(one.carrier, origin) }));
  const triangles = mesh.triangleGroup.length / own.length;
  const baked = moved.map((one) => bakeKeys(one, clip.duration, { rate, triangles }));
  const keys = baked[0].times.length === 0 ? [] : joinKeys(baked);
  const shape = { times: baked[0].times, keys };
  const positions = joined(moved.map((one) => deformedAt(one, moment)));
  for (const key of [positions, ...keys]) checkKey(context, key, mesh.name);
  return { mesh: { ...mesh, origin, positions, shapes: shape }, error: Math.max(...baked.map(({ error }) => error)) };
}

const originOf = ([, , , x, , , , y, , , , z]: Affine) => chooseOrigin(x, y, z);

/** A chain to the model's frame less an origin; a skin has its own. */
function lessOrigin(carrier: Deformation['carrier'], [x, y, z]: readonly number[]): Deformation['carrier'] {
  if ('joints' in carrier || (x === 0 && y === 0 && z === 0)) return carrier;
  return [translation([-x, -y, -z]), ...(carrier as Chain)];
}

/** The keys of all parts of a mesh: these change by the same tracks, so they have keys at the same moments. */
const joinKeys = (baked: readonly BakedKeys[]): Float32Array[] =>
  baked[0].keys.map((_, k) => joined(baked.map(({ keys }) => keys[k])));

function joined(parts: readonly Float32Array[]): Float32Array {
  if (parts.length === 1) return parts[0];
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function checkKey({ document }: ShapeContext, key: Float32Array, name: string): void {
  for (let i = 0; i < key.length; i++)
    if (!(Math.abs(key[i]) <= COORDINATE_LIMIT))
      throw document.fault(
        `vertex ${Math.floor(i / 3)} of mesh ${quoteText(name)} gets the coordinate ${key[i]} in its clip; coordinates ` +
          'must be finite',
      );
}
