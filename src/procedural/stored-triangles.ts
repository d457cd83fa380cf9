import { MERGE_TRIANGLES } from '../scene/flatten.js';
import {
  groundTriangles,
  landOfStand,
  UNDERGROWTH,
  UNDERGROWTH_GEOMETRIES,
  UNDERGROWTH_SHARE,
  undergrowthOf,
} from './forest-land.js';
import type { ProceduralKind, SceneSize } from './procedural-kind.js';
import type { SceneDetails } from './scene-details.js';

/** What is asked of a generator. */
interface StoredOrder {
  triangles: number;
  size?: SceneSize;
  details?: SceneDetails;
}

/**
 * Copies of a geometry are merged while they are few triangles (`flatten`), so that small scenes keep all: up to `all`
 * triangles; from `apart` on, geometries that are placed often count once, and `share` of the triangles is kept.
 * Measured.
 */
const KEPT: Readonly<Record<Exclude<ProceduralKind, 'forest'>, { share: number; all: number; apart: number }>> =
  Object.freeze({
    tree: { share: 1, all: 1, apart: 2 },
    terrain: { share: 1, all: 1, apart: 2 },
    room: { share: 0.82, all: 1, apart: 2 },
    street: { share: 0.47, all: 1e6, apart: 4e6 },
    district: { share: 0.45, all: 3e5, apart: 2e6 },
  });

/**
 * Roughly the number of triangles that the scene of a generator keeps in memory, a geometry that is placed often
 * counted once: within a third, without generating it.
 */
export function storedTriangles(kind: ProceduralKind, order: StoredOrder): number {
  const { triangles } = order;
  if (kind === 'forest') return Math.round(Math.min(triangles, ofForest(order)));
  const { share, all, apart } = KEPT[kind];
  return Math.round(triangles * (share + (1 - share) * shareBelow(triangles, all, apart)));
}

/** 1 up to `least`, 0 from `most` on, between them by the logarithm. */
const shareBelow = (value: number, least: number, most: number): number =>
  Math.min(1, Math.max(0, Math.log(most / value) / Math.log(most / least)));

/** Species of a forest without `species`, and sizes of each that have their own geometry. */
const USUAL_SPECIES = 7;
const SIZES = 6;
/** Least share of the triangles for trees, which get those of a smaller ground as well. */
const TREES = 0.75;
/** Triangles of all trees of a geometry, on average, of which all and none are merged. */
const TREES_MERGED = 1e4;
const TREES_APART = 4e4;

function ofForest({ triangles, size = {}, details = {} }: StoredOrder): number {
  const { side, count, plants } = landOfStand(triangles, size, details);
  const ground = details.ground === 'none' ? 0 : groundTriangles(triangles, side);
  const trees = Math.max(TREES * triangles, (1 - UNDERGROWTH_SHARE) * triangles - ground);
  const { kinds, smaller } = geometriesOfTrees(count, details);
  const merged = shareBelow(trees / kinds, TREES_MERGED, TREES_APART);
  return ground + ofUndergrowth(triangles, plants) + trees * (merged + ((1 - merged) * kinds * smaller) / count);
}

function ofUndergrowth(triangles: number, plants: number): number {
  return (Object.keys(UNDERGROWTH) as (keyof typeof UNDERGROWTH)[]).reduce((sum, kind) => {
    const { triangles: all, count } = undergrowthOf(kind, triangles, plants);
    const isMerged = all / UNDERGROWTH_GEOMETRIES <= MERGE_TRIANGLES;
    return sum + (isMerged ? all : (all / count) * UNDERGROWTH_GEOMETRIES);
  }, 0);
}

/** Number of geometries of trees, and their mean size over that of the trees. */
function geometriesOfTrees(count: number, { species, diameter }: SceneDetails): { kinds: number; smaller: number } {
  const names = species ? Object.values(species).filter((share = 0) => share > 0).length : USUAL_SPECIES;
  if (diameter?.sd === 0) return { kinds: Math.min(count, names), smaller: 1 };
  const most = names * SIZES;
  // Large stands have all sizes, many of them of small trees with few triangles.
  return { kinds: most * (1 - Math.exp(-count / most)), smaller: 0.55 + 0.45 * Math.exp(-count / 250) };
}
