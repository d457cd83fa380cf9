import { compose, scaling } from '../../base/affine.js';
import { RandomStream } from '../../base/random-stream.js';
import { MeshBuilder } from '../mesh-builder.js';
import { growTreeKinds } from '../trees/grow-tree-kinds.js';
import { SPECIES, type Species } from '../trees/species.js';
import { drawBlade, growGrass, TRIANGLES_PER_BLADE } from '../undergrowth.js';
import { buildTreePit } from './furniture.js';
import { buildFence, buildHedge } from './greenery.js';
import { isBuiltUp, type Plot, type StreetPlan, standing } from './street-plan.js';

const PIT_SPACING = 12;
/** Distance of a pit from the back of the kerb. */
const PIT_FROM_KERB = 0.95;
/** Shares of the triangles that the fixed parts leave; the trees get the rest. */
const HEDGE_SHARE = 0.12;
const GRASS_SHARE = 0.2;
/** Square metres of lawn per tuft of grass, by level of detail. */
const LAWN_PER_TUFT = [60, 40, 16, 10, 7, 5];

/** Place, kind and scale of a tree. */
interface TreeSpot {
  along: number;
  left: number;
  kind: number;
  size: number;
}

/** Kinds of trees with the height to grow: two for the street, four for the gardens. */
const KINDS: readonly { species: Species; height: number }[] = [
  { species: SPECIES.lime, height: 8 },
  { species: SPECIES.lime, height: 6.8 },
  { species: SPECIES.oak, height: 11 },
  { species: SPECIES.birch, height: 11.5 },
  { species: SPECIES.spruce, height: 12 },
  { species: SPECIES.maple, height: 7.5 },
];

/** Pits for the street's trees, and the fences of the gardens. */
export function placePitsAndFences(plan: StreetPlan): void {
  const pit = plan.model.addMesh(buildTreePit());
  for (const { along, left } of streetTrees(plan)) plan.model.place(pit, 'tree_pit', standing(plan, along, left));
  for (const plot of plan.plots) {
    if (plot.boundary !== 'fence') continue;
    const name = plan.model.nextName('fence');
    const mesh = plan.model.addMesh(buildFence(name, plot.to - plot.from - 0.4));
    plan.model.placeNamed(mesh, name, boundaryFrame(plan, plot));
  }
}

const boundaryFrame = (plan: StreetPlan, plot: Plot) =>
  plan.line.frame((plot.from + plot.to) / 2, plot.side * (plan.line.section.pavement + 0.35), plot.side);

/** Hedges, grass and trees from the rest of the budget; call it last. */
export function placeGreenery(plan: StreetPlan): void {
  const left = plan.triangles - plan.model.triangleCount;
  placeHedges(plan, left * HEDGE_SHARE);
  placeGrass(plan, left * GRASS_SHARE);
  placeTrees(plan);
  drawFiller(plan);
}

/** Hedges in front of gardens and gaps; longer ones get more leaves. */
function placeHedges(plan: StreetPlan, budget: number): void {
  const plots = plan.plots.filter((plot) => plot.boundary === 'hedge');
  const total = plots.reduce((sum, plot) => sum + plot.to - plot.from, 0);
  for (const plot of plots) {
    const width = plot.to - plot.from;
    const length = width - (plot.style ? 1.8 : 0.2);
    const name = plan.model.nextName('hedge');
    const wish = { triangles: (budget * width) / total, season: plan.wish.season };
    const hedge = buildHedge(name, length, wish, new RandomStream(plan.seed, name));
    plan.model.placeNamed(plan.model.addMesh(hedge), name, boundaryFrame(plan, plot));
  }
}

/** Tufts of grass all over the gardens, from three geometries. */
function placeGrass(plan: StreetPlan, budget: number): void {
  const random = new RandomStream(plan.seed, 'grass');
  const lawn = 2 * plan.line.length * (plan.line.section.end - plan.line.section.pavement);
  const count = Math.max(6, Math.floor(lawn / LAWN_PER_TUFT[plan.detail]));
  const triangles = Math.max(TRIANGLES_PER_BLADE * 2, budget / count);
  const meshes = [0, 1, 2].map((i) =>
    plan.model.addMesh(
      growGrass(
        `grass_kind_${i + 1}`,
        0.7,
        0.16 + 0.05 * i,
        triangles,
        i === 2 ? 'grass_dry' : 'grass',
        random.fork(`${i}`),
      ),
    ),
  );
  for (let i = 0; i < count && budget > count * TRIANGLES_PER_BLADE; i++) {
    const [along, left] = lawnSpot(plan, random, 0.8);
    plan.model.place(meshes[i % meshes.length], 'grass', standing(plan, along, left, random.range(0, 6.28)));
  }
}

/** A random place in the gardens, clear of the houses. */
function lawnSpot(plan: StreetPlan, random: RandomStream, margin: number): [number, number] {
  const { pavement, end } = plan.line.section;
  for (;;) {
    const along = random.range(-0.49, 0.49) * plan.line.length;
    const left = (random.chance(0.5) ? 1 : -1) * random.range(pavement + margin, end - margin);
    if (!isBuiltUp(plan, along, left, margin)) return [along, left];
  }
}

/** Limes along the right pavement; the overhead line is on the left. */
function streetTrees(plan: StreetPlan): TreeSpot[] {
  const random = new RandomStream(plan.seed, 'street trees');
  const half = plan.line.length / 2;
  const spots: TreeSpot[] = [];
  for (let along = -half + 12; along < half - 3; along += PIT_SPACING)
    spots.push({
      along,
      left: -(plan.line.section.kerbBack + PIT_FROM_KERB),
      kind: random.index(2),
      size: random.range(0.85, 1.1),
    });
  return spots;
}

/** Taller trees behind the houses. */
function gardenTrees(plan: StreetPlan): TreeSpot[] {
  const random = new RandomStream(plan.seed, 'garden trees');
  return Array.from({ length: Math.round(plan.line.length / 5) }, () => {
    const [along, left] = lawnSpot(plan, random, 3.2);
    return { along, left, kind: 2 + random.index(KINDS.length - 2), size: random.range(0.8, 1.15) };
  });
}

/** All trees, with one geometry per kind; their leaves use the rest of the budget. */
function placeTrees(plan: StreetPlan): void {
  const spots = [...streetTrees(plan), ...gardenTrees(plan)];
  const counts = KINDS.map((_, kind) => spots.filter((spot) => spot.kind === kind).length);
  const meshes = growTreeKinds({ ...plan, season: plan.wish.season }, KINDS, counts);
  for (const { along, left: side, kind, size } of spots) {
    const heading = along * 2.4 + side;
    plan.model.place(meshes[kind], 'tree', compose(standing(plan, along, side, heading), scaling([size, size, size])));
  }
}

/** Single blades of grass on the lawns for the last few triangles. */
function drawFiller(plan: StreetPlan): void {
  const random = new RandomStream(plan.seed, 'filler');
  const builder = new MeshBuilder(plan.model.nextName('grass')).part('blades', 'grass');
  const blades = Math.floor((plan.triangles - plan.model.triangleCount) / TRIANGLES_PER_BLADE);
  for (let blade = 0; blade < blades; blade++) {
    const [along, left] = lawnSpot(plan, random, 0.3);
    drawBlade(
      builder,
      [...plan.line.point(along, left), plan.line.height(along, left) - 0.02],
      random.range(0.1, 0.25),
      random,
    );
  }
  plan.model.addUnique(builder);
}
