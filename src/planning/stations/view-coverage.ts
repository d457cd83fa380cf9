import type { Vec3 } from '../../base/vec3.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { cellCentre, createHeightRaster, type HeightRaster, heightRange } from '../height-raster.js';
import type { PlanMap } from '../plan-map.js';
import type { SceneProbe } from '../scene-probe.js';
import { isInView, type Viewer } from './station-view.js';

/**
 * Maximum number of cells along the longer side of the area, which also bounds the number of rays of the map; and their
 * smallest width, metres.
 */
const CELLS_MAX = 320;
const RAYS_MAX = 1.5e6;
const CELL_MIN = 0.05;
/**
 * Free space above a visible surface in a room, and its largest height above the lowest surface: tables, not shelves;
 * metres.
 */
const ROOM_HEIGHT = 1;
const TABLE_HEIGHT = 1.2;
/** Height above the surface, so that it does not hide itself, metres. */
const LIFT = 0.05;

/** Share of the ground below other surfaces from which on a scene counts as a building and not as outdoors. */
const INDOORS = 0.8;

/**
 * The map of a scene seen from `eyes`: its upper side, or the ground of rooms; and the number of eyes that see each
 * cell, on its ground or its upper side.
 */
export function viewCoverage(
  probe: SceneProbe,
  area: Rectangle,
  eyes: readonly Vec3[],
  viewer: Viewer,
): Pick<PlanMap, 'relief' | 'coverage'> {
  const cellsMax = Math.min(CELLS_MAX, Math.floor(Math.sqrt(RAYS_MAX / (2 * Math.max(1, eyes.length)))));
  const empty = createHeightRaster(area, cellsMax, CELL_MIN);
  const top = probe.top(empty);
  const floor = probe.standing(empty, ROOM_HEIGHT, TABLE_HEIGHT);
  const surfaces = [pointsOver(top), pointsOver(floor, top)];
  const coverage = new Uint16Array(top.heights.length);
  for (const eye of eyes) {
    const seen = new Uint8Array(coverage.length);
    for (const surface of surfaces) markSeen(probe, surface, eye, viewer, seen);
    for (let cell = 0; cell < seen.length; cell++) coverage[cell] += seen[cell];
  }
  return { relief: isIndoors(floor, top) ? withTops(floor, top) : top, coverage };
}

function isIndoors(floor: HeightRaster, top: HeightRaster): boolean {
  let [covered, count] = [0, 0];
  floor.heights.forEach((height, cell) => {
    if (Number.isNaN(height)) return;
    count++;
    if (top.heights[cell] > height + ROOM_HEIGHT) covered++;
  });
  return covered > INDOORS * count;
}

/** The ground, with objects on it up to a room's height. */
function withTops(floor: HeightRaster, top: HeightRaster): HeightRaster {
  const range = heightRange(floor);
  const limit = (range?.high ?? 0) + ROOM_HEIGHT;
  const heights = floor.heights.map((height, cell) =>
    Number.isNaN(height) ? Math.min(limit, top.heights[cell]) : height,
  );
  return { ...floor, heights };
}

/** Points of a surface that may be seen, one per cell. */
interface CellPoints {
  /** x y z each. */
  points: Float64Array;
  cells: Uint32Array;
}

/** Points slightly above a surface, except in cells as high as those of `other`. */
function pointsOver(surface: HeightRaster, other?: HeightRaster): CellPoints {
  const cells = Uint32Array.from(
    Array.from(surface.heights.keys()).filter((cell) => {
      const height = surface.heights[cell];
      return !Number.isNaN(height) && !(other && Math.abs(other.heights[cell] - height) < LIFT);
    }),
  );
  const points = new Float64Array(3 * cells.length);
  cells.forEach((cell, k) => {
    const [x, y] = cellCentre(surface, cell);
    points.set([x, y, surface.heights[cell] + LIFT], 3 * k);
  });
  return { points, cells };
}

/** Sets `seen` to 1 for the cells with a point that an eye sees. */
function markSeen(probe: SceneProbe, { points, cells }: CellPoints, eye: Vec3, viewer: Viewer, seen: Uint8Array): void {
  const near = new Uint32Array(cells.length);
  const targets = new Float64Array(points.length);
  let count = 0;
  for (let k = 0; k < cells.length; k++) {
    const at: Vec3 = [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
    if (!isInView(eye, at, viewer)) continue;
    targets.set(at, 3 * count);
    near[count++] = cells[k];
  }
  probe.sees(eye, targets.subarray(0, 3 * count), LIFT).forEach((isFree, k) => {
    seen[near[k]] |= isFree;
  });
}
