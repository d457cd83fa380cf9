import type { GridHeights } from '../raster-model.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';

/*
 * The place and reference system of a raster: OGC GeoTIFF 1.1 (19-008r4), section 7.
 */

const KEY = Object.freeze({ modelType: 1024, rasterType: 1025, projected: 3072 });
const GEOGRAPHIC = 2;
const PIXEL_IS_POINT = 2;
/** Higher codes belong to users. */
const CODE_MAX = 32_766;

type RasterPlace = Pick<GridHeights, 'x' | 'y' | 'dx' | 'dy'>;

/**
 * The centre of the first pixel, and the steps to the next ones. Throws UserError for a raster without a place, in
 * degrees, or rotated, mirrored or sheared against north.
 */
export function rasterPlace(directory: TiffDirectory): RasterPlace {
  const keys = geoKeys(directory);
  if (keys.get(KEY.modelType) === GEOGRAPHIC)
    throw directory.fault(
      'the raster is in degrees of longitude and latitude; a scene is in metres',
      'Project it: gdalwarp -t_srs EPSG:CODE OLD.tif NEW.tif',
    );
  const { x, y, dx, dy } = cornerOf(directory);
  if (![x, y, dx, dy].every(Number.isFinite) || !(dx > 0 && dy > 0)) throw notNorthUp(directory);
  // A height belongs to the middle of its pixel, or else to the pixel's own corner.
  const half = keys.get(KEY.rasterType) === PIXEL_IS_POINT ? 0 : 0.5;
  return { x: x + half * dx, y: y - half * dy, dx, dy };
}

/** EPSG code of the projected system that the keys name, `EPSG:25832`; undefined if they name none. */
export function rasterCrs(directory: TiffDirectory): string | undefined {
  const code = geoKeys(directory).get(KEY.projected);
  return code === undefined || code < 1024 || code > CODE_MAX ? undefined : `EPSG:${code}`;
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

/** Short values of the GeoKeys by their numbers. */
function geoKeys(directory: TiffDirectory): Map<number, number> {
  const keys = directory.numbers(TAG.geoKeys) ?? new Float64Array();
  const values = new Map<number, number>();
  for (let at = 4; at + 4 <= keys.length; at += 4) if (keys[at + 1] === 0) values.set(keys[at], keys[at + 3]);
  return values;
}
