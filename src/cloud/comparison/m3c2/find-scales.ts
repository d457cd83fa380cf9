import { type SourcePlace, UserError } from '../../../base/errors.js';
import type { Steps } from '../../../base/steps.js';
import { percentileOf } from '../distance-statistics.js';
import { findSpacings } from '../find-neighbours.js';
import type { PointTree } from '../point-tree.js';
import { BallFit } from './ball-fit.js';
import { M3C2_DEFAULTS, type M3c2Options, type M3c2Settings } from './m3c2-options.js';

/** Points at which scales are tried, spread over the cloud, and the share of them that must do. */
const SAMPLES = 500;
const SHARE = 0.75;
/** Points of a cylinder, where the cloud is a surface. */
const POINTS = 30;
/** Diameter of a normal's ball in standard deviations of its points from their plane (Lague et al. 2013: 20 to 25). */
const ROUGHNESS = 25;
/** Factor between two scales, and number of normal scales that are tried: up to 16 projection scales. */
const STEP = Math.SQRT2;
const NORMAL_SCALES = 9;
/** Half lengths of cylinders in normal scales. */
const DEPTHS = 5;

/**
 * The options, and from the clouds what they leave open: the least projection scale with enough points in balls of both
 * clouds, and the least normal scale for the roughness of the first. Throws UserError if points lie in one place.
 */
export function* findScales(a: PointTree, b: PointTree, options: M3c2Options): Steps<M3c2Settings> {
  const { normals, registrationError, ...asked } = { ...M3C2_DEFAULTS, ...options };
  const projectionScale =
    asked.projectionScale ??
    Math.max(yield* findProjectionScale(a, asked.place), yield* findProjectionScale(b, asked.place));
  const normalScale =
    normals === 'vertical' ? undefined : (asked.normalScale ?? (yield* findNormalScale(a, projectionScale)));
  const maxDepth = asked.maxDepth ?? roundedUp(DEPTHS * (normalScale ?? projectionScale));
  const core = asked.core ?? roundedUp(projectionScale / 2);
  return { projectionScale, maxDepth, core, registrationError, normals, ...(normalScale && { normalScale }) };
}

/** The least diameter of balls that hold enough points. */
function* findProjectionScale(tree: PointTree, place?: SourcePlace): Steps<number> {
  const spacings = (yield* findSpacings(tree)).filter((spacing) => spacing > 0);
  if (spacings.length === 0)
    throw new UserError('M3C2: no scale follows from points that lie in one place', {
      place,
      hint: 'give the scales: --projection-scale and --normal-scale',
    });
  const spacing = yield* percentileOf(spacings, 0.5);
  const { boxes } = tree;
  const size = Math.hypot(...[0, 1, 2].map((axis) => boxes[3 + axis] - boxes[axis]));
  let scale = spacing;
  const isEnough = ({ count }: BallFit) => count >= POINTS;
  while (scale < size && (yield* shareOf(tree, scale, isEnough)) < SHARE) scale *= STEP;
  return roundedUp(scale);
}

/** The least diameter that is large against the roughness, or else the one that is so at the most points. */
function* findNormalScale(tree: PointTree, projectionScale: number): Steps<number> {
  let [best, most] = [projectionScale, -1];
  for (let k = 0; k < NORMAL_SCALES; k++) {
    const scale = projectionScale * STEP ** k;
    const share = yield* shareOf(tree, scale, (ball) => scale >= ROUGHNESS * (ball.plane()?.roughness ?? Infinity));
    if (share > most) [best, most] = [scale, share];
    if (share >= SHARE) break;
  }
  return roundedUp(best);
}

/** The share of some points of a tree whose ball of diameter `scale` does. */
function* shareOf(tree: PointTree, scale: number, does: (ball: BallFit) => boolean): Steps<number> {
  const count = tree.ids.length;
  const samples = Math.min(SAMPLES, count);
  const ball = new BallFit(tree);
  let found = 0;
  for (let sample = 0; sample < samples; sample++) {
    const at = 3 * Math.floor((sample * count) / samples);
    ball.around(tree.places[at], tree.places[at + 1], tree.places[at + 2], scale / 2);
    if (does(ball)) found++;
    yield;
  }
  return found / samples;
}

/** The next number with two significant digits: 0.24 for 0.2307. */
function roundedUp(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(value / unit - 1e-9) * unit).toPrecision(2));
}
