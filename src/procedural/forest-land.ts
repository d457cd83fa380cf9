import { UserError } from '../base/errors.js';
import { GROUND_PER_TREE, HECTARE, PROCEDURAL_SIZES, type SceneSize } from './procedural-kind.js';
import { type SceneDetails, STAND_TREES_MAX } from './scene-details.js';
import { centreOf, reachFrom } from './tree-places.js';

/** The land of a forest: the side of its square, its number of trees, and its number of groups of plants below them. */
export interface ForestLand {
  side: number;
  /** Its middle: the origin, unless a table has its trees elsewhere. */
  centre: readonly [number, number];
  count: number;
  plants: number;
}

/** Side of the least square without an extent, and its least number of groups of plants. */
const LEAST_SIDE = 30;
const LEAST_PLANTS = 8;
/** Land around the trees of a table. */
const MARGIN = 5;
/** Fewest triangles of a tree, and the least share of the triangles for trees. */
const LEAST_TRIANGLES = 60;
const TREES_SHARE = 0.7;

/**
 * The land of a stand: around the trees of a table, or with `stems` per hectare; without an extent, it has as many
 * trees as suit the triangles.
 */
export function landOfStand(triangles: number, { extent, stems }: SceneSize, { trees }: SceneDetails): ForestLand {
  const { max = Infinity } = PROCEDURAL_SIZES.forest.extent ?? {};
  const usual = usualCount(triangles);
  const groundPerTree = stems === undefined ? GROUND_PER_TREE : HECTARE / stems;
  const centre = trees === undefined ? ([0, 0] as const) : centreOf(trees);
  const room = trees === undefined ? Math.sqrt(usual * groundPerTree) : 2 * (reachFrom(trees, centre) + MARGIN);
  const side = extent ?? Math.min(max, Math.max(LEAST_SIDE, room));
  const isSized = stems !== undefined || extent !== undefined;
  const drawn = isSized ? Math.max(1, Math.round((side * side) / groundPerTree)) : usual;
  const count = trees?.length ?? drawn;
  const plants = Math.round((side * side) / GROUND_PER_TREE);
  return { side, centre, count, plants: Math.max(LEAST_PLANTS, Math.min(usual, plants)) };
}

/** √(triangles / 5) trees, if there are triangles for them: 424 of 1,700 at 0.9 million. */
const usualCount = (triangles: number): number =>
  Math.max(8, Math.round(Math.min(Math.sqrt(triangles / 5), (triangles * TREES_SHARE) / LEAST_TRIANGLES - 1)));

/** Throws UserError for more trees than memory or `triangles` allow. */
export function checkTreeCount(count: number, triangles: number): void {
  if (count > STAND_TREES_MAX)
    throw new UserError(`a generated forest of ${count} trees cannot be made; ${STAND_TREES_MAX} are possible`, {
      hint: 'take fewer stems per hectare, or a smaller extent',
    });
  if (count * LEAST_TRIANGLES > triangles * TREES_SHARE)
    throw new UserError(`a generated forest of ${count} trees has more than ${triangles} triangles`, {
      hint: `take at least ${Math.ceil((count * LEAST_TRIANGLES) / TREES_SHARE)} triangles, or fewer trees`,
    });
}

/** Share of the triangles for the ground. */
const GROUND_SHARE = 0.13;
const MAX_GROUND_TRIANGLES = 1_000_000;
/** Least side of the cells of the ground, each two triangles: a quarter of its smallest bumps [m]. */
const LEAST_CELL = 0.15;

/** Triangles of the ground of a forest of `side` metres. */
export const groundTriangles = (triangles: number, side: number): number =>
  Math.min(triangles * GROUND_SHARE, 2 * (side / LEAST_CELL) ** 2, MAX_GROUND_TRIANGLES);

/** Share of the triangles for plants below the trees, which get the rest. */
export const UNDERGROWTH_SHARE = 0.12;

/** Geometries of each kind of undergrowth. */
export const UNDERGROWTH_GEOMETRIES = 3;

/** Things below the trees: their share of the triangles for them, and their number for each group of plants. */
export const UNDERGROWTH = Object.freeze({
  bush: { share: 0.5, perGroup: 0.35 },
  grass: { share: 0.38, perGroup: 2 },
  stone: { share: 0.06, perGroup: 0.15 },
  log: { share: 0.06, perGroup: 0.05 },
});

/** Triangles of all things of a kind of undergrowth, and their number. */
export const undergrowthOf = (kind: keyof typeof UNDERGROWTH, triangles: number, plants: number) => ({
  triangles: triangles * UNDERGROWTH_SHARE * UNDERGROWTH[kind].share,
  count: Math.ceil(plants * UNDERGROWTH[kind].perGroup),
});
