import { UserError } from '../../base/errors.js';
import { significant } from '../../base/significant.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { extentOf } from '../extent.js';
import {
  createHeightRaster,
  dropOverhangs,
  fillGaps,
  type HeightRaster,
  heightAt,
  heightRange,
} from '../height-raster.js';
import { FLIGHT_DEFAULTS, type FlightRequest } from '../plan-request.js';
import type { SceneProbe } from '../scene-probe.js';
import type { FlightLine } from './flight-lines.js';
import { followTerrain } from './terrain-profile.js';

/** The scene below a flight. */
export interface FlightGround {
  /** Lowest and highest surface of the scene; `ground` has no gaps. */
  ground: HeightRaster;
  top: HeightRaster;
  /** Heights of the ground. */
  range: { low: number; mean: number; high: number };
}

/** Heights of the lines of a flight. */
export interface HeightPlan extends FlightGround {
  reference: 'highest' | 'mean' | 'terrain';
  /** Path of the scanner over each line. */
  paths: Vec3[][];
  altitude: readonly [number, number];
  /** Distance straight down from the scanner: to the deepest ground, and to the highest thing below it. */
  depth: number;
  nearest: number;
  notes: string[];
}

/** Maximum number of cells along the longer side of the area, and minimum width of a cell, metres. */
const CELLS_MAX = 400;
const CELL_MIN = 0.05;
/** Largest error of a path that follows the terrain, as a share of the height, where points are left out. */
const PATH_TOLERANCE = 0.01;

/** Heights below a flight. Throws UserError if the area has no ground. */
export function flightGround(probe: SceneProbe, area: Rectangle): FlightGround {
  const empty = createHeightRaster(area, CELLS_MAX, CELL_MIN);
  const found = dropOverhangs(probe.ground(empty));
  const range = heightRange(found);
  if (range === undefined)
    throw new UserError('--area: there is no ground below it', {
      hint: `heights are looked up every ${significant(Math.max(...empty.cell), 2)} m: take an area no larger than the scene`,
    });
  return { ground: fillGaps(found), top: probe.top(empty), range };
}

/** Whether the lines of a flight follow the terrain. */
const followsTerrain = ({ terrain, kind }: FlightRequest): boolean =>
  (terrain ?? FLIGHT_DEFAULTS[kind].terrain) === 'following';

/** Height of the scanner on a constant height. */
const levelOf = ({ height, above }: FlightRequest, { range }: FlightGround): number =>
  height + ((above ?? FLIGHT_DEFAULTS.above) === 'mean' ? range.mean : range.high);

/** Smallest and largest distance straight down that can be expected before the lines are laid out, metres. */
export function expectedDepths(below: FlightGround, request: FlightRequest): { nearest: number; depth: number } {
  const { ground, top, range } = below;
  const { height } = request;
  if (followsTerrain(request)) {
    const [, tallest] = extentOf(ground.heights.map((z, cell) => (top.heights[cell] > z ? top.heights[cell] - z : 0)));
    return { nearest: height - tallest, depth: height };
  }
  const level = levelOf(request, below);
  return { nearest: level - (heightRange(top)?.high ?? range.high), depth: level - range.low };
}

/** Heights of the lines above the ground. Throws UserError if the scene is higher than the flight. */
export function flightHeights(
  below: FlightGround,
  request: FlightRequest,
  { lines, speed }: { lines: readonly FlightLine[]; speed: number },
): HeightPlan {
  const { ground, top, range } = below;
  const follows = followsTerrain(request);
  const reference = follows ? 'terrain' : (request.above ?? FLIGHT_DEFAULTS.above);
  const paths = follows
    ? lines.map((line) => terrainPath(line, ground, request, speed))
    : lines.map((line) => levelPath(line, levelOf(request, below)));
  const altitude = extentOf(paths.flatMap((path) => path.map(([, , z]) => z)));
  const clearance = follows
    ? clearanceOver(paths, ground, top)
    : { depth: altitude[1] - range.low, nearest: altitude[0] - (heightRange(top)?.high ?? range.high) };
  if (clearance.nearest <= 0)
    throw new UserError(
      `--height: found ${request.height}, expected more than ${(request.height - clearance.nearest).toFixed(1)} (m): the scene is higher than the flight`,
    );
  const excess = clearance.depth - request.height;
  const notes =
    follows && excess > PATH_TOLERANCE * 2 * request.height
      ? [`the path is up to ${excess.toFixed(1)} m higher above ground than required: the climb is limited`]
      : [];
  return { ...below, reference, paths, altitude, ...clearance, notes };
}

const levelPath = ({ from, to }: FlightLine, z: number): Vec3[] => [
  [...from, z],
  [...to, z],
];

function terrainPath(
  { from, to }: FlightLine,
  ground: HeightRaster,
  { height, climb }: FlightRequest,
  speed: number,
): Vec3[] {
  return followTerrain(from, to, (x, y) => heightAt(ground, x, y) + height, {
    slope: (climb ?? FLIGHT_DEFAULTS.climb) / speed,
    step: Math.max(...ground.cell),
    tolerance: PATH_TOLERANCE * height,
  });
}

/** Along paths: largest height over the ground, smallest over anything. */
function clearanceOver(
  paths: readonly (readonly Vec3[])[],
  ground: HeightRaster,
  top: HeightRaster,
): Pick<HeightPlan, 'depth' | 'nearest'> {
  let [depth, nearest] = [0, Infinity];
  const step = Math.min(...ground.cell);
  for (const path of paths)
    for (const [x, y, z] of pointsAlong(path, step)) {
      depth = Math.max(depth, z - heightAt(ground, x, y));
      const obstacle = heightAt(top, x, y);
      if (!Number.isNaN(obstacle)) nearest = Math.min(nearest, z - obstacle);
    }
  return { depth, nearest: nearest === Infinity ? depth : nearest };
}

/** Points of a path at most `step` metres apart, its corners included. */
export function* pointsAlong(path: readonly Vec3[], step: number): Generator<Vec3> {
  yield path[0];
  for (let k = 1; k < path.length; k++) {
    const [a, b] = [path[k - 1], path[k]];
    const parts = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
    for (let part = 1; part <= parts; part++) {
      const t = part / parts;
      yield [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
    }
  }
}
