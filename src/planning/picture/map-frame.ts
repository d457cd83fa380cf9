import type { Raster } from '../../picture/raster/raster.js';
import { extentOf } from '../extent.js';
import type { Vec2 } from '../flight/flight-lines.js';
import type { PlanMap } from '../plan-map.js';

/** Placement of the plane in a picture, north up. */
export interface PlanFrame {
  pixelsPerMetre: number;
  toPixel(point: Vec2): [number, number];
  toWorld(x: number, y: number): [number, number];
}

/** Free space around a map, in heights of a letter. */
interface MapMargin {
  side: number;
  top: number;
  bottom: number;
}

/** The largest map that shows area, lines and stations within the margins, in the middle of `panel`. */
export function mapFrame(map: PlanMap, panel: Raster, size: number, margin: MapMargin): PlanFrame {
  const points: Vec2[] = [map.area.min, map.area.max, ...map.tracks.flat(), ...map.stations];
  const [west, east] = extentOf(points.map(([x]) => x));
  const [south, north] = extentOf(points.map(([, y]) => y));
  const [left, top] = [margin.side * size, margin.top * size];
  const width = Math.max(1, panel.width - 2 * left);
  const height = Math.max(1, panel.height - top - margin.bottom * size);
  const pixelsPerMetre = Math.min(width / (east - west || 1), height / (north - south || 1));
  const [centreX, centreY] = [(west + east) / 2, (south + north) / 2];
  const [x0, y0] = [left + width / 2, top + height / 2];
  return {
    pixelsPerMetre,
    toPixel: ([x, y]) => [x0 + (x - centreX) * pixelsPerMetre, y0 - (y - centreY) * pixelsPerMetre],
    toWorld: (x, y) => [centreX + (x - x0) / pixelsPerMetre, centreY - (y - y0) / pixelsPerMetre],
  };
}
