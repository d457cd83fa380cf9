import type { SceneView } from 'subray/browser';

/** A box of the world, metres. */
export type Box = SceneView['bounds'];

/** The box about others; one of nothing reaches from Infinity to −Infinity. */
export function boxAround(boxes: readonly Box[]): Box {
  const around: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (const { min, max } of boxes)
    for (let axis = 0; axis < 3; axis++) {
      around.min[axis] = Math.min(around.min[axis], min[axis]);
      around.max[axis] = Math.max(around.max[axis], max[axis]);
    }
  return around;
}

/** The box about points. */
export const boxAbout = (points: readonly ArrayLike<number>[]): Box =>
  boxAround(points.map((at) => ({ min: [at[0], at[1], at[2]], max: [at[0], at[1], at[2]] })));

/** Metres between the nearest places of two boxes. */
export const gapBetween = (a: Box, b: Box): number =>
  Math.hypot(...[0, 1, 2].map((axis) => Math.max(0, a.min[axis] - b.max[axis], b.min[axis] - a.max[axis])));

/** Largest distance of boxes that one picture can show, in sizes of the boxes. */
const APART = 50;
/** Metres about the smallest of them. */
const LEAST = 10;

/** Boxes about those that one picture can show, in the order of their first ones. */
export function groupBoxes(boxes: readonly Box[]): Box[] {
  const groups: Box[] = [];
  for (const box of boxes) {
    let [grown, at] = [box, groups.length];
    for (;;) {
      const near = groups.findIndex((group) => isNear(group, grown));
      if (near < 0) break;
      grown = boxAround([groups[near], grown]);
      groups.splice(near, 1);
      at = Math.min(at, near);
    }
    groups.splice(at, 0, grown);
  }
  return groups;
}

const isNear = (a: Box, b: Box): boolean => gapBetween(a, b) <= APART * Math.max(LEAST, sizeOf(a), sizeOf(b));

const sizeOf = ({ min, max }: Box): number => Math.hypot(...[0, 1, 2].map((axis) => max[axis] - min[axis])) / 2;
