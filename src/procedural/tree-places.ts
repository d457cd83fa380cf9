import type { ListedTree } from './scene-details.js';

/** Trees within this distance of the origin along x and y have coordinates relative to the middle of the forest. */
const NEAR = 1000;

/**
 * The middle of a forest by the places of its trees: the origin if they are near, as of a plot with coordinates of its
 * own, and otherwise, as of a national grid, the middle of their box in whole metres.
 */
export function centreOf(trees: readonly ListedTree[]): readonly [number, number] {
  if (reachFrom(trees, [0, 0]) <= NEAR) return [0, 0];
  const middle = (axis: 'x' | 'y') => {
    const [low, high] = trees.reduce(
      ([least, most], tree) => [Math.min(least, tree[axis]), Math.max(most, tree[axis])],
      [Infinity, -Infinity],
    );
    return Math.round((low + high) / 2);
  };
  return [middle('x'), middle('y')];
}

/** The largest distance of a tree from the middle along x or y. */
export const reachFrom = (trees: readonly ListedTree[], [x0, y0]: readonly [number, number]): number =>
  trees.reduce((reach, { x, y }) => Math.max(reach, Math.abs(x - x0), Math.abs(y - y0)), 0);
