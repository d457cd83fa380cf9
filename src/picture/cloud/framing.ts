import { DEGREE } from '../../base/angle.js';
import { add, type Box3, length, scale, subtract, type Vec3 } from '../../base/vec3.js';
import type { DensityGrid } from './density-grid.js';
import type { CloudOverview } from './overview.js';
import {
  type CameraPose,
  orthographic,
  type Projection,
  perspective,
  posedPerspective,
  project,
  viewPlanes,
} from './projection.js';
import { type WeightedPlaces, withoutStrays } from './without-strays.js';

/** Viewpoint of a picture of a cloud. */
export type PictureView = 'top' | 'side' | 'perspective';

/** Fraction of the (weighted) cells that may lie outside of a view at either end of an axis: stray points. */
const STRAY_PART = 0.01;
/** The box of all points is used unless it exceeds the one without stray points by more than this fraction. */
const STRAY_WORTH = 0.3;
/**
 * Sparse margins that adjoin the rest belong to the subject, up to these fractions of its length at either end: scans
 * thin out over the ground, while the few points above the rest are tops of trees and masts.
 */
const RIMS: Vec3 = [0.1, 0.1, 0.5];
/** Downward angle of the oblique view. */
const DOWN = (27 * Math.PI) / 180;
/** Azimuths of oblique views, degrees clockwise from north: never straight along an axis. */
const AZIMUTHS = [0, 90, 180, 270].flatMap((quarter) => [25, 35, 45, 55, 65].map((degrees) => quarter + degrees));

/** Weight of a cell with `count` points: dense places do not decide alone. */
const weightOf = (count: number): number => Math.log2(1 + count);

/** The box of all points, without a few distant strays. */
export function clippedBounds(grid: DensityGrid, bounds: Box3): Box3 {
  const { cellSize, dims } = grid.box;
  const weights = dims.map((n) => new Float64Array(n));
  const [alongX, alongY, alongZ] = weights;
  const [lowX, lowY, lowZ] = bounds.min;
  grid.forEachOccupied((x, y, z, count) => {
    const weight = weightOf(count);
    alongX[Math.floor((x - lowX) / cellSize)] += weight;
    alongY[Math.floor((y - lowY) / cellSize)] += weight;
    alongZ[Math.floor((z - lowZ) / cellSize)] += weight;
  });
  const box: Box3 = { min: [...bounds.min], max: [...bounds.max] };
  weights.forEach((axisWeights, axis) => {
    const inner = innerBins(axisWeights);
    const ends = ([first, last]: readonly [number, number]) =>
      [
        bounds.min[axis] + first * cellSize,
        Math.min(bounds.max[axis], bounds.min[axis] + (last + 1) * cellSize),
      ] as const;
    const [low, high] = ends(inner);
    if (bounds.max[axis] - bounds.min[axis] <= (1 + STRAY_WORTH) * (high - low)) return;
    [box.min[axis], box.max[axis]] = ends(withRim(axisWeights, inner, RIMS[axis]));
  });
  return box;
}

/** First and last bin that remain without `STRAY_PART` of all weight at either end. */
function innerBins(weights: Float64Array): [number, number] {
  const allowed = STRAY_PART * weights.reduce((sum, weight) => sum + weight, 0);
  const walk = (start: number, step: number) => {
    let bin = start;
    let passed = weights[bin];
    while (passed <= allowed && bin + step >= 0 && bin + step < weights.length) {
      bin += step;
      passed += weights[bin];
    }
    return bin;
  };
  return [walk(0, 1), walk(weights.length - 1, -1)];
}

/** The bins from `first` to `last`, and the occupied ones that adjoin them, up to the fraction `rim` of these. */
function withRim(weights: Float64Array, [first, last]: readonly [number, number], rim: number): [number, number] {
  const width = Math.ceil(rim * (last + 1 - first));
  const walk = (start: number, step: number) => {
    let bin = start;
    while (Math.abs(bin - start) < width && weights[bin + step] > 0) bin += step;
    return bin;
  };
  return [walk(first, -1), walk(last, 1)];
}

/** The subject of a picture, and its known properties. */
export interface Subject {
  overview: CloudOverview;
  /** Box without stray points. */
  box: Box3;
  /** Direction of the side view, radians clockwise from +y; absent: along the shorter side. */
  azimuth?: number;
}

/** A direction of the side view, on a map and in coordinates of any other kind. */
interface Side {
  forward: Vec3;
  name: string;
  axis: string;
}

const SIDES: readonly (Side & { acrossX: boolean })[] = [
  { forward: [0, 1, 0], name: 'looking north', axis: 'looking along +y', acrossX: true },
  { forward: [0, -1, 0], name: 'looking south', axis: 'looking along -y', acrossX: true },
  { forward: [-1, 0, 0], name: 'looking west', axis: 'looking along -x', acrossX: false },
  { forward: [1, 0, 0], name: 'looking east', axis: 'looking along +x', acrossX: false },
];

