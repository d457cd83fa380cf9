import type { Affine } from '../base/affine.js';
import { compose, rotation, scaling, translation } from '../base/affine.js';
import { TURN } from '../base/angle.js';
import { hashSeed, RandomStream } from '../base/random-stream.js';
import type { Model } from '../scene/model.js';
import { gridFor, Heightfield } from './heightfield.js';
import { MeshBuilder } from './mesh-builder.js';
import { ModelBuilder } from './model-builder.js';
import { fractalNoise } from './noise.js';
import type { MaterialName } from './palette.js';
import { type Disc, poissonDisc } from './poisson-disc.js';
import type { SceneSize } from './procedural-kind.js';
import { isStand, type SceneDetails } from './scene-details.js';
import type { Season } from './season.js';
import { fractalHeight } from './terrain.js';
import { type ForestLand, landOfStand, plantTrees, type StandTree, sizeClasses } from './tree-stand.js';
import { inSeason } from './trees/in-season.js';
import { SPECIES, type Species } from './trees/species.js';
import { growTree, SINK } from './trees/tree.js';
import { drawBlade, growGrass, growLog, growStone, TRIANGLES_PER_BLADE } from './undergrowth.js';

/** Ground area per tree in a closed forest: about 280 trees a hectare. */
const GROUND_PER_TREE = 36;
/** √(triangles / 5) trees: 424 of 1,700 triangles at 0.9 million, 10,000 of 48,000 at 500 million. */
const TREES_SQUARED_PER_TRIANGLE = 1 / 5;
const MIN_SIDE = 30;
/** Shares of the triangles; the trees get the rest. */
const TERRAIN_SHARE = 0.13;
const MAX_TERRAIN_TRIANGLES = 1_000_000;
const UNDERGROWTH_SHARE = 0.12;
/** Radius around the origin, where a scanner may stand, and half width of the path, both without tall objects. */
const CLEARING = 4.5;
const PATH_HALF_WIDTH = 1.6;
/** Smallest and largest number of distinct trees. */
const MIN_KINDS = 4;
const MAX_KINDS = 12;

const TREE_MIX: readonly Species[] = [
  SPECIES.beech,
  SPECIES.spruce,
  SPECIES.oak,
  SPECIES.birch,
  SPECIES.pine,
  SPECIES.snag,
  SPECIES.spruce,
  SPECIES.beech,
  SPECIES.maple,
  SPECIES.oak,
  SPECIES.birch,
  SPECIES.spruce,
];
/** Data common to all steps of generating a forest. */
const SNAG_WEIGHT = 0.25;

/** Data that all steps of generating a forest share. */
interface ForestPlan extends ForestLand {
  seed: number;
  triangles: number;
  ground: Heightfield;
  model: ModelBuilder;
  season: Season | undefined;
  /** Whether the ground is a path or clearing, without trees. */
  isOpen(x: number, y: number, margin: number): boolean;
  /** Metres to the path; Infinity without one. */
  pathDistance(x: number, y: number): number;
}

/**
 * A mixed forest on soft ground, with a path and a clearing around the origin. Trees, bushes, stones and tufts are few
 * geometries placed many times, so memory grows with the number of kinds and not of trees. It is a square of `extent`
 * metres; absent: as large as the triangles allow. With `stems`, diameters, shares of species or a table of trees, its
 * trees are those of `plantTrees`; if a table gives their places, there is no path. Throws UserError if its trees need
 * more triangles.
 */
export function generateForest(
  seed: number,
  triangles: number,
  size: Pick<SceneSize, 'extent' | 'stems' | 'relief' | 'roughness'> = {},
  details: SceneDetails = {},
): Model {
  const isDescribed = isStand(size, details);
  const land = isDescribed
    ? landOfStand(triangles, size, details, { ...landOf(triangles, undefined), least: MIN_SIDE })
    : landOf(triangles, size.extent);
  const plan = planForest(seed, triangles, land, details);
  if (size.relief !== undefined || size.roughness !== undefined) shapeGround(plan, size);
  buildGround(plan);
  placeUndergrowth(plan);
  if (isDescribed) placeStand(plan, plantTrees(seed, { ...land, ...details, isOpen: plan.isOpen }));
  else placeTrees(plan);
  drawFiller(plan);
  return plan.model.finish();
}

function landOf(triangles: number, extent: number | undefined): ForestLand {
  const count =
    extent === undefined
      ? Math.max(8, Math.round(Math.sqrt(triangles * TREES_SQUARED_PER_TRIANGLE)))
      : Math.max(8, Math.round(extent ** 2 / GROUND_PER_TREE));
  return { count, plants: count, side: extent ?? Math.max(MIN_SIDE, Math.sqrt(count * GROUND_PER_TREE)) };
}

