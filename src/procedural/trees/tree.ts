import { TURN } from '../../base/angle.js';
import type { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import { add, cross, normalize, scale } from '../../base/vec3.js';
import { MeshBuilder } from '../mesh-builder.js';
import type { MaterialName } from '../palette.js';
import { anyNormalTo, tube } from '../shapes.js';
import { alongBranch, type Branch } from './branch.js';
import { growBroadleaf } from './broadleaf.js';
import { growConifer } from './conifer.js';
import { FOLIAGE } from './foliage.js';
import { BREAST_HEIGHT } from './height-curve.js';
import type { Species } from './species.js';

/** Share of a tree's triangles for trunk and branches, as long as there are more branches to draw. */
const WOOD_SHARE = 0.28;
/** A rhombic leaf of length l and width w covers half of its box. */
const RHOMBUS = 0.5;
/** Height of a leaf's edge above its midrib relative to half its width, and the range of leaves' sizes. */
const FOLD = 0.35;
const SIZES = [0.75, 1.25] as const;
/** Area of a leaf relative to that of a flat rhombus, in the mean. */
const FOLDED = Math.sqrt(1 + FOLD ** 2) * (1 + (SIZES[1] - SIZES[0]) ** 2 / 12);
/** Largest leaf without a leaf area: with few triangles, leaves represent whole sprays, and crowns are thinner. */
const LONGEST_LEAF = 1.2;
const SPRAY = 6;
const TRIANGLES_PER_LEAF = 2;
/** Depth of the origin of trees below the ground. */
export const SINK = 0.05;

/** Groups of wood: the trunk, and all branches. */
interface WoodParts {
  trunk: string;
  others: string;
  bark: MaterialName;
  /** Diameter of the trunk at breast height, if it is known. */
  diameter?: number;
}

/** Measures of a tree besides its height. */
interface TreeMeasures {
  /** Diameter of its trunk at breast height [m], whose branches are a separate group; absent: that of its form. */
  diameter?: number;
  /** Area of all its leaves [m²], about, however few they are; absent: that of its species, less if leaves are few. */
  leafArea?: number;
}

/**
 * A tree of `triangles` triangles (one less for an odd number), rooted at the origin, `height` metres high: the
 * thickest branches as tapered tubes, the rest as leaves, never smaller than real ones. With a leaf area, there are no
 * more leaves than it has real ones.
 */
export function growTree(
  name: string,
  species: Species,
  height: number,
  triangles: number,
  random: RandomStream,
  measures: TreeMeasures = {},
): MeshBuilder {
  const builder = new MeshBuilder(name);
  drawTree(builder, species, height, triangles, random, measures);
  return builder;
}

/** Draws the tree of `growTree`, and returns its trunk as it is drawn. */
export function drawTree(
  builder: MeshBuilder,
  species: Species,
  height: number,
  triangles: number,
  random: RandomStream,
  { diameter, leafArea }: TreeMeasures,
): Branch {
  const branches =
    species.kind === 'conifer'
      ? growConifer(random, species.form, height)
      : growBroadleaf(random, species.form, height);
  const trunk = species.name === 'bush' ? 'stems' : 'trunk';
  if (diameter !== undefined) thicken(branches[0], diameter);
  const parts = { trunk, others: diameter === undefined ? trunk : 'branches', bark: species.bark, diameter };
  const wood = species.kind === 'bare' ? triangles : Math.floor(triangles * WOOD_SHARE);
  const drawn = drawWood(builder, branches, parts, wood);
  if (species.kind === 'bare') return drawn;
  builder.part(FOLIAGE, species.foliage);
  const room = Math.max(0, Math.floor((triangles - builder.triangleCount) / TRIANGLES_PER_LEAF));
  const { count, length } =
    leafArea === undefined
      ? { count: room, length: leafLength(species, height, room) }
      : leavesOfArea(species, leafArea, room);
  drawLeaves(builder, branches, count, { length, width: length * species.leafWidth }, random.fork('leaves'));
  return drawn;
}

/** Scales the radii of the trunk so that it has this diameter at breast height above the ground. */
function thicken(trunk: Branch, diameter: number): void {
  const factor = diameter / 2 / radiusAt(trunk, BREAST_HEIGHT + SINK);
  trunk.radii = trunk.radii.map((radius) => radius * factor);
}

/** Radius of a trunk at the height `z`; that of its tip if it ends below. */
export function radiusAt({ path, radii }: Branch, z: number): number {
  const above = path.findIndex((point) => point[2] >= z);
  if (above < 1) return radii[radii.length - 1];
  const share = (z - path[above - 1][2]) / (path[above][2] - path[above - 1][2]);
  return radii[above - 1] + share * (radii[above] - radii[above - 1]);
}

/** The number of leaves, at least one and at most `room`, and the length of each, that have this area together. */
function leavesOfArea({ leafWidth, leafLength }: Species, area: number, room: number) {
  const areaOf = (length: number) => RHOMBUS * FOLDED * leafWidth * length ** 2;
  const count = Math.max(1, Math.min(room, Math.round(area / areaOf(leafLength))));
  return { count, length: Math.sqrt(area / count / areaOf(1)) };
}

/** Length of each of `leaves` leaves that together have the leaf area of the crown. */
function leafLength(species: Species, height: number, leaves: number): number {
  const crownRadius = height * species.form.crownRadius;
  const area = species.leafAreaIndex * Math.PI * crownRadius * crownRadius;
  const wanted = Math.sqrt(area / Math.max(1, leaves) / (RHOMBUS * species.leafWidth));
  const spray = Math.sqrt(SPRAY * wanted * species.leafLength);
  return Math.min(Math.max(Math.min(wanted, spray), species.leafLength), LONGEST_LEAF);
}

/**
 * Draws the thickest branches first, until the next one would exceed `budget` triangles; the trunk, the first of them,
 * always. Returns the trunk as it is drawn.
 */
function drawWood(builder: MeshBuilder, branches: Branch[], parts: WoodParts, budget: number): Branch {
  let [trunk] = branches;
  const thickestFirst = branches.slice(1).sort((a, b) => b.radii[0] - a.radii[0]);
  for (const branch of [branches[0], ...thickestFirst]) {
    const left = budget - builder.triangleCount;
    const fine = branch.radii[0] > 0.05 && left > 400;
    const sides = !fine ? 3 : Math.min(12, 5 + Math.floor(branch.radii[0] * 20));
    const isTrunk = branch === branches[0];
    const drawn =
      left < 150
        ? coarsened(branch, isTrunk && parts.diameter !== undefined ? 1 : Math.ceil((branch.path.length - 1) / 2))
        : branch;
    if (isTrunk && parts.diameter !== undefined) thicken(drawn, parts.diameter);
    if (isTrunk) trunk = drawn;
    const cost = sides * (2 * (drawn.path.length - 1) - 1);
    if (cost > left && builder.triangleCount > 0) return trunk;
    builder.part(isTrunk ? parts.trunk : parts.others, parts.bark);
    tube(builder, drawn.path, drawn.radii, sides, { end: 'point' });
  }
  return trunk;
}

/** The branch as two straight pieces, which meet at its point `middle`. */
function coarsened(branch: Branch, middle: number): Branch {
  const kept = [0, middle, branch.path.length - 1];
  return { ...branch, path: kept.map((i) => branch.path[i]), radii: kept.map((i) => branch.radii[i]) };
}

/** Scatters leaves along the outer parts of the branches, in proportion to the foliage of each. */
function drawLeaves(
  builder: MeshBuilder,
  branches: Branch[],
  count: number,
  size: { length: number; width: number },
  random: RandomStream,
): void {
  const sums = new Float64Array(branches.length);
  let total = 0;
  branches.forEach((branch, i) => {
    total += branch.length * branch.foliage;
    sums[i] = total;
  });
  for (let leaf = 0; leaf < count; leaf++) {
    const branch = branches[firstAbove(sums, random.unit() * total)];
    const { point, direction } = alongBranch(branch, Math.sqrt(random.range(0.12, 1)));
    drawLeaf(builder, point, direction, size, random);
  }
}

/** A rhombus folded slightly along its midrib, growing away from the twig. */
function drawLeaf(
  builder: MeshBuilder,
  at: Vec3,
  twig: Vec3,
  size: { length: number; width: number },
  random: RandomStream,
): void {
  const grow = random.range(...SIZES);
  const along = normalize(add(add(scale(twig, 0.5), random.direction()), [0, 0, -0.15]));
  const side = turned(along, random);
  const up = cross(side, along);
  const length = size.length * grow;
  const base = add(at, scale(random.direction(), size.length * 0.3));
  const middle = add(base, scale(along, length * 0.45));
  const half = (size.width * grow) / 2;
  const fold = scale(up, half * FOLD);
  const a = builder.vertex(...base);
  const b = builder.vertex(...add(add(middle, scale(side, half)), fold));
  const c = builder.vertex(...add(base, scale(along, length)));
  const d = builder.vertex(...add(add(middle, scale(side, -half)), fold));
  builder.quad(a, b, c, d);
}

/** A random unit vector at right angles to `along`. */
function turned(along: Vec3, random: RandomStream): Vec3 {
  const u = anyNormalTo(along);
  const v = cross(along, u);
  const angle = random.range(0, TURN);
  return add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)));
}

/** Index of the first entry of the ascending `sums` above `value`; the last if there is none. */
function firstAbove(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
