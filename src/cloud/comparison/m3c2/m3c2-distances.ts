import type { Steps } from '../../../base/steps.js';
import type { Vec3 } from '../../../base/vec3.js';
import type { PointTree } from '../point-tree.js';
import { BallFit } from './ball-fit.js';
import type { CorePoints } from './core-points.js';
import { CylinderMean } from './cylinder-mean.js';
import type { M3c2Normals, M3c2Settings } from './m3c2-options.js';

/** M3C2 distances of core points, a number each: metres along the normal. */
export interface M3c2Distances {
  /** Numbers of the core points in their cloud, ascending. */
  ids: Uint32Array;
  /** Directions of the cylinders, 3 numbers each; 0 where points have no plane. */
  normal: Float32Array;
  /** Mean of b less that of a; NaN without a normal, and without points of b. */
  distance: Float64Array;
  /** Level of detection at 95 %; NaN with fewer than 5 points of either cloud. */
  uncertainty: Float64Array;
  /** 1: the distance exceeds the level of detection. */
  significant: Uint8Array;
  /** Points in the cylinder, of a and of b; 0 without a normal. */
  count1: Uint32Array;
  count2: Uint32Array;
  /** Standard deviation of these along the axis; NaN for fewer than 2. */
  stdDev1: Float64Array;
  stdDev2: Float64Array;
}

/** Fewest points of either cloud for a level of detection. */
const STATISTICS_POINTS = 5;
/** Quantile of the normal distribution for 95 %, both sides. */
const QUANTILE = 1.96;
/** Points looked at between two yields. */
const LOOKS_A_STEP = 262_144;

/**
 * Distances between two clouds along the normals of the first (M3C2: Lague, Brodu and Leroux 2013): at each core point
 * the mean of both clouds in a cylinder along the normal, and the level of detection, equation 1 there:
 * 1.96 (√(σ₁²/n₁ + σ₂²/n₂) + registration error). `onMeasured` is called now and then with the number of finished core
 * points.
 */
export function* m3c2Distances(
  a: PointTree,
  b: PointTree,
  cores: CorePoints,
  settings: M3c2Settings,
  onMeasured: (points: number) => void = () => {},
): Steps<M3c2Distances> {
  const found = emptyDistances(cores.ids);
  const radius = settings.projectionScale / 2;
  const tools = {
    ball: new BallFit(a),
    first: new CylinderMean(a, radius, settings.maxDepth),
    second: new CylinderMean(b, radius, settings.maxDepth),
  };
  const { ball, first, second } = tools;
  let [due, reported] = [LOOKS_A_STEP, 0];
  // In the order of the tree: neighbours look at the same points.
  const rows = rowsByIndex(cores.indices, a.ids.length);
  for (let index = 0, done = 0; index < rows.length; index++) {
    if (rows[index] === 0) continue;
    measure(a, index, tools, settings, found, rows[index] - 1);
    done++;
    if (ball.looked + first.looked + second.looked < due) continue;
    due = ball.looked + first.looked + second.looked + LOOKS_A_STEP;
    onMeasured(done - reported);
    reported = done;
    yield;
  }
  onMeasured(cores.ids.length - reported);
  return found;
}

/** Row of the core point at each index of a tree, plus 1; 0: it is none. */
function rowsByIndex(indices: Uint32Array, count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < indices.length; row++) rows[indices[row]] = row + 1;
  return rows;
}

function emptyDistances(ids: Uint32Array): M3c2Distances {
  const count = ids.length;
  const noNumbers = () => new Float64Array(count).fill(Number.NaN);
  return {
    ids,
    normal: new Float32Array(3 * count),
    distance: noNumbers(),
    uncertainty: noNumbers(),
    significant: new Uint8Array(count),
    count1: new Uint32Array(count),
    count2: new Uint32Array(count),
    stdDev1: noNumbers(),
    stdDev2: noNumbers(),
  };
}

/** Measures at the point `index` of a tree, and writes row `row`. */
function measure(
  { places }: PointTree,
  index: number,
  { ball, first, second }: { ball: BallFit; first: CylinderMean; second: CylinderMean },
  { normalScale, normals, registrationError }: M3c2Settings,
  found: M3c2Distances,
  row: number,
): void {
  const [x, y, z] = [places[3 * index], places[3 * index + 1], places[3 * index + 2]];
  const normal = normalAt(ball, [x, y, z], normals, normalScale);
  if (!normal) return;
  found.normal.set(normal, 3 * row);
  first.along(x, y, z, ...normal);
  second.along(x, y, z, ...normal);
  const [n1, n2] = [first.count, second.count];
  found.count1[row] = n1;
  found.count2[row] = n2;
  found.stdDev1[row] = first.deviation;
  found.stdDev2[row] = second.deviation;
  // The core point itself is in the cylinder.
  if (n2 === 0) return;
  const distance = second.mean - first.mean;
  found.distance[row] = distance;
  if (n1 < STATISTICS_POINTS || n2 < STATISTICS_POINTS) return;
  const variance = first.deviation ** 2 / n1 + second.deviation ** 2 / n2;
  const uncertainty = QUANTILE * (Math.sqrt(variance) + registrationError);
  found.uncertainty[row] = uncertainty;
  found.significant[row] = Number(Math.abs(distance) > uncertainty);
}

/** The direction of the cylinder at a place; undefined where points have no plane. */
function normalAt(ball: BallFit, place: Vec3, normals: M3c2Normals, normalScale?: number): Vec3 | undefined {
  if (normals === 'vertical' || normalScale === undefined) return [0, 0, 1];
  ball.around(...place, normalScale / 2);
  const normal = ball.plane()?.normal;
  if (!normal) return undefined;
  const [x, y, z] = normal;
  // Of level normals, those to the north, and of these to the east: the same side in every run.
  const side = normals === 'up' ? z || y || x : sideOf(normal, place, normals);
  return side < 0 ? [-x, -y, -z] : normal;
}

/** Negative if a place lies behind the plane through `at`. */
const sideOf = ([x, y, z]: Vec3, at: Vec3, place: Vec3): number =>
  x * (place[0] - at[0]) + y * (place[1] - at[1]) + z * (place[2] - at[2]);
