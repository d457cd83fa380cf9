import type { Stand } from './stand.js';

/** Figures of a stand as inventories have them. */
export interface StandFigures {
  trees: number;
  /** Number of trees by species, most first. */
  species: Record<string, number>;
  /** Diameter of the tree of mean basal area [m]. */
  quadraticMeanDiameter: number;
  meanHeight: number;
  /** One-sided area of all leaves [m²]. */
  leafArea: number;
  /** Ground area [m²]; this and what follows is absent if trees stand alone. */
  area?: number;
  stemsPerHectare?: number;
  /** Area of the cuts through the trunks at breast height [m²/ha]. */
  basalArea?: number;
  leafAreaIndex?: number;
}

const HECTARE = 1e4;

/** The figures of a stand with at least one tree, to about four digits. */
export function standFigures({ trees, area }: Stand): StandFigures {
  const sumOf = (of: (tree: Stand['trees'][number]) => number) => trees.reduce((sum, tree) => sum + of(tree), 0);
  const squares = sumOf(({ diameter }) => diameter * diameter);
  const leafArea = sumOf((tree) => tree.leafArea);
  const counts = new Map<string, number>();
  for (const { species } of trees) counts.set(species, (counts.get(species) ?? 0) + 1);
  return {
    trees: trees.length,
    species: Object.fromEntries([...counts].sort(([, a], [, b]) => b - a)),
    quadraticMeanDiameter: rounded(Math.sqrt(squares / trees.length)),
    meanHeight: rounded(sumOf(({ height }) => height) / trees.length),
    leafArea: rounded(leafArea),
    ...(area !== undefined && {
      area: rounded(area),
      stemsPerHectare: rounded((HECTARE * trees.length) / area),
      basalArea: rounded(((HECTARE * Math.PI) / 4 / area) * squares),
      leafAreaIndex: rounded(leafArea / area),
    }),
  };
}

const DIGITS = 4;
const rounded = (value: number): number =>
  value >= 10 ** DIGITS ? Math.round(value) : Number(value.toPrecision(DIGITS));

/** The figures in one line. */
export function describeFigures(figures: StandFigures): string {
  const { trees, species, quadraticMeanDiameter, meanHeight, leafArea, stemsPerHectare, basalArea, leafAreaIndex } =
    figures;
  const mix = Object.entries(species).map(([name, count]) => `${count} ${name}`);
  return [
    `${trees} (${mix.join(', ')})`,
    ...(stemsPerHectare === undefined ? [] : [`${stemsPerHectare} stems/ha`, `basal area ${basalArea} m²/ha`]),
    `quadratic mean diameter ${quadraticMeanDiameter} m`,
    `mean height ${meanHeight} m`,
    leafAreaIndex === undefined ? `leaf area ${leafArea} m²` : `LAI ${leafAreaIndex}`,
  ].join(', ');
}