function planForest(seed: number, triangles: number, land: ForestLand, { season, trees }: SceneDetails): ForestPlan {
  const relief = hashSeed(seed, 'relief');
  const { side } = land;
  const cells = gridFor(Math.min(triangles * TERRAIN_SHARE, MAX_TERRAIN_TRIANGLES), side, side);
  const toPath = trees === undefined ? pathDistance : () => Infinity;
  const height = (x: number, y: number) => forestHeight(x, y, relief, toPath(x, y));
  return {
    seed,
    triangles,
    ...land,
    ground: new Heightfield({ width: side, depth: side, ...cells }, height),
    model: new ModelBuilder(),
    season,
    pathDistance: toPath,
    isOpen: (x, y, margin) =>
      toPath(x, y) > PATH_HALF_WIDTH + margin && x * x + y * y > (CLEARING * CLEARING * (1 + margin)) / 2,
  };
}

/** Default relief of the ground of a forest of 100 m with a roughness. */
const ROUGH_RELIEF = 10;

/** Ground of a requested relief or roughness, with the path on it. */
function shapeGround(plan: ForestPlan, { relief, roughness }: Pick<SceneSize, 'relief' | 'roughness'>): void {
  const { side, ground } = plan;
  if (roughness !== undefined) {
    const height = fractalHeight(roughness, side, side / ground.size.columns, hashSeed(plan.seed, 'relief'));
    plan.ground = new Heightfield(ground.size, height);
  }
  plan.ground.stretchTo(relief ?? (ROUGH_RELIEF * side) / 100);
}

/** Broad swells with small bumps, level around the origin. */
function forestHeight(x: number, y: number, seed: number, toPath: number): number {
  const swell = 7 * fractalNoise(x / 60, y / 60, seed, 3);
  const bumps = 0.35 * fractalNoise(x / 5, y / 5, seed + 1, 4);
  const path = toPath < PATH_HALF_WIDTH ? 0.12 : 0;
  return swell + bumps - path;
}

/** Metres from (x, y) to the middle of the path, which winds along x through the origin. */
function pathDistance(x: number, y: number): number {
  return Math.abs(y - 5 * Math.sin(x / 17) - 2 * Math.sin(x / 6.5));
}

function buildGround(plan: ForestPlan): void {
  const patches = hashSeed(plan.seed, 'patches');
  const builder = new MeshBuilder('ground_001');
  plan.ground.draw(builder, (x, y): readonly [string, MaterialName] => {
    const patch = fractalNoise(x / 9, y / 9, patches, 3);
    if (plan.pathDistance(x, y) < PATH_HALF_WIDTH + patch) return ['path', 'gravel'];
    if (patch > 0.05) return ['forest_floor', 'soil'];
    return patch > -0.12 ? ['meadow', 'grass_dry'] : ['meadow', 'grass'];
  });
  plan.model.addUnique(builder);
}

/** A transform that places an object at `at`, turned at random about the vertical, `sink` metres deep. */
function standing(plan: ForestPlan, at: Disc, size: number, sink: number, random: RandomStream): Affine {
  const turn = rotation([0, 0, 1], random.range(0, TURN));
  const z = plan.ground.heightAt(at.x, at.y) - sink;
  return compose(translation([at.x, at.y, z]), compose(turn, scaling([size, size, size])));
}

/** Bushes, grass, stones and logs; the budget of each kind is spread over as many instances as fit. */
function placeUndergrowth(plan: ForestPlan): void {
  const budget = plan.triangles * UNDERGROWTH_SHARE;
  const random = new RandomStream(plan.seed, 'undergrowth');
  const each = (share: number, count: number) => Math.floor((budget * share) / count);
  const scatter = (
    kind: string,
    count: number,
    margin: number,
    spacing: number,
    make: (i: number, triangles: number) => MeshBuilder,
    share: number,
  ) => {
    const kinds = Math.min(3, count);
    const meshes = Array.from({ length: kinds }, (_, i) => plan.model.addMesh(make(i, each(share, count))));
    const spots = poissonDisc(random, { width: plan.side * 0.98, depth: plan.side * 0.98 }, count, spacing, (x, y) =>
      plan.isOpen(x, y, margin),
    );
    spots.forEach((spot, i) => {
      plan.model.place(meshes[i % kinds], kind, standing(plan, spot, random.range(0.6, 1.3), 0.02, random));
    });
  };
  const trees = plan.plants;
  scatter(
    'bush',
    Math.ceil(trees * 0.35),
    0.6,
    1.5,
    (i, n) =>
      growTree(`bush_kind_${i + 1}`, inSeason(SPECIES.bush, plan.season), 1.3 + i * 0.4, n, random.fork(`bush${i}`)),
    0.5,
  );
  scatter(
    'grass',
    Math.ceil(trees * 2),
    -0.4,
    0.4,
    (i, n) =>
      growGrass(
        `grass_kind_${i + 1}`,
        0.35,
        0.35,
        Math.max(n, 9),
        i === 1 ? 'grass_dry' : 'grass',
        random.fork(`grass${i}`),
      ),
    0.38,
  );
  scatter(
    'stone',
    Math.ceil(trees * 0.15),
    -0.2,
    1,
    (i, n) => growStone(`stone_kind_${i + 1}`, Math.min(n, 2000), random.fork(`stone${i}`)),
    0.06,
  );
  scatter(
    'log',
    Math.ceil(trees * 0.05),
    0.5,
    6,
    (i, n) => growLog(`log_kind_${i + 1}`, Math.min(n, 3000), random.fork(`log${i}`)),
    0.06,
  );
}

