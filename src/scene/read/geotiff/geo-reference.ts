import { geoHeights } from '../../../crs/geo-heights.js';
import {
  GEO_DIRECTORY,
  GEO_DOUBLES,
  GEO_KEY,
  GEO_MODEL,
  GEO_TEXTS,
  type GeoKeys,
  isGeoCode,
  readGeoKeys,
  USER_DEFINED,
} from '../../../crs/geo-keys.js';
import { geoKeySystem } from '../../../crs/geo-keys-crs.js';
import { type CrsUnits, isSameUnit, METRE } from '../../../crs/units.js';
import type { GridHeights } from '../elevation-raster.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';

/*
 * The place and reference system of a raster: OGC GeoTIFF 1.1 (19-008r4), section 7.
 */

const PIXEL_IS_POINT = 2;

type RasterPlace = Pick<GridHeights, 'x' | 'y' | 'dx' | 'dy'>;

/**
 * The centre of the first pixel, and the steps to the next ones. Throws UserError for a raster without a place, in
 * degrees, or rotated, mirrored or sheared against north.
 */
export function rasterPlace(directory: TiffDirectory): RasterPlace & { isArea: boolean } {
  const { numbers } = geoKeys(directory);
  if (numbers.get(GEO_KEY.model) === GEO_MODEL.geographic)
    throw directory.fault(
      'the raster is in degrees of longitude and latitude; a scene is in metres',
      'Project it: gdalwarp -t_srs EPSG:CODE OLD.tif NEW.tif',
    );
  return nodesOf(directory, numbers);
}

/** The same of a raster in degrees. Throws UserError for one in other units, without a place, or not north-up. */
export function degreePlace(directory: TiffDirectory): RasterPlace {
  const { numbers } = geoKeys(directory);
  if (numbers.get(GEO_KEY.model) !== GEO_MODEL.geographic)
    throw directory.fault(
      'the raster is not in degrees of longitude and latitude, expected a geoid over these',
      'Project it: gdalwarp -t_srs EPSG:4326 OLD.tif NEW.tif',
    );
  return nodesOf(directory, numbers);
}

function nodesOf(directory: TiffDirectory, numbers: GeoKeys['numbers']): RasterPlace & { isArea: boolean } {
  const { x, y, dx, dy } = cornerOf(directory);
  if (![x, y, dx, dy].every(Number.isFinite) || !(dx > 0 && dy > 0)) throw notNorthUp(directory);
  // A height belongs to the middle of its pixel, or else to the pixel's own corner.
  const isArea = numbers.get(GEO_KEY.raster) !== PIXEL_IS_POINT;
  const half = isArea ? 0.5 : 0;
  return { x: x + half * dx, y: y - half * dy, dx, dy, isArea };
}

/** Codes below are none of systems. */
const CODE_MIN = 1024;

/**
 * The projected system that the keys name, `EPSG:25832`, with that of heights in metres, `EPSG:2056+5729`, or describe
 * by its parameters, as WKT; undefined if they do neither.
 */
export async function rasterCrs(directory: TiffDirectory): Promise<string | undefined> {
  const keys = geoKeys(directory);
  const code = keys.numbers.get(GEO_KEY.projected) ?? 0;
  if (isGeoCode(code)) return code < CODE_MIN ? undefined : `EPSG:${code}${await heightCode(keys)}`;
  if (code !== USER_DEFINED) return undefined;
  const plane = new Map([...keys.numbers].filter(([key]) => key < GEO_KEY.vertical));
  const system = await geoKeySystem({ ...keys, numbers: plane });
  // A system of a name alone says nothing of the place.
  return system?.code ?? (system?.wkt?.startsWith('PROJCS') ? system.wkt : undefined);
}

/** `+5729`, or nothing where the keys name no system of heights in metres that is known here. */
async function heightCode(keys: GeoKeys): Promise<string> {
  if (!keys.numbers.has(GEO_KEY.vertical)) return '';
  const heights = await geoHeights(keys, undefined);
  const isKnown = heights?.code !== undefined && heights.wkt !== undefined && isSameUnit(heights.unit, METRE);
  return isKnown ? `+${heights.code}` : '';
}

/** The units of the plane and of the heights that the keys state; undefined: they state none. */
export async function rasterUnits(directory: TiffDirectory): Promise<CrsUnits | undefined> {
  return (await geoKeySystem(geoKeys(directory)))?.units;
}

/** World coordinates of the raster's own (0, 0), and its steps. */
function cornerOf(directory: TiffDirectory): RasterPlace {
  const matrix = directory.numbers(TAG.transformation);
  if (matrix !== undefined && matrix.length >= 8) {
    if (matrix[1] !== 0 || matrix[4] !== 0) throw notNorthUp(directory);
    return { x: matrix[3], y: matrix[7], dx: matrix[0], dy: -matrix[5] };
  }
  const [dx, dy] = directory.numbers(TAG.pixelScale) ?? [];
  const [column, row, , x, y] = directory.numbers(TAG.tiepoint) ?? [];
  if (dx === undefined || dy === undefined || y === undefined)
    throw directory.fault(
      'the TIFF does not say where it lies: ModelPixelScale and ModelTiepoint are missing',
      'Give it a place: gdal_translate -a_ullr WEST NORTH EAST SOUTH OLD.tif NEW.tif',
    );
  return { x: x - column * dx, y: y + row * dy, dx, dy };
}

const notNorthUp = (directory: TiffDirectory) =>
  directory.fault(
    'the raster is turned, mirrored or without size; rows must go east, columns south',
    'Make it point north: gdalwarp OLD.tif NEW.tif',
  );

const geoKeys = (directory: TiffDirectory): GeoKeys =>
  readGeoKeys({
    directory: directory.numbers(GEO_DIRECTORY) ?? [],
    doubles: directory.numbers(GEO_DOUBLES),
    texts: directory.text(GEO_TEXTS),
  });
