import { UserError } from '../base/errors.js';
import { RandomStream } from '../base/random-stream.js';
import { type Disc, poissonDisc } from './poisson-disc.js';
import { PROCEDURAL_SIZES, type SceneSize } from './procedural-kind.js';
import { type ListedTree, type SceneDetails, STAND_TREES_MAX } from './scene-details.js';
import type { Season } from './season.js';
import { diameterSource } from './trees/diameters.js';
import { HeightCurve } from './trees/height-curve.js';
import { inSeason } from './trees/in-season.js';
import { SPECIES, type Species, TREE_NAMES, type TreeName } from './trees/species.js';

/** A tree at its place; metres. */
export interface StandTree extends Disc {
  species: TreeName;
  /** Diameter at breast height. */
  diameter: number;
  height: number;
}

/** The land of a forest: the side of its square, its number of trees, and its number of groups of plants below them. */
export interface ForestLand {
  side: number;
  count: number;
  plants: number;
}

/** The land of a forest without stems, and the least side of one. */
interface UsualLand extends ForestLand {
  least: number;
}

const HECTARE = 1e4;
/** Usual diameters, and shares of species of a mixed forest. */
const USUAL_DIAMETERS = { mean: 0.3, sd: 0.09 };
const USUAL_SPECIES = { beech: 2, spruce: 3, oak: 2, birch: 2, pine: 1, maple: 1, snag: 0.25 };
/** Land around the trees of a table. */
const MARGIN = 5;
/** Fewest triangles of a tree, and the least share of the triangles for trees. */
const LEAST_TRIANGLES = 60;
const TREES_SHARE = 0.7;
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

/**
 * The land of a stand: around the trees of a table, or with `stems` per hectare on `usual` land, which holds as many
 * trees if no extent is given. Throws UserError for more trees than memory or `triangles` allow.
 */
export function landOfStand(
  triangles: number,
  { extent, stems }: SceneSize,
  { trees }: SceneDetails,
  usual: UsualLand,
): ForestLand {
  const { max = Infinity } = PROCEDURAL_SIZES.forest.extent ?? {};
  const dense = stems === undefined ? usual.count / usual.side ** 2 : stems / HECTARE;
  const room = trees === undefined ? Math.sqrt(usual.count / dense) : 2 * (reachOf(trees) + MARGIN);
  const side = extent ?? Math.min(max, Math.max(usual.least, room));
  const count = trees === undefined ? Math.max(1, Math.round(dense * side * side)) : trees.length;
  checkCount(count, triangles);
  const plants = Math.round((usual.plants / usual.side ** 2) * side * side);
  return { side, count, plants: Math.max(8, Math.min(usual.plants, plants)) };
}

const reachOf = (trees: readonly ListedTree[]): number =>
  trees.reduce((reach, { x, y }) => Math.max(reach, Math.abs(x), Math.abs(y)), 0);

function checkCount(count: number, triangles: number): void {
  if (count > STAND_TREES_MAX)
    throw new UserError(`a generated forest of ${count} trees cannot be made; ${STAND_TREES_MAX} are possible`, {
      hint: 'take fewer stems per hectare, or a smaller extent',
    });
  if (count * LEAST_TRIANGLES > triangles * TREES_SHARE)
    throw new UserError(`a generated forest of ${count} trees has more than ${triangles} triangles`, {
      hint: `take at least ${Math.ceil((count * LEAST_TRIANGLES) / TREES_SHARE)} triangles, or fewer trees`,
    });
}

/** Inputs of planting trees. */
interface Planting extends ForestLand, Pick<SceneDetails, 'diameter' | 'species' | 'trees'> {
  isOpen(x: number, y: number, margin: number): boolean;
}

/**
 * The trees of a stand, in the order of its table if it has one. Places, species, diameters and heights that are not in
 * the table are drawn; heights follow from diameters by the curve of the species.
 */
export function plantTrees(seed: number, planting: Planting): StandTree[] {
  const { diameter = USUAL_DIAMETERS, species = USUAL_SPECIES } = planting;
  const draw = new RandomStream(seed, 'stems');
  const drawDiameter = diameterSource(diameter);
  const drawSpecies = speciesSource(species);
  const curves = new Map(TREE_NAMES.map((name) => [name, new HeightCurve(SPECIES[name])]));
  return (planting.trees ?? placesOf(seed, planting)).map((tree: ListedTree): StandTree => {
    // Drawn for every tree, so that values of one tree in a table do not change the others.
    const [drawnSpecies, drawnDiameter] = [drawSpecies(draw), drawDiameter(draw)];
    const { x, y, species: name = drawnSpecies } = tree;
    const curve = curves.get(name) ?? new HeightCurve(SPECIES[name]);
    const thick = tree.diameter ?? (tree.height === undefined ? drawnDiameter : curve.diameterOf(tree.height));
    return { x, y, species: name, diameter: thick, height: tree.height ?? curve.heightOf(thick) };
  });
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
