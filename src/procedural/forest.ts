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
import { SPECIES, type Species } from './trees/species.js';
import { growTree } from './trees/tree.js';
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
/** Relative frequency: dead trees are rare. */
const SNAG_WEIGHT = 0.25;

/** Data that all steps of generating a forest share. */
interface ForestPlan {
  seed: number;
  triangles: number;
  side: number;
  trees: number;
  ground: Heightfield;
  model: ModelBuilder;
}

/**
 * A mixed forest on soft ground, with a path and a clearing around the origin. Trees, bushes, stones and tufts are few
 * geometries placed many times, so memory grows with the number of kinds and not of trees. It is a square of `extent`
 * metres; absent: as large as the triangles allow.
 */
export function generateForest(seed: number, triangles: number, { extent }: { extent?: number } = {}): Model {
  const plan = planForest(seed, triangles, extent);
  buildGround(plan);
  placeUndergrowth(plan);
  placeTrees(plan);
  drawFiller(plan);
  return plan.model.finish();
}

function planForest(seed: number, triangles: number, extent: number | undefined): ForestPlan {
  const trees =
    extent === undefined
      ? Math.max(8, Math.round(Math.sqrt(triangles * TREES_SQUARED_PER_TRIANGLE)))
      : Math.max(8, Math.round(extent ** 2 / GROUND_PER_TREE));
  const side = extent ?? Math.max(MIN_SIDE, Math.sqrt(trees * GROUND_PER_TREE));
  const relief = hashSeed(seed, 'relief');
  const cells = gridFor(Math.min(triangles * TERRAIN_SHARE, MAX_TERRAIN_TRIANGLES), side, side);
  const ground = new Heightfield({ width: side, depth: side, ...cells }, (x, y) => forestHeight(x, y, relief));
  return { seed, triangles, side, trees, ground, model: new ModelBuilder() };
}

/** Broad swells with small bumps, level around the origin. */
function forestHeight(x: number, y: number, seed: number): number {
  const swell = 7 * fractalNoise(x / 60, y / 60, seed, 3);
  const bumps = 0.35 * fractalNoise(x / 5, y / 5, seed + 1, 4);
  const path = pathDistance(x, y) < PATH_HALF_WIDTH ? 0.12 : 0;
  return swell + bumps - path;
}

/** Metres from (x, y) to the middle of the path, which winds along x through the origin. */
function pathDistance(x: number, y: number): number {
  return Math.abs(y - 5 * Math.sin(x / 17) - 2 * Math.sin(x / 6.5));
}

const isOpen = (x: number, y: number, margin: number) =>
  pathDistance(x, y) > PATH_HALF_WIDTH + margin && x * x + y * y > (CLEARING * CLEARING * (1 + margin)) / 2;

function buildGround(plan: ForestPlan): void {
  const patches = hashSeed(plan.seed, 'patches');
  const builder = new MeshBuilder('ground_001');
  plan.ground.draw(builder, (x, y): readonly [string, MaterialName] => {
    const patch = fractalNoise(x / 9, y / 9, patches, 3);
    if (pathDistance(x, y) < PATH_HALF_WIDTH + patch) return ['path', 'gravel'];
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
      isOpen(x, y, margin),
    );
    spots.forEach((spot, i) => {
      plan.model.place(meshes[i % kinds], kind, standing(plan, spot, random.range(0.6, 1.3), 0.02, random));
    });
  };
  const trees = plan.trees;
  scatter(
    'bush',
    Math.ceil(trees * 0.35),
    0.6,
    1.5,
    (i, n) => growTree(`bush_kind_${i + 1}`, SPECIES.bush, 1.3 + i * 0.4, n, random.fork(`bush${i}`)),
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
  const spots = poissonDisc(random, area, plan.trees, spacing, (x, y) => isOpen(x, y, 1));
  const kindCount = Math.min(MAX_KINDS, Math.max(MIN_KINDS, Math.round(Math.sqrt(spots.length) / 2)));
  const kinds = TREE_MIX.slice(0, kindCount);
  const chosen = spots.map(() => pickKind(kinds, random));
  const counts = kinds.map((_, kind) => chosen.filter((c) => c === kind).length);
  const meshes = growKinds(plan, kinds, counts, random);
  spots.forEach((spot, i) => {
    plan.model.place(meshes[chosen[i]], 'tree', standing(plan, spot, random.range(0.78, 1.1), 0.05, random));
  });
}

function pickKind(kinds: readonly Species[], random: RandomStream): number {
  for (;;) {
    const kind = random.index(kinds.length);
    if (kinds[kind].kind !== 'bare' || random.chance(SNAG_WEIGHT)) return kind;
  }
}

/** One geometry per kind; the rest of the budget is divided among the trees by the height of their kind. */
function growKinds(plan: ForestPlan, kinds: readonly Species[], counts: number[], random: RandomStream): number[] {
  const heights = kinds.map((species) => random.range(...species.height));
  let left = plan.triangles - plan.model.triangleCount;
  let weights = kinds.reduce((sum, _, i) => sum + heights[i] * counts[i], 0);
  const meshes = new Array<number>(kinds.length).fill(0);
  // Bare trees first: they may need less than their share.
  const order = kinds
    .map((_, i) => i)
    .sort((a, b) => Number(kinds[b].kind === 'bare') - Number(kinds[a].kind === 'bare'));
  for (const i of order) {
    const triangles = weights > 0 ? Math.max(0, Math.floor((left * heights[i]) / weights)) : 0;
    const name = `${kinds[i].name}_kind_${i + 1}`;
    meshes[i] = plan.model.addMesh(growTree(name, kinds[i], heights[i], triangles, random.fork(name)));
    left -= plan.model.meshTriangles(meshes[i]) * counts[i];
    weights -= heights[i] * counts[i];
  }
  return meshes;
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
