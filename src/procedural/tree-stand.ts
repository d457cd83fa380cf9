import { UserError } from '../base/errors.js';
import { RandomStream } from '../base/random-stream.js';
import type { ForestLand } from './forest-land.js';
import { type Disc, poissonDisc } from './poisson-disc.js';
import type { ListedTree, SceneDetails } from './scene-details.js';
import type { Season } from './season.js';
import { diameterSource } from './trees/diameters.js';
import { HeightCurve } from './trees/height-curve.js';
import { inSeason } from './trees/in-season.js';
import { LEAF_AREAS } from './trees/leaf-area.js';
import { SPECIES, type Species, TREE_NAMES, type TreeName } from './trees/species.js';

/** A tree at its place; metres. */
export interface StandTree extends Disc {
  species: TreeName;
  /** Diameter at breast height. */
  diameter: number;
  height: number;
  /** One-sided area of its leaves in summer [m²]. */
  leafArea: number;
  /** Number of its object; absent: numbered in turn. */
  instance?: number;
}

/** Usual diameters, and shares of species of a mixed forest. */
const USUAL_DIAMETERS = { mean: 0.3, sd: 0.09 };
const USUAL_SPECIES = { beech: 2, spruce: 3, oak: 2, birch: 2, pine: 1, maple: 1, snag: 0.25 };
/**
 * Least distance of trees as a share of that in a square grid, and the steps by which it is reduced if there is no
 * room.
 */
const SPACING = 0.5;
const CLOSER = 0.8;
/** Maximum number of sizes of a species with their own geometry. */
const MAX_CLASSES = 6;
/** The crowns of a forest together cover at most this multiple of its ground: in a dense one, they are narrow. */
const CROWN_COVER = 1.3;

/** Inputs of planting trees. */
interface Planting extends ForestLand, Pick<SceneDetails, 'diameter' | 'species' | 'trees' | 'leafArea'> {
  /** Leaf area of all trees in summer over the area of the land; absent: it follows from the trees. */
  lai?: number;
  isOpen(x: number, y: number, margin: number): boolean;
}

/**
 * The trees of a stand, in the order of its table if it has one, with places relative to the middle of the land.
 * Places, species, diameters and heights that are not in the table are drawn; heights follow from diameters by the
 * curve of the species, and so do leaf areas (`LEAF_AREAS`), which `leafArea` and `lai` change. Throws UserError if no
 * tree has leaves, but a `lai` is requested.
 */
export function plantTrees(seed: number, planting: Planting): StandTree[] {
  const { diameter = USUAL_DIAMETERS, species = USUAL_SPECIES } = planting;
  const draw = new RandomStream(seed, 'stems');
  const drawDiameter = diameterSource(diameter);
  const drawSpecies = speciesSource(species);
  const curves = new Map(TREE_NAMES.map((name) => [name, new HeightCurve(SPECIES[name])]));
  const trees = (planting.trees?.map(relativeTo(planting.centre)) ?? placesOf(seed, planting)).map(
    (tree: ListedTree): StandTree => {
      // Drawn for every tree, so that values of one tree in a table do not change the others.
      const [drawnSpecies, drawnDiameter] = [drawSpecies(draw), drawDiameter(draw)];
      const { x, y, species: name = drawnSpecies } = tree;
      const curve = curves.get(name) ?? new HeightCurve(SPECIES[name]);
      const thick = tree.diameter ?? (tree.height === undefined ? drawnDiameter : curve.diameterOf(tree.height));
      const height = tree.height ?? curve.heightOf(thick);
      const leafArea = tree.leafArea ?? LEAF_AREAS[name](thick);
      const { instance } = tree;
      return { x, y, species: name, diameter: thick, height, leafArea, ...(instance !== undefined && { instance }) };
    },
  );
  return withLeafArea(trees, planting);
}

const relativeTo =
  ([x0, y0]: readonly [number, number]) =>
  (tree: ListedTree): ListedTree => ({ ...tree, x: tree.x - x0, y: tree.y - y0 });

