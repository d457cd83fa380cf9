import type { Affine } from '../base/affine.js';
import { compose, rotation, scaling, translation } from '../base/affine.js';
import { TURN } from '../base/angle.js';
import { hashSeed, type RandomStream } from '../base/random-stream.js';
import { checkTreeCount, type ForestLand, groundTriangles, landOfStand } from './forest-land.js';
import { gridFor, Heightfield } from './heightfield.js';
import { ModelBuilder } from './model-builder.js';
import { fractalNoise } from './noise.js';
import type { Disc } from './poisson-disc.js';
import type { SceneSize } from './procedural-kind.js';
import type { SceneDetails } from './scene-details.js';
import type { Season } from './season.js';
import { fractalHeight } from './terrain.js';

/** Radius around the origin, where a scanner may stand, and half width of the path, both without tall objects. */
const CLEARING = 4.5;
const PATH_HALF_WIDTH = 1.6;
/** Default relief of the ground of a forest of 100 m with a roughness. */
const ROUGH_RELIEF = 10;

/** Data that all steps of generating a forest share. */
export interface ForestPlan extends ForestLand {
  seed: number;
  triangles: number;
  /** Heights of its ground. */
  ground: Pick<Heightfield, 'heightAt'>;
  /** The surface of its ground; absent: it has none, and all stands at height 0. */
  surface?: Heightfield;
  model: ModelBuilder;
  season: Season | undefined;
  /** Whether the ground is a path or clearing, without trees. */
  isOpen(x: number, y: number, margin: number): boolean;
  /** Metres from the edge of the path, negative on it; Infinity without one. */
  offPath(x: number, y: number): number;
}

/** A level at height 0, for objects that are put on another ground later. */
const LEVEL = { heightAt: () => 0 };

const surfaceOf = (surface: Heightfield) => ({ surface, ground: surface });

/** The sizes that a forest has. */
export type ForestSize = Pick<SceneSize, 'extent' | 'stems' | 'relief' | 'roughness' | 'lai'>;

/** The land of a forest with its ground, still without objects. Throws UserError as `checkTreeCount` does. */
export function planForest(seed: number, triangles: number, size: ForestSize, details: SceneDetails): ForestPlan {
  const { season, trees } = details;
  const land = landOfStand(triangles, size, details);
  checkTreeCount(land.count, triangles);
  const toPath = trees === undefined ? pathDistance : () => Infinity;
  return {
    seed,
    triangles,
    ...land,
    ...(details.ground === 'none' ? { ground: LEVEL } : surfaceOf(groundOf(seed, triangles, land.side, size, toPath))),
    model: new ModelBuilder(),
    season,
    offPath: (x, y) => toPath(x, y) - PATH_HALF_WIDTH,
    isOpen: (x, y, margin) =>
      toPath(x, y) > PATH_HALF_WIDTH + margin && x * x + y * y > (CLEARING * CLEARING * (1 + margin)) / 2,
  };
}

function groundOf(
  seed: number,
  triangles: number,
  side: number,
  { relief, roughness }: ForestSize,
  toPath: (x: number, y: number) => number,
): Heightfield {
  const noise = hashSeed(seed, 'relief');
  const cells = gridFor(groundTriangles(triangles, side), side, side);
  const height =
    roughness === undefined
      ? (x: number, y: number) => forestHeight(x, y, noise, toPath(x, y))
      : fractalHeight(roughness, side, side / cells.columns, noise);
  const ground = new Heightfield({ width: side, depth: side, ...cells }, height);
  if (relief !== undefined || roughness !== undefined) ground.stretchTo(relief ?? (ROUGH_RELIEF * side) / 100);
  return ground;
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

/** A transform that places an object at `at`, turned at random about the vertical, `sink` metres deep. */
export function uprightAt(
  plan: Pick<ForestPlan, 'ground'>,
  at: Disc,
  size: number,
  sink: number,
  random: RandomStream,
): Affine {
  const turn = rotation([0, 0, 1], random.range(0, TURN));
  const z = plan.ground.heightAt(at.x, at.y) - sink;
  return compose(translation([at.x, at.y, z]), compose(turn, scaling([size, size, size])));
}
