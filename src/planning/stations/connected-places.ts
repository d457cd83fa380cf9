import type { Vec3 } from '../../base/vec3.js';
import type { SceneProbe } from '../scene-probe.js';

/** A place on a grid. */
export interface GridPlace {
  column: number;
  row: number;
  /** World position on the ground. */
  at: Vec3;
}

/** Right, up, and both diagonals: each pair of neighbours once. */
const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;

/**
 * The groups of places in which each is seen from a neighbour in the group, `eye` metres above ground; the largest
 * first, and of equally large ones the earlier. Walls keep groups apart: a hollow house, or a room without an entrance,
 * has one of its own.
 */
export function connectedPlaces(probe: SceneProbe, places: readonly GridPlace[], eye: number): GridPlace[][] {
  const parents = places.map((_, k) => k);
  const root = (k: number): number => {
    while (parents[k] !== k) {
      parents[k] = parents[parents[k]];
      k = parents[k];
    }
    return k;
  };
  for (const [a, b] of openPairs(probe, places, eye)) parents[Math.max(root(a), root(b))] = Math.min(root(a), root(b));
  const groups = new Map<number, GridPlace[]>();
  for (const [k, place] of places.entries()) {
    const group = groups.get(root(k));
    if (group) group.push(place);
    else groups.set(root(k), [place]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

/** Pairs of neighbours that see each other. */
function openPairs(probe: SceneProbe, places: readonly GridPlace[], eye: number): [number, number][] {
  const keyOf = (column: number, row: number) => `${column} ${row}`;
  const known = new Map(places.map(({ column, row }, k) => [keyOf(column, row), k]));
  const pairs = places.flatMap(({ column, row }, k) =>
    STEPS.flatMap(([dx, dy]): [number, number][] => {
      const neighbour = known.get(keyOf(column + dx, row + dy));
      return neighbour === undefined ? [] : [[k, neighbour]];
    }),
  );
  const rays = new Float64Array(6 * pairs.length);
  for (const [k, [a, b]] of pairs.entries()) {
    const [from, to] = [places[a].at, places[b].at];
    rays.set([from[0], from[1], from[2] + eye, to[0] - from[0], to[1] - from[1], to[2] - from[2]], 6 * k);
  }
  const free = probe.cast(rays);
  return pairs.filter((_, k) => free[k] >= 1);
}
