import { countProgress } from '../../base/count-progress.js';
import { UserError } from '../../base/errors.js';
import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import type { Log, OnProgress } from '../../base/log.js';
import type { Box3 } from '../../base/vec3.js';
import { GEO_KEY, GEO_MODEL, type GeoKeyLists, geoKeyDirectory, isGeoCode } from '../../crs/geo-keys.js';
import { epsgCodes } from '../../crs/inspect-wkt.js';
import { SOFTWARE } from '../../version.js';
import { cloudCrs } from '../clouds/cloud-crs.js';
import { cloudUnits } from '../clouds/cloud-units.js';
import { comparableClouds } from '../clouds/comparable-clouds.js';
import { type CellGrid, meanHeights } from '../clouds/height-grid.js';
import { recordColumnsOf } from '../clouds/readable-clouds.js';
import { geotiffLists } from '../las/geotiff-keys.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { encodeGeotiff } from './geotiff.js';

/** A raster of the differences of two clouds. */
export interface DifferenceOptions extends CreateOptions, WithFiles {
  /** Side of a cell, metres. */
  cell: number;
  /** Boxes of both clouds, metres. */
  boxes: readonly [Box3, Box3];
  /** The class of the points that count; absent: all. */
  classNumber?: number;
  log: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** What a raster of differences holds. */
export interface HeightDifferences {
  path: string;
  columns: number;
  rows: number;
  /** Side of a cell, metres. */
  cell: number;
  /** Cells in which both clouds have points. */
  cells: number;
  /** Of these: mean and root mean square of the differences, metres; absent: there are none. */
  mean?: number;
  rms?: number;
  /** Volumes by which b lies above and below a in these cells, cubic metres. */
  raised: number;
  lowered: number;
}

/** 12 bytes a cell for the sums, and 8 for the heights of the other cloud. */
const CELLS_MAX = 40_000_000;

/**
 * Writes the mean height of cloud b less that of a, in each square cell in which both have points, to the GeoTIFF
 * `path` (a DEM of difference): metres, over the plane of their reference system. Edges of cells are multiples of their
 * side. Throws UserError for degrees, too many cells, points without classes, and a file that cannot be written;
 * AbortedError.
 */
export async function writeHeightDifferences(
  [a, b]: readonly [ReadableCloud, ReadableCloud],
  path: string,
  { cell, boxes, classNumber, log, signal, onProgress, files, ...create }: DifferenceOptions,
): Promise<HeightDifferences> {
  const named = [b, a].find((cloud) => cloudCrs(cloud) !== undefined);
  const { plane } = cloudUnits(b.units ? b : a);
  if (plane.kind !== 'length')
    throw new UserError(`its cells would be of degrees, expected clouds in a projected system`, {
      place: { file: path },
    });
  const metric = comparableClouds(a, b);
  for (const cloud of classNumber === undefined ? [] : [a, b]) refuseWithoutClasses(cloud);
  const grid = gridOver(boxes, cell, path);
  const total = a.pointCount + b.pointCount;
  const onRead = countProgress(onProgress, { task: 'raster', total, unit: 'points' });
  const file = await files.create(path, create);
  try {
    const [before, after] = [
      await meanHeights(metric.a, grid, { classNumber, signal, onRead }),
      await meanHeights(metric.b, grid, { classNumber, signal, onRead }),
    ];
    const values = Float32Array.from(after, (height, k) => height - before[k]);
    const geoKeys = named && keysOf(named);
    if (geoKeys === undefined) log.warn(`${path} names no reference system: ${whyNone(named)}`);
    const { west, south, columns, rows } = grid;
    const size = cell / plane.size;
    const bytes = await encodeGeotiff(
      { columns, rows, values },
      {
        west: west / plane.size,
        north: (south + rows * cell) / plane.size,
        cell: [size, size],
        geoKeys,
        unit: 'metre',
        description: 'height of b less that of a',
        software: SOFTWARE,
      },
    );
    await file.append(bytes);
    await file.commit();
    return { path, columns, rows, cell, ...statisticsOf(values, cell) };
  } catch (error) {
    await file.abort();
    throw error;
  }
}

function refuseWithoutClasses(cloud: ReadableCloud): void {
  if (recordColumnsOf(cloud).some(({ key }) => key === 'classification')) return;
  throw new UserError('its points have no classes, of which one was asked for', { place: { file: cloud.path } });
}

function gridOver([a, b]: readonly [Box3, Box3], cell: number, path: string): CellGrid {
  const low = (axis: 0 | 1) => Math.floor(Math.min(a.min[axis], b.min[axis]) / cell);
  const [columns, rows] = ([0, 1] as const).map(
    (axis) => Math.floor(Math.max(a.max[axis], b.max[axis]) / cell) - low(axis) + 1,
  );
  if (!(columns * rows <= CELLS_MAX))
    throw new UserError(`found ${columns} × ${rows} cells of ${cell} m, expected at most ${CELLS_MAX}`, {
      place: { file: path },
      hint: 'take larger cells',
    });
  return { west: low(0) * cell, south: low(1) * cell, cell, columns, rows };
}

/** The keys of the plane of a cloud's system; undefined if it has no code. */
function keysOf({ wkt, geotiff }: ReadableCloud & { geotiff?: Parameters<typeof geotiffLists>[0] }) {
  if (geotiff) return geotiffLists(geotiff);
  const code = wkt === undefined ? undefined : epsgCodes(wkt).plane;
  if (code === undefined || !isGeoCode(code)) return undefined;
  const keys: GeoKeyLists = {
    directory: geoKeyDirectory(
      new Map([
        [GEO_KEY.model, GEO_MODEL.projected],
        [GEO_KEY.raster, PIXEL_IS_AREA],
        [GEO_KEY.projected, code],
      ]),
    ),
  };
  return keys;
}

const PIXEL_IS_AREA = 1;

const whyNone = (named: ReadableCloud | undefined): string =>
  named ? `that of ${named.path} has no EPSG code` : 'neither cloud does';

function statisticsOf(
  values: Float32Array,
  cell: number,
): Omit<HeightDifferences, 'path' | 'columns' | 'rows' | 'cell'> {
  let [cells, sum, squares, above] = [0, 0, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    cells++;
    sum += value;
    squares += value * value;
    above += Math.max(0, value);
  }
  const area = cell * cell;
  return {
    cells,
    ...(cells > 0 && { mean: sum / cells, rms: Math.sqrt(squares / cells) }),
    raised: above * area,
    lowered: (above - sum) * area,
  };
}
