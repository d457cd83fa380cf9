import { type Affine, determinant } from '../../base/affine.js';
import type { MeshInstance, TreeFacts } from '../model.js';

/** The trees of a scene that generators made. */
export interface Stand {
  trees: SceneTree[];
  /** Area of the ground that they share [m²]; absent: some stand alone. */
  area?: number;
}

/** A tree at its place. */
export interface SceneTree extends Omit<TreeFacts, 'foot'> {
  /** Number of its object, as points have it. */
  id: number;
  /** Name of its object. */
  name: string;
  /** The ground at its foot [m]. */
  x: number;
  y: number;
  z: number;
}

/** Whether an instance is a tree of which something is known. */
export const isTree = (instance: MeshInstance): instance is MeshInstance & { tree: TreeFacts } =>
  instance.tree !== undefined;

/**
 * The tree of an instance of a model that is placed upright by `place`, whose scale its measures have; `object` is the
 * object that it is.
 */
export function treeAt(
  { transform, tree }: MeshInstance & { tree: TreeFacts },
  place: Affine,
  object: { id: number; name: string },
): SceneTree {
  const { foot, ...facts } = tree;
  const scale = scaleOf(place);
  const [x, y, z] = [3, 7, 11].map(
    (at) =>
      place[at] + place[at - 3] * transform[3] + place[at - 2] * transform[7] + place[at - 1] * (transform[11] + foot),
  );
  return {
    ...object,
    ...facts,
    x,
    y,
    z,
    diameter: facts.diameter * scale,
    height: facts.height * scale,
    crownBase: facts.crownBase * scale,
    crownRadius: facts.crownRadius * scale,
    leafArea: facts.leafArea * scale * scale,
  };
}

/** The factor of lengths. */
export const scaleOf = (place: Affine): number => Math.cbrt(Math.abs(determinant(place)));
