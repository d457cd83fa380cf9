import type { Affine } from '../base/affine.js';
import { compose, translation } from '../base/affine.js';
import { TURN } from '../base/angle.js';
import { hashSeed, RandomStream } from '../base/random-stream.js';
import type { Model } from '../scene/model.js';
import { type UNDERGROWTH, UNDERGROWTH_GEOMETRIES, undergrowthOf } from './forest-land.js';
import { type ForestPlan, type ForestSize, planForest, uprightAt } from './forest-plan.js';
import type { Heightfield } from './heightfield.js';
import { MeshBuilder } from './mesh-builder.js';
import { fractalNoise } from './noise.js';
import type { MaterialName } from './palette.js';
import { placeStand } from './place-stand.js';
import { poissonDisc } from './poisson-disc.js';
import type { SceneDetails } from './scene-details.js';
import { plantTrees } from './tree-stand.js';
import { inSeason } from './trees/in-season.js';
import { SPECIES, type Species } from './trees/species.js';
import { growTree } from './trees/tree.js';
import { drawBlade, growGrass, growLog, growStone, TRIANGLES_PER_BLADE } from './undergrowth.js';

/** Most triangles of single blades of grass, as a share of all. */
const FILLER_SHARE = 0.02;

/**
 * A mixed forest on soft ground, with a path and a clearing around the origin, or the trees of a table: those of
 * `plantTrees`. Trees, bushes, stones and tufts are few geometries placed many times, so memory grows with the number
 * of kinds and not of trees. It is a square of `extent` metres; absent: as large as the triangles allow, or its trees
 * require. With `details.ground` none, all of it stands at height 0. Throws UserError if its trees need more triangles.
 */
export function generateForest(
  seed: number,
  triangles: number,
  size: ForestSize = {},
  details: SceneDetails = {},
): Model {
  const plan = planForest(seed, triangles, size, details);
  if (plan.surface) buildGround(plan, plan.surface);
  placeUndergrowth(plan);
  const doubts = placeStand(plan, plantTrees(seed, { ...plan, ...details, lai: size.lai }));
  if (plan.surface) drawFiller(plan);
  const model = movedTo(plan.model.finish(), plan.centre);
  return { ...model, standArea: plan.side ** 2, ...(doubts.length > 0 && { doubts }) };
}

/** The model with its middle at (x, y): instances move, so that large coordinates stay exact. */
function movedTo(model: Model, [x, y]: readonly [number, number]): Model {
  if (x === 0 && y === 0) return model;
  const move = translation([x, y, 0]);
  const moved = ({ transform }: { transform: Affine }) => compose(move, transform);
  return { ...model, instances: model.instances.map((instance) => ({ ...instance, transform: moved(instance) })) };
}

function buildGround(plan: ForestPlan, surface: Heightfield): void {
  const patches = hashSeed(plan.seed, 'patches');
  const builder = new MeshBuilder('ground_001');
  surface.draw(builder, (x, y): readonly [string, MaterialName] => {
    const patch = fractalNoise(x / 9, y / 9, patches, 3);
    if (plan.offPath(x, y) < patch) return ['path', 'gravel'];
    if (patch > 0.05) return ['forest_floor', 'soil'];
    return patch > -0.12 ? ['meadow', 'grass_dry'] : ['meadow', 'grass'];
  });
  plan.model.addUnique(builder);
}

/** Bushes, grass, stones and logs; the budget of each kind is spread over as many instances as fit. */
function placeUndergrowth(plan: ForestPlan): void {
  const random = new RandomStream(plan.seed, 'undergrowth');
  const scatter = (
    kind: keyof typeof UNDERGROWTH,
    margin: number,
    spacing: number,
    make: (i: number, triangles: number) => MeshBuilder,
  ) => {
    const { triangles, count } = undergrowthOf(kind, plan.triangles, plan.plants);
    const each = Math.floor(triangles / count);
    const kinds = Math.min(UNDERGROWTH_GEOMETRIES, count);
    const meshes = Array.from({ length: kinds }, (_, i) => plan.model.addMesh(make(i, each)));
    const spots = poissonDisc(random, { width: plan.side * 0.98, depth: plan.side * 0.98 }, count, spacing, (x, y) =>
      plan.isOpen(x, y, margin),
    );
    spots.forEach((spot, i) => {
      plan.model.place(meshes[i % kinds], kind, uprightAt(plan, spot, random.range(0.6, 1.3), 0.02, random));
    });
  };
  scatter('bush', 0.6, 1.5, (i, n) =>
    growBush(`bush_kind_${i + 1}`, inSeason(SPECIES.bush, plan.season), 1.3 + i * 0.4, n, random.fork(`bush${i}`)),
  );
  scatter('grass', -0.4, 0.4, (i, n) =>
    growGrass(
      `grass_kind_${i + 1}`,
      0.35,
      0.35,
      Math.max(n, 9),
      i === 1 ? 'grass_dry' : 'grass',
      random.fork(`grass${i}`),
    ),
  );
  scatter('stone', -0.2, 1, (i, n) => growStone(`stone_kind_${i + 1}`, Math.min(n, 2000), random.fork(`stone${i}`)));
  scatter('log', 0.5, 6, (i, n) => growLog(`log_kind_${i + 1}`, Math.min(n, 3000), random.fork(`log${i}`)));
}

/** A bush with the leaf area of its species, however few its leaves are. */
function growBush(name: string, species: Species, height: number, triangles: number, random: RandomStream) {
  const leafArea = species.leafAreaIndex * (TURN / 2) * (species.form.crownRadius * height) ** 2;
  return growTree(name, species, height, triangles, random, { leafArea });
}

/** Single blades of grass use up the rest of the budget that rounding left, or a share if leaves have their size. */
function drawFiller(plan: ForestPlan): void {
  const random = new RandomStream(plan.seed, 'filler');
  const builder = new MeshBuilder(plan.model.nextName('grass')).part('blades', 'grass');
  const left = Math.min(plan.triangles - plan.model.triangleCount, FILLER_SHARE * plan.triangles);
  const blades = Math.floor(left / TRIANGLES_PER_BLADE);
  for (let blade = 0; blade < blades; blade++) {
    const x = random.range(-0.49, 0.49) * plan.side;
    const y = random.range(-0.49, 0.49) * plan.side;
    drawBlade(builder, [x, y, plan.ground.heightAt(x, y) - 0.02], random.range(0.15, 0.4), random);
  }
  plan.model.addUnique(builder);
}
