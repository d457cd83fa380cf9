import { MOVER_BOX } from './mover-tree.js';

/** More than any scene's movers. */
const MOVERS = 2 ** 22;
/** Steps of the middles of boxes along an axis. */
const STEPS = 2 ** 20;

/**
 * The order in which `count` movers, of those numbers and with those boxes (MOVER_BOX numbers each), become leaves of
 * the tree whose nodes have four children each (mover-tree.ts). Nodes are divided at the median along the axis in which
 * their movers' middles lie farthest apart, twice for four children.
 */
export function orderOfMovers(boxes: Float32Array, movers: Uint32Array, count: number): Uint32Array {
  const order = movers.slice(0, count);
  let span = 1;
  while (4 * span < count) span *= 4;
  divide(boxes, order, span);
  return order;
}

/** Orders movers that lie below one node, or half of one, whose children have `span` each, but for the last one. */
function divide(boxes: Float32Array, order: Uint32Array, span: number): void {
  // Children of one node may come in any order.
  if (span === 1) return;
  const children = Math.ceil(order.length / span);
  if (children <= 1) {
    divide(boxes, order, span / 4);
    return;
  }
  sortAlong(boxes, order);
  const middle = span * Math.ceil(children / 2);
  divide(boxes, order.subarray(0, middle), span);
  divide(boxes, order.subarray(middle), span);
}

/** Sorts movers by the middles of their boxes along the axis in which these lie farthest apart. */
function sortAlong(boxes: Float32Array, order: Uint32Array): void {
  let [axis, low, extent] = [0, 0, -1];
  for (let k = 0; k < 3; k++) {
    let [least, most] = [Infinity, -Infinity];
    for (const mover of order) {
      const middle = twiceMiddle(boxes, mover, k);
      if (middle < least) least = middle;
      if (middle > most) most = middle;
    }
    if (most - least > extent) [axis, low, extent] = [k, least, most - least];
  }
  // The step of a middle, and behind it the number of the mover, so that numbers alone are sorted.
  const perMetre = (STEPS - 1) / Math.max(extent, 1e-9);
  const keys = new Float64Array(order.length);
  for (let k = 0; k < order.length; k++)
    keys[k] = Math.floor((twiceMiddle(boxes, order[k], axis) - low) * perMetre) * MOVERS + order[k];
  keys.sort();
  for (let k = 0; k < order.length; k++) order[k] = keys[k] % MOVERS;
}

function twiceMiddle(boxes: Float32Array, mover: number, axis: number): number {
  const at = mover * MOVER_BOX + axis;
  return boxes[at] + boxes[at + 3];
}
