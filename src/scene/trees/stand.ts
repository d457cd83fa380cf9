import { type Affine, determinant, IDENTITY } from '../../base/affine.js';
import type { MeshInstance, Model, TreeFacts } from '../model.js';

/** The trees of a scene that generators made. */
export interface Stand {
  trees: SceneTree[];
  /** Area of the ground that they share [m²]; absent: some stand alone. */
  area?: number;
}

/** A tree at its place. */
export interface SceneTree extends Omit<TreeFacts, 'foot' | 'instance'> {
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
 * The tree of an instance of a model that is placed by `place`, with whose factors of width and height its measures
 * grow; `object` is the object that it is.
 */
export function treeAt(
  { transform, tree }: MeshInstance & { tree: TreeFacts },
  place: Affine,
  object: { id: number; name: string },
): SceneTree {
  const { foot, instance: _, ...facts } = tree;
  const tall = Math.hypot(place[2], place[6], place[10]);
  const wide = Math.sqrt(Math.abs(determinant(place)) / tall);
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
    diameter: facts.diameter * wide,
    height: facts.height * tall,
    crownBase: facts.crownBase * tall,
    crownRadius: facts.crownRadius * wide,
    // Leaves in all directions; exact to the first order of the difference of the factors.
    leafArea: (facts.leafArea * wide * (wide + 2 * tall)) / 3,
  };
}

/** The factor of lengths. */
export const scaleOf = (place: Affine): number => Math.cbrt(Math.abs(determinant(place)));

/** The trees of a model, numbered in turn but for those with a number; undefined: none is known. */
export function standOfModel({ instances, standArea }: Model): Stand | undefined {
  const known = instances.filter(isTree);
  const taken = new Set(known.flatMap(({ tree: { instance } }) => instance ?? []));
  let next = 1;
  const drawn = (): number => {
    while (taken.has(next)) next++;
    return next++;
  };
  const trees = known.map((one) => {
    const { name, tree } = one;
    return treeAt(one, IDENTITY, { id: tree.instance ?? drawn(), name });
  });
  return trees.length > 0 ? { trees, ...(standArea !== undefined && { area: standArea }) } : undefined;
}
