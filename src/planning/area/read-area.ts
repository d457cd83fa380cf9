import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { readBounded } from '../../base/files/read-bounded.js';
import { decodeText } from '../../base/yaml/read-text.js';
import type { Crs } from '../../crs/crs.js';
import type { PlaneGrid } from '../../crs/plane-system.js';
import { type AreaEnding, areaEnding } from '../plan-files.js';
import { gridNear, planeOfSystem } from '../plan-grid.js';
import type { DegreeArea, GeoRing } from './geo-ring.js';
import { geojsonPolygons } from './geojson-polygons.js';
import { kmlPolygons } from './kml-polygons.js';
import { CORNERS_MAX, type Polygon, type Ring } from './polygons.js';

/** Bytes of a file of polygons: a corner takes some 40 of them, and other properties may come with it. */
const BYTES_MAX = 2 ** 26;

/** Readers by the ending of a file. */
const READERS: Readonly<Record<AreaEnding, (bytes: Uint8Array, file: string) => DegreeArea>> = {
  '.geojson': geojsonPolygons,
  '.json': geojsonPolygons,
  '.kml': (bytes, file) => kmlPolygons(decodeText(bytes, file), file),
};

/**
 * The polygons of a GeoJSON or KML file on the plane of the reference system `crs`. Throws UserError for files that
 * cannot be read or have no polygons, and for degrees without a system to bring them to.
 */
export async function readArea(files: Files, path: string, crs: Crs | undefined): Promise<Polygon[]> {
  const ending = areaEnding(path);
  if (ending === undefined)
    throw new UserError(`--area: found "${path}", expected a .geojson or .kml file`, { place: { file: path } });
  const area = READERS[ending](await readBounded(files, path, { what: 'an area', bytesMax: BYTES_MAX }), path);
  const rings = area.polygons.flat();
  const corners = rings.reduce((sum, { points }) => sum + points.length, 0);
  if (rings.length === 0) throw new UserError('--area: the file has no polygons', { place: { file: path } });
  if (corners > CORNERS_MAX)
    throw new UserError(`--area: found ${corners} corners, at most ${CORNERS_MAX} are taken`, {
      place: { file: path },
      hint: 'simplify its polygons',
    });
  const place = await planeOf(area, path, crs);
  const ringAt = (ring: GeoRing): Ring => ({
    corners: ring.points.map(place),
    where: `--area: ${path}: ${ring.where}`,
  });
  return area.polygons.map(([outline, ...holes]) => ({ outline: ringAt(outline), holes: holes.map(ringAt) }));
}

type ToPlane = (point: readonly [number, number]) => readonly [number, number];

/** The way from the numbers of a file to the plane. */
async function planeOf({ polygons, system: stated }: DegreeArea, file: string, crs: Crs | undefined): Promise<ToPlane> {
  if (stated !== undefined) {
    await checkSystem(stated, file, crs);
    return (point) => point;
  }
  const system = await planeOfSystem(crs, `--area: ${file}`);
  const grid = gridNear(system, polygons[0][0].points[0], `--area: ${file}`);
  return (point) => onGrid(point, grid, file);
}

function onGrid([longitude, latitude]: readonly [number, number], grid: PlaneGrid, file: string) {
  const found = Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90 ? grid.fromDegrees(longitude, latitude) : [];
  const [x, y] = found;
  if (Number.isFinite(x) && Number.isFinite(y)) return [x, y] as const;
  throw new UserError(`--area: found ${longitude}, ${latitude}, expected longitude and latitude in degrees`, {
    place: { file },
    hint: 'export the area in WGS 84; GeoJSON in metres needs a crs member with the system of the survey',
  });
}

/** Throws UserError if numbers of a system that a file names are not those of the world. */
async function checkSystem(system: string, file: string, crs: Crs | undefined): Promise<void> {
  const { readCrs } = await import('../../crs/read-crs.js');
  const { identifyPlane } = await import('../../crs/inspect-wkt.js');
  const own = await readCrs(system);
  const [theirs, ours] = [identifyPlane(own.wkt).code, crs && identifyPlane(crs.wkt).code];
  if (theirs !== undefined && theirs === ours) return;
  throw new UserError(`--area: found the system ${own.name}, expected ${crs?.name ?? 'a survey with crs'}`, {
    place: { file },
    hint: 'export the area in WGS 84, or in the system of the survey',
  });
}
