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
import { CORNERS_MAX, CORNERS_MIN, enclosesNothing, type Polygon, type Ring } from './polygons.js';

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
  for (const { points, where } of rings) if (points.length < CORNERS_MIN) throw enclosesNothing(nameOf(path, where));
  const place = await planeOf(area, path, crs);
  const ringAt = (ring: GeoRing): Ring => ({
    corners: ring.points.map(place),
    where: nameOf(path, ring.where),
  });
  return area.polygons.map(([outline, ...holes]) => ({ outline: ringAt(outline), holes: holes.map(ringAt) }));
}

/** The name of a ring of a file in messages. */
const nameOf = (path: string, where: string) => `--area: ${path}: ${where}`;

type Place = readonly [number, number];
type ToPlane = (point: Place) => Place;

/** The way from the numbers of a file to the plane. */
async function planeOf({ polygons, system: stated }: DegreeArea, file: string, crs: Crs | undefined): Promise<ToPlane> {
  if (stated !== undefined) {
    await checkSystem(stated, file, crs);
    return (point) => point;
  }
  const system = await planeOfSystem(crs, `--area: ${file}`);
  const [first] = polygons[0][0].points;
  if (!isInDegrees(first)) throw notDegrees(first, file);
  const grid = gridNear(system, first, `--area: ${file}`, 'longitude comes first, then latitude, as in 9.2,48.8');
  return (point) => onGrid(point, grid, file);
}

const isInDegrees = ([longitude, latitude]: Place) => Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;

function onGrid(point: Place, grid: PlaneGrid, file: string): Place {
  const place = isInDegrees(point) ? grid.fromDegrees(...point) : [];
  const [x, y] = place;
  if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  throw notDegrees(point, file);
}

const notDegrees = ([longitude, latitude]: Place, file: string) =>
  new UserError(`--area: found ${longitude}, ${latitude}, expected longitude and latitude in degrees`, {
    place: { file },
    hint: 'export the area in WGS 84; GeoJSON in metres needs a crs member with the system of the survey',
  });

/** Throws UserError if numbers of a system that a file names are not those of the world. */
async function checkSystem(system: string, file: string, crs: Crs | undefined): Promise<void> {
  const { readCrs } = await import('../../crs/read-crs.js');
  const { identifyPlane } = await import('../../crs/inspect-wkt.js');
  const own = await readCrs(system).catch((error) => {
    throw error instanceof UserError
      ? new UserError(`--area: crs.properties.name: ${error.message}`, { place: { file }, hint: error.hint })
      : error;
  });
  const [theirs, ours] = [identifyPlane(own.wkt).code, crs && identifyPlane(crs.wkt).code];
  if (theirs !== undefined && theirs === ours) return;
  throw new UserError(`--area: found the system ${own.name}, expected ${crs?.name ?? 'a survey with crs'}`, {
    place: { file },
    hint: 'export the area in WGS 84, or in the system of the survey',
  });
}