/** The side view of a cloud: as asked, or along its shorter side, from the side that shows more fronts. */
export function sideOf({ overview, box, azimuth }: Subject): Side {
  if (azimuth !== undefined) return sideAt(azimuth);
  const isWide = box.max[0] - box.min[0] >= box.max[1] - box.min[1];
  const [one, other] = SIDES.filter((side) => side.acrossX === isWide);
  const { facing } = overview;
  return facing && facing.cellsShownTo(other.forward) > facing.cellsShownTo(one.forward) ? other : one;
}

function sideAt(azimuth: number): Side {
  const degrees = Number(((azimuth / DEGREE + 360) % 360).toFixed(1));
  return {
    forward: [Math.sin(azimuth), Math.cos(azimuth), 0],
    name: `looking ${degrees}° from north`,
    axis: `looking ${degrees}° from +y to +x`,
  };
}

/**
 * A camera for `view` with `width` × `height` pixels that shows the subject, with `margins` (pixels) free at each side;
 * for the perspective view, the one at `pose`, if given.
 */
export function cameraFor(
  view: PictureView,
  subject: Subject,
  width: number,
  height: number,
  margins: readonly [number, number],
  pose?: CameraPose,
): Projection {
  if (view === 'perspective' && pose) return withMiddle(posedPerspective(pose, width, height), subject.box);
  const inner = [width, height].map((size, axis) => Math.max(size / 2, size - 2 * margins[axis]));
  return { ...fittedCamera(view, subject, inner[0], inner[1]), width, height };
}

/** The camera with the depth of the middle of `box`; a quarter of its diagonal for a camera closer to it or beyond. */
function withMiddle(camera: Projection, box: Box3): Projection {
  const middle = project(camera, scale(add(box.min, box.max), 0.5))[2];
  return { ...camera, middleDepth: Math.max(middle, length(subtract(box.max, box.min)) / 4) };
}

function fittedCamera(view: PictureView, subject: Subject, width: number, height: number): Projection {
  if (view === 'top') return orthographic(subject.box, [0, 0, -1], width, height);
  if (view === 'side') return orthographic(subject.box, sideOf(subject).forward, width, height);
  return obliqueCamera(subject, width, height);
}

/** The oblique camera that comes closest and sees most fronts; closer still if only a few strays prevent it. */
function obliqueCamera({ overview, box }: Subject, width: number, height: number): Projection {
  const centres = cellCentres(overview.grid, box);
  const middle = scale(add(box.min, box.max), 0.5);
  let best: { camera: Projection; worth: number } | undefined;
  for (const degrees of AZIMUTHS) {
    const azimuth = (degrees * Math.PI) / 180;
    const forward: Vec3 = [Math.sin(azimuth) * Math.cos(DOWN), Math.cos(azimuth) * Math.cos(DOWN), -Math.sin(DOWN)];
    const camera = perspective(centres.at, forward, width, height);
    const shown = overview.facing?.cellsShownTo(camera.forward) ?? 1;
    const worth = shown / length(subtract(camera.eye, middle)) ** 2;
    // Within rounding the earlier one stays, so that the same cloud has the same view on every machine.
    if (!best || worth > best.worth * (1 + 1e-6)) best = { camera, worth };
  }
  const { forward } = best!.camera;
  const kept = withoutStrays(centres, viewPlanes(forward, width, height), middle);
  return withMiddle(perspective(kept, forward, width, height), box);
}

/** Centres of the occupied cells inside `box`; the box's own centre without any. */
function cellCentres(grid: DensityGrid, box: Box3): WeightedPlaces {
  const inside = (value: number, axis: number) =>
    value >= box.min[axis] - grid.box.cellSize && value <= box.max[axis] + grid.box.cellSize;
  let count = 0;
  grid.forEachOccupied((x, y, z) => {
    if (inside(x, 0) && inside(y, 1) && inside(z, 2)) count++;
  });
  if (count === 0)
    return { at: Float64Array.from(box.min, (low, axis) => (low + box.max[axis]) / 2), weight: Float64Array.of(1) };
  const [centres, weight] = [new Float64Array(3 * count), new Float64Array(count)];
  let at = 0;
  grid.forEachOccupied((x, y, z, points) => {
    if (!(inside(x, 0) && inside(y, 1) && inside(z, 2))) return;
    weight[at / 3] = weightOf(points);
    centres[at++] = x;
    centres[at++] = y;
    centres[at++] = z;
  });
  return { at: centres, weight };
}
