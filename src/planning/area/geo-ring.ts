import type { SourcePlace } from '../../base/errors.js';

/** A ring of a file: longitude and latitude in degrees, or x and y of a system. */
export interface GeoRing {
  points: readonly (readonly [number, number])[];
  place: SourcePlace;
  /** Its name in messages. */
  where: string;
}

/** Polygons of a file, each its outline and then its holes. */
export interface DegreeArea {
  polygons: GeoRing[][];
  /** Name of the system of its numbers; absent: WGS 84 in degrees. */
  system?: string;
}

/** A ring without its last point, which repeats the first, and without points that the next one repeats. */
export function ringOf(points: readonly (readonly [number, number])[], place: SourcePlace, where: string): GeoRing {
  const kept = points.filter(([x, y], k) => {
    const [nextX, nextY] = points[(k + 1) % points.length];
    return points.length === 1 || x !== nextX || y !== nextY;
  });
  return { points: kept, place, where };
}
