import type { Vec3 } from '../../base/vec3.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import { cellCentre, createHeightRaster, type HeightRaster, heightRange } from '../height-raster.js';
import type { PlanMap } from '../plan-map.js';
import type { SceneProbe } from '../scene-probe.js';
import { isWithin, type Viewer } from './station-view.js';

/** Cells along the longer side of the area, so many that the map takes this many rays at most; and their least width, metres. */
const CELLS_MAX = 320;
const RAYS_MAX = 1.5e6;
const CELL_MIN = 0.05;
/** Free above what counts as seen of a room, and how much higher than its lowest surface that may be: tables, not shelves; metres. */
const ROOM_HEIGHT = 1;
const TABLE_HEIGHT = 1.2;
/** Above the surface, so that it does not hide itself, metres. */
const LIFT = 0.05;

/** Share of the ground that lies under something where a scene is a building rather than a place outside. */
const INDOORS = 0.8;

/**
 * The map of a scene that is seen from `eyes`: its upper side, or the ground of rooms; and how many eyes see each cell, its
 * ground or its upper side.
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

/** The ground, and no more than a room's height of what stands on it. */
function withTops(floor: HeightRaster, top: HeightRaster): HeightRaster {
  const range = heightRange(floor);
  const limit = (range?.high ?? 0) + ROOM_HEIGHT;
  const heights = floor.heights.map((height, cell) =>
    Number.isNaN(height) ? Math.min(limit, top.heights[cell]) : height,
  );
  return { ...floor, heights };
}

/** The points of a surface that may be seen, one a cell. */
interface CellPoints {
  /** x y z each. */
  points: Float64Array;
  cells: Uint32Array;
}

/** Points a little above a surface; cells that lie as high as those of `other` are left to it. */
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

/** Sets `seen` to 1 for the cells of which an eye sees the point. */
function markSeen(probe: SceneProbe, { points, cells }: CellPoints, eye: Vec3, viewer: Viewer, seen: Uint8Array): void {
  const near = new Uint32Array(cells.length);
  const targets = new Float64Array(points.length);
  let count = 0;
  for (let k = 0; k < cells.length; k++) {
    const at: Vec3 = [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
    if (!isWithin(eye, at, viewer)) continue;
    targets.set(at, 3 * count);
    near[count++] = cells[k];
  }
  probe.sees(eye, targets.subarray(0, 3 * count), LIFT).forEach((isFree, k) => {
    seen[near[k]] |= isFree;
  });
}
