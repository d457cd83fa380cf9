import type { LazChunk } from '../laz/chunk-table.js';
import type { Detail } from '../records/readable-cloud.js';
import type { NodeEntry } from './hierarchy-pages.js';

/** The octree of a file. */
export interface Octree {
  /** Distance of the points of the root, metres; halved with each level. */
  spacing: number;
  /** Number of nodes with points, and of their points, for each level. */
  levels: readonly { nodes: number; points: number }[];
}

/** The first levels of a cloud. */
export interface OctreePart {
  levels: number;
  /** Points of the whole cloud. */
  allPoints: number;
  /** The chunks of these levels, in the order of the file. */
  chunks: readonly LazChunk[];
}

export const octreeOf = (levels: readonly NodeEntry[][], spacing: number): Octree => ({
  spacing,
  levels: levels.map((nodes) => ({ nodes: nodes.length, points: pointsOf(nodes) })),
});

/** The requested part of a cloud with these nodes, by level; undefined for the whole cloud. */
export function partOf(levels: readonly NodeEntry[][], detail: Detail): OctreePart | undefined {
  if ('whole' in detail && pointsOf(levels.flat()) <= (detail.whole ?? 0)) return undefined;
  const wanted = 'levels' in detail ? detail.levels : levelsWithin(levels, detail.points);
  if (wanted >= levels.length) return undefined;
  let first = 0;
  const nodes = levels.slice(0, wanted).flat();
  const chunks = nodes
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, bytes, points }) => {
      const chunk = { at, bytes, points, first };
      first += points;
      return chunk;
    });
  return { levels: wanted, allPoints: pointsOf(levels.flat()), chunks };
}

function levelsWithin(levels: readonly NodeEntry[][], points: number): number {
  let sum = 0;
  const behind = levels.findIndex((nodes, level) => {
    sum += pointsOf(nodes);
    return level > 0 && sum > points;
  });
  return behind < 0 ? levels.length : behind;
}

const pointsOf = (nodes: readonly NodeEntry[]): number => nodes.reduce((sum, { points }) => sum + points, 0);
