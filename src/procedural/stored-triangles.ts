import { groundTriangles, landOfStand } from './forest-land.js';
import type { ProceduralKind, SceneSize } from './procedural-kind.js';
import type { SceneDetails } from './scene-details.js';

/** What is asked of a generator. */
interface StoredOrder {
  triangles: number;
  size?: SceneSize;
  details?: SceneDetails;
}

/** Shares of the triangles in geometries that are placed once, or counted once; measured at the usual numbers. */
const STORED_SHARES: Readonly<Record<Exclude<ProceduralKind, 'forest'>, number>> = Object.freeze({
  tree: 1,
  terrain: 1,
  room: 0.8,
  street: 0.57,
  district: 0.38,
});

/**
 * Roughly the number of triangles that a generated scene keeps in memory, a geometry that is placed often counted
 * once: within a third, without generating it.
 */
export const storedTriangles = (kind: ProceduralKind, order: StoredOrder): number =>
  Math.round(kind === 'forest' ? Math.min(order.triangles, ofForest(order)) : STORED_SHARES[kind] * order.triangles);

/** Species of a forest without `species`, and sizes of each that have their own geometry. */
const USUAL_SPECIES = 7;
const SIZES = 6;
/** Shares of the triangles for trees and for the plants below them. */
const TREES = 0.77;
const PLANTS = 0.12;
/** Triangles of one geometry of each kind of plant, over those of all plants for each group. */
const PLANT_GEOMETRIES = 3 * (0.5 / 0.35 + 0.38 / 2);

function ofForest({ triangles, size = {}, details = {} }: StoredOrder): number {
  const { side, count, plants } = landOfStand(triangles, size, details);
  const ground = details.ground === 'none' ? 0 : groundTriangles(triangles, side);
  const trees = Math.max(TREES * triangles, (1 - PLANTS) * triangles - ground);
  return (
    ground + (triangles * PLANTS * PLANT_GEOMETRIES) / plants + (trees / count) * geometriesOfTrees(count, details)
  );
}

/** Number of geometries of trees, as multiples of the mean tree. */
function geometriesOfTrees(count: number, { species, diameter }: SceneDetails): number {
  const kinds = species ? Object.values(species).filter((share = 0) => share > 0).length : USUAL_SPECIES;
  if (diameter?.sd === 0) return Math.min(count, kinds);
  // Large stands have all sizes, many of them of small trees with few triangles.
  const smaller = 0.55 + 0.45 * Math.exp(-count / 250);
  return kinds * SIZES * (1 - Math.exp(-count / (kinds * SIZES))) * smaller;
}