/** The trees with the requested leaf area: by a factor, of a mean tree of a species, or of all over the land. */
function withLeafArea(trees: readonly StandTree[], { leafArea = 1, lai, side }: Planting): StandTree[] {
  const sumOf = (some: readonly StandTree[]) => some.reduce((sum, tree) => sum + tree.leafArea, 0);
  const factorOf = (name: TreeName): number => {
    const wanted = typeof leafArea === 'number' ? undefined : leafArea[name];
    if (wanted === undefined) return typeof leafArea === 'number' ? leafArea : 1;
    const own = trees.filter(({ species }) => species === name);
    const found = sumOf(own);
    return found > 0 ? (wanted * own.length) / found : 1;
  };
  const factors = new Map(TREE_NAMES.map((name) => [name, factorOf(name)]));
  const scaled = trees.map((tree) => ({ ...tree, leafArea: tree.leafArea * (factors.get(tree.species) ?? 1) }));
  if (lai === undefined) return scaled;
  const found = sumOf(scaled);
  if (found === 0)
    throw new UserError(`the forest has no leaves for a leaf area index of ${lai}: its trees are snags`, {
      hint: 'leave out lai, or take another species',
    });
  const factor = (lai * side * side) / found;
  return scaled.map((tree) => ({ ...tree, leafArea: tree.leafArea * factor }));
}

/** Places of all trees: as far apart as the land allows, within the limits of `SPACING`. */
function placesOf(seed: number, { side, count, isOpen }: Planting): Disc[] {
  const area = { width: side - 2, depth: side - 2 };
  const random = new RandomStream(seed, 'trees');
  for (let spacing = (SPACING * side) / Math.sqrt(count); ; spacing *= CLOSER) {
    const places = poissonDisc(random, area, count, spacing, (x, y) => isOpen(x, y, 1));
    if (places.length === count) return places;
  }
}

function speciesSource(shares: NonNullable<SceneDetails['species']>): (random: RandomStream) => TreeName {
  const names = TREE_NAMES.filter((name) => (shares[name] ?? 0) > 0);
  const total = names.reduce((sum, name) => sum + (shares[name] ?? 0), 0);
  return (random) => {
    let left = random.unit() * total;
    for (const name of names) {
      left -= shares[name] ?? 0;
      if (left < 0) return name;
    }
    return names[names.length - 1];
  };
}

/** A species in one size. */
export interface SizeClass {
  species: Species;
  diameter: number;
  height: number;
  leafArea: number;
}

/** Kinds of trees, each the mean of the trees of a species and a range of diameters, and the kind of each tree. */
export function sizeClasses(
  trees: readonly StandTree[],
  side: number,
  season: Season | undefined,
): { kinds: SizeClass[]; kindOf: number[] } {
  const crowns = crownFactor(trees, side);
  const kinds: SizeClass[] = [];
  const kindOf = new Array<number>(trees.length).fill(0);
  for (const name of TREE_NAMES) {
    const own = trees.flatMap((tree, i) => (tree.species === name ? [i] : []));
    const { form, ...species } = inSeason(SPECIES[name], season);
    const narrow = { ...species, form: { ...form, crownRadius: form.crownRadius * crowns } };
    for (const members of classesOf(own, (i) => trees[i].diameter)) {
      const mean = (of: (tree: StandTree) => number) =>
        members.reduce((sum, i) => sum + of(trees[i]), 0) / members.length;
      const kind = kinds.push({
        species: narrow,
        diameter: mean((tree) => tree.diameter),
        height: mean((tree) => tree.height),
        leafArea: mean((tree) => tree.leafArea),
      });
      for (const i of members) kindOf[i] = kind - 1;
    }
  }
  return { kinds, kindOf };
}

/** The members in up to MAX_CLASSES groups, whose limits of diameter form a geometric sequence. */
function classesOf(members: readonly number[], diameterOf: (member: number) => number): number[][] {
  const sizes = members.map(diameterOf);
  const least = sizes.reduce((low, size) => Math.min(low, size), Infinity);
  const span = Math.log(sizes.reduce((high, size) => Math.max(high, size), 0) / least);
  const classes = Array.from({ length: MAX_CLASSES }, (): number[] => []);
  members.forEach((member, i) => {
    const share = span > 0 ? Math.log(sizes[i] / least) / span : 0;
    classes[Math.min(MAX_CLASSES - 1, Math.floor(share * MAX_CLASSES))].push(member);
  });
  return classes.filter(({ length }) => length > 0);
}

/** Factor of all radii of crowns, at most 1, with which they cover at most CROWN_COVER of the ground. */
function crownFactor(trees: readonly StandTree[], side: number): number {
  const area = trees.reduce(
    (sum, { species, height }) => sum + Math.PI * (SPECIES[species].form.crownRadius * height) ** 2,
    0,
  );
  return Math.min(1, Math.sqrt((CROWN_COVER * side * side) / area));
}
