/*
 * Rings whose edges cross each other over and over, which earcut cuts in cubic time: 12 seconds for a star of 2,001
 * corners. Rings with at most as many crossings as corners take it milliseconds.
 */

/** Rings up to this size take no time whatever they are like. */
const FEW_CORNERS = 32;

/** Pairs of edges that are compared, at most, for each corner: some microseconds. */
const PAIRS_A_CORNER = 1000;

/** Holes times corners: each hole looks for a bridge to the rest, and a surface at this limit takes 0.2 s. */
const HOLES_BY_CORNERS_MAX = 1e7;

/**
 * Whether a polygon takes too long to be cut into triangles: its edges cross more often than it has corners, or their
 * crossings cannot be counted in linear time, or it has too many holes. `flat`: x and y of each corner, ring by ring;
 * `rings`: number of corners of each.
 */
export function isTangled(flat: readonly number[], rings: readonly number[]): boolean {
  const count = flat.length / 2;
  if (count <= FEW_CORNERS) return false;
  if ((rings.length - 1) * count > HOLES_BY_CORNERS_MAX) return true;
  const edges = edgesOf(flat, rings);
  // Along the axis on which edges are shorter, fewer of them lie beside each other.
  const axis = spanOf(edges, 0) <= spanOf(edges, 1) ? 0 : 1;
  edges.sort((a, b) => leastOf(a, axis) - leastOf(b, axis));
  let crossings = 0;
  let pairs = 0;
  for (const [k, edge] of edges.entries()) {
    const end = mostOf(edge, axis);
    for (let other = k + 1; other < edges.length && leastOf(edges[other], axis) <= end; other++) {
      if (++pairs > PAIRS_A_CORNER * count) return true;
      if (doCross(edge, edges[other]) && ++crossings > count) return true;
    }
  }
  return false;
}

/** Ends of an edge: x and y of the first, then of the second. */
type Edge = readonly [ax: number, ay: number, bx: number, by: number];

function edgesOf(flat: readonly number[], rings: readonly number[]): Edge[] {
  const edges: Edge[] = [];
  let start = 0;
  for (const count of rings) {
    for (let i = 0; i < count; i++) {
      const [a, b] = [2 * (start + i), 2 * (start + ((i + 1) % count))];
      edges.push([flat[a], flat[a + 1], flat[b], flat[b + 1]]);
    }
    start += count;
  }
  return edges;
}

const leastOf = (edge: Edge, axis: number): number => Math.min(edge[axis], edge[axis + 2]);
const mostOf = (edge: Edge, axis: number): number => Math.max(edge[axis], edge[axis + 2]);
const spanOf = (edges: readonly Edge[], axis: number): number =>
  edges.reduce((sum, edge) => sum + mostOf(edge, axis) - leastOf(edge, axis), 0);

/** Whether each edge has its ends on both sides of the other; edges that touch do not cross. */
const doCross = (a: Edge, b: Edge): boolean =>
  sideOf(a, b[0], b[1]) * sideOf(a, b[2], b[3]) < 0 && sideOf(b, a[0], a[1]) * sideOf(b, a[2], a[3]) < 0;

/** The side of a point: the sign of twice the area of the triangle with an edge. */
const sideOf = ([ax, ay, bx, by]: Edge, x: number, y: number): number =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
