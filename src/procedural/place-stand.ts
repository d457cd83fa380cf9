import { compose, scaling } from '../base/affine.js';
import { formatCount } from '../base/format-count.js';
import { RandomStream } from '../base/random-stream.js';
import type { Mesh } from '../scene/model.js';
import { type ForestPlan, uprightAt } from './forest-plan.js';
import { MeshBuilder } from './mesh-builder.js';
import { type SizeClass, type StandTree, sizeClasses } from './tree-stand.js';
import type { Branch } from './trees/branch.js';
import { crownRadius } from './trees/crown.js';
import { FoliageArea, longestLeaf, resizeLeaves } from './trees/foliage.js';
import { BREAST_HEIGHT } from './trees/height-curve.js';
import { drawTree, radiusAt, SINK } from './trees/tree.js';

/** Where trees are placed, and how many triangles they have. */
type StandPlan = Pick<ForestPlan, 'seed' | 'triangles' | 'side' | 'season' | 'model' | 'ground'>;

/** Rounds of making leaves larger or smaller, which move the tops of trees a little, which changes their leaves. */
const FITTING_ROUNDS = 6;
/** Relative error of leaf areas that ends the rounds. */
const PRECISION = 1e-5;
/** Longer leaves stand for more than a spray of real ones: the triangles are too few [m]. */
const LONGEST_SPRAY = 1.2;

/**
 * Places the trees of a stand with their own diameter and height; trees of the same species and size share a geometry,
 * whose leaves are as large as the leaf area of these trees together requires. Returns the doubts about them.
 */
export function placeStand(plan: StandPlan, trees: readonly StandTree[]): string[] {
  const { kinds, kindOf } = sizeClasses(trees, plan.side, plan.season);
  const members = kinds.map((_, kind) => trees.filter((_, i) => kindOf[i] === kind));
  const random = new RandomStream(plan.seed, 'stand');
  const drawn = drawKinds(plan, kinds, members, random);
  const grown = kinds.map((kind, k) => fitLeaves(plan.model.meshOf(drawn[k].mesh), kind, members[k], drawn[k].trunk));
  trees.forEach((tree, i) => {
    const kind = kindOf[i];
    const { area, crown } = grown[kind];
    const { wide, tall } = grown[kind].stretch(tree);
    plan.model.place(
      drawn[kind].mesh,
      'tree',
      compose(uprightAt(plan, tree, 1, SINK, random), scaling([wide, wide, tall])),
      {
        foot: SINK,
        species: tree.species,
        diameter: tree.diameter,
        height: tree.height,
        crownBase: kinds[kind].species.form.crownBase * tree.height,
        crownRadius: crown * wide,
        leafArea: area.scaled(wide, tall),
        ...(tree.instance !== undefined && { instance: tree.instance }),
      },
    );
  });
  return coarseLeaves(plan, Math.max(0, ...grown.map(({ leaf }) => leaf)));
}

/** A kind of tree that is drawn: the number of its mesh in the model, and its trunk. */
interface DrawnKind {
  mesh: number;
  trunk: Branch;
}

/** One geometry per kind; the rest of the budget is divided among the trees by the height and leaves of their kind. */
function drawKinds(
  plan: StandPlan,
  kinds: readonly SizeClass[],
  members: readonly (readonly StandTree[])[],
  random: RandomStream,
): DrawnKind[] {
  let left = plan.triangles - plan.model.triangleCount;
  const weights = weightsOf(kinds, members);
  let weight = weights.reduce((sum, one, i) => sum + one * members[i].length, 0);
  const drawn = new Array<DrawnKind>(kinds.length);
  const isBare = (kind: number) => Number(kinds[kind].species.kind === 'bare');
  // Bare trees first: they may need less than their share.
  const order = kinds.map((_, i) => i).sort((a, b) => isBare(b) - isBare(a));
  for (const i of order) {
    const { species, height, diameter, leafArea } = kinds[i];
    const triangles = Math.max(0, Math.floor((left * weights[i]) / weight));
    const name = `${species.name}_kind_${i + 1}`;
    const builder = new MeshBuilder(name);
    const trunk = drawTree(builder, species, height, triangles, random.fork(name), { diameter, leafArea });
    drawn[i] = { mesh: plan.model.addMesh(builder), trunk };
    left -= builder.triangleCount * members[i].length;
    weight -= weights[i] * members[i].length;
  }
  return drawn;
}

/** Share of the triangles that follows from leaf areas, so that leaves are of similar size; the rest from heights. */
const LEAF_WEIGHT = 0.6;

/** The triangles of a tree of each kind relative to those of the others. */
function weightsOf(kinds: readonly SizeClass[], members: readonly (readonly StandTree[])[]): number[] {
  const total = (of: (kind: SizeClass) => number) =>
    kinds.reduce((sum, kind, i) => sum + of(kind) * members[i].length, 0);
  const leavesOf = ({ species, leafArea }: SizeClass) => (species.kind === 'bare' ? 0 : leafArea);
  const [heights, leaves] = [total(({ height }) => height), total(leavesOf)];
  return kinds.map((kind) => {
    const byHeight = kind.height / heights;
    return leaves > 0 ? LEAF_WEIGHT * (leavesOf(kind) / leaves) + (1 - LEAF_WEIGHT) * byHeight : byHeight;
  });
}

/** A grown kind of tree. */
interface GrownKind {
  area: FoliageArea;
  /** Radius of its crown. */
  crown: number;
  /** Length of its longest leaf. */
  leaf: number;
  /** Factors of the mesh for a tree. */
  stretch(tree: StandTree): { wide: number; tall: number };
}

/** Sizes the leaves of a kind's mesh so that `trees`, each with its own size, have their leaf area together. */
function fitLeaves(mesh: Mesh, kind: SizeClass, trees: readonly StandTree[], trunk: Branch): GrownKind {
  const wanted = kind.species.kind === 'bare' ? 0 : trees.reduce((sum, { leafArea }) => sum + leafArea, 0);
  for (let round = 0; ; round++) {
    const area = new FoliageArea(mesh);
    const top = topOf(mesh);
    const stretch = (tree: StandTree) => {
      const tall = (tree.height + SINK) / top;
      return { wide: tree.diameter / 2 / radiusAt(trunk, (BREAST_HEIGHT + SINK) / tall), tall };
    };
    const found = trees.reduce((sum, tree) => {
      const { wide, tall } = stretch(tree);
      return sum + area.scaled(wide, tall);
    }, 0);
    const isFit = Math.abs(found - wanted) < PRECISION * wanted;
    if (round === FITTING_ROUNDS || wanted === 0 || found === 0 || isFit) {
      return { area, stretch, crown: crownRadius(mesh), leaf: longestLeaf(mesh) };
    }
    resizeLeaves(mesh, Math.sqrt(wanted / found));
  }
}

/** Height of the highest corner of a triangle; vertices of none do not count. */
function topOf({ positions, indices }: Mesh): number {
  return indices.reduce((top, vertex) => Math.max(top, positions[3 * vertex + 2]), -Infinity);
}

function coarseLeaves({ triangles }: StandPlan, leaf: number): string[] {
  if (leaf <= LONGEST_SPRAY) return [];
  // Areas of leaves are as their number, which takes most of the triangles.
  const enough = Number((triangles * (leaf / LONGEST_SPRAY) ** 2).toPrecision(2));
  return [
    `leaves of trees are up to ${leaf.toFixed(1)} m long, since ${formatCount(triangles)} triangles are few for ` +
      `their area; ${formatCount(enough)} make them ${LONGEST_SPRAY} m at most`,
  ];
}