function placeTrees(plan: ForestPlan): void {
  const random = new RandomStream(plan.seed, 'trees');
  const spacing = Math.sqrt(GROUND_PER_TREE) * 0.5;
  const area = { width: plan.side - 2, depth: plan.side - 2 };
  const spots = poissonDisc(random, area, plan.count, spacing, (x, y) => plan.isOpen(x, y, 1));
  const kindCount = Math.min(MAX_KINDS, Math.max(MIN_KINDS, Math.round(Math.sqrt(spots.length) / 2)));
  const species = TREE_MIX.slice(0, kindCount);
  const chosen = spots.map(() => pickKind(species, random));
  const kinds = species.map((one) => inSeason(one, plan.season));
  const counts = kinds.map((_, kind) => chosen.filter((c) => c === kind).length);
  const heights = kinds.map((one) => random.range(...one.height));
  const meshes = growKinds(
    plan,
    kinds.map((one, i) => ({ species: one, height: heights[i] })),
    counts,
    random,
  );
  spots.forEach((spot, i) => {
    plan.model.place(meshes[chosen[i]], 'tree', standing(plan, spot, random.range(0.78, 1.1), SINK, random));
  });
}

function pickKind(kinds: readonly Species[], random: RandomStream): number {
  for (;;) {
    const kind = random.index(kinds.length);
    if (kinds[kind].kind !== 'bare' || random.chance(SNAG_WEIGHT)) return kind;
  }
}

/** A kind of tree, with its diameter at breast height; absent: the one of its form. */
interface TreeKind {
  species: Species;
  height: number;
  diameter?: number;
}

/** One geometry per kind; the rest of the budget is divided among the trees by the height of their kind. */
function growKinds(plan: ForestPlan, kinds: readonly TreeKind[], counts: number[], random: RandomStream): number[] {
  let left = plan.triangles - plan.model.triangleCount;
  let weights = kinds.reduce((sum, { height }, i) => sum + height * counts[i], 0);
  const meshes = new Array<number>(kinds.length).fill(0);
  const isBare = (kind: number) => Number(kinds[kind].species.kind === 'bare');
  // Bare trees first: they may need less than their share.
  const order = kinds.map((_, i) => i).sort((a, b) => isBare(b) - isBare(a));
  for (const i of order) {
    const { species, height, diameter } = kinds[i];
    const triangles = weights > 0 ? Math.max(0, Math.floor((left * height) / weights)) : 0;
    const name = `${species.name}_kind_${i + 1}`;
    meshes[i] = plan.model.addMesh(growTree(name, species, height, triangles, random.fork(name), diameter));
    left -= plan.model.meshTriangles(meshes[i]) * counts[i];
    weights -= height * counts[i];
  }
  return meshes;
}

/**
 * Places the trees of a stand with their own diameter and height; trees of the same species and size share a geometry.
 */
function placeStand(plan: ForestPlan, trees: readonly StandTree[]): void {
  const { kinds, kindOf } = sizeClasses(trees, plan.side, plan.season);
  const counts = kinds.map((_, kind) => kindOf.filter((k) => k === kind).length);
  const random = new RandomStream(plan.seed, 'stand');
  const meshes = growKinds(plan, kinds, counts, random);
  const tops = meshes.map((mesh) => plan.model.meshTop(mesh));
  trees.forEach((tree, i) => {
    const kind = kindOf[i];
    const wide = tree.diameter / kinds[kind].diameter;
    const shape = scaling([wide, wide, (tree.height + SINK) / tops[kind]]);
    plan.model.place(meshes[kind], 'tree', compose(standing(plan, tree, 1, SINK, random), shape));
  });
}

/** Single blades of grass along the path use up the rest of the budget left by rounding. */
function drawFiller(plan: ForestPlan): void {
  const random = new RandomStream(plan.seed, 'filler');
  const builder = new MeshBuilder(plan.model.nextName('grass')).part('blades', 'grass');
  const blades = Math.floor((plan.triangles - plan.model.triangleCount) / TRIANGLES_PER_BLADE);
  for (let blade = 0; blade < blades; blade++) {
    const x = random.range(-0.49, 0.49) * plan.side;
    const y = random.range(-0.49, 0.49) * plan.side;
    drawBlade(builder, [x, y, plan.ground.heightAt(x, y) - 0.02], random.range(0.15, 0.4), random);
  }
  plan.model.addUnique(builder);
}
