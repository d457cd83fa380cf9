/*
 * nuScenes with nuScenes-lidarseg (Caesar et al. 2020, Fong et al. 2022), as its authors' programs read it:
 * github.com/nutonomy/nuscenes-devkit, its page schema_nuscenes, nuscenes.py, and LidarPointCloud in
 * utils/data_classes.py. The axes of its laser are x right, y forward, z up. Every frame is a sample with boxes and
 * labels.
 */
import { type DataFile, type DataSetLayout, frameDigits, type LabelledFrame, textFile } from '../data-set.js';
import { CATEGORIES, CATEGORY_NAMES } from '../nuscenes/categories.js';
import { channelsOf } from '../nuscenes/channels.js';
import {
  dataToken,
  labelsPath,
  MAP_PATH,
  NUSCENES_VERSION,
  type NuscenesRow,
  OWN_TABLES,
  pointsPath,
  SENSOR_TABLE,
  SHARED_TABLES,
  tablesOf,
} from '../nuscenes/tables.js';

const TABLES = [...SHARED_TABLES, SENSOR_TABLE, ...OWN_TABLES] as const;
const tablePath = (name: string): string => `${NUSCENES_VERSION}/${name}.json`;

/** x, y, z, intensity and ring. */
const COLUMNS = 5;

/** A black pixel. */
const MAP_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB5Sfe/AAAAABJRU5ErkJggg==';

export const NUSCENES: DataSetLayout = {
  points: pointsPath('%06d', '%s'),
  channels: channelsOf,
  axes: 'rfu',
  intensities: ['byte', 'unit'],
  bytesPerPoint: COLUMNS * Float32Array.BYTES_PER_ELEMENT + 1,
  nanosecondsPerPoint: 1000,
  objectMax: 2 ** 32 - 1,
  unlabelled: CATEGORIES[0],
  classes: CATEGORIES,
  names: CATEGORY_NAMES,
  frameFiles: (frame) => [
    { path: pointsPath(frameDigits(frame.frame), frame.channel), bytes: new Uint8Array(pointsOf(frame).buffer) },
    { path: labelsPath(dataToken(frame.frame, frame.channel)), bytes: Uint8Array.from(frame.classes) },
  ],
  sequencePaths: [...TABLES.map(tablePath), MAP_PATH],
  sequenceFiles: (frames) => {
    const tables = tablesOf(frames);
    return [...TABLES.map((name) => textFile(tablePath(name), tableText(tables[name]))), mapFile()];
  },
};

function pointsOf({ count, x, y, z, ring, strength }: LabelledFrame): Float32Array<ArrayBuffer> {
  const numbers = new Float32Array(COLUMNS * count);
  for (let k = 0; k < count; k++) numbers.set([x[k], y[k], z[k], strength[k], ring[k]], COLUMNS * k);
  return numbers;
}

/** One row a line, so that tables are joined line by line. */
const tableText = (rows: readonly NuscenesRow[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

const mapFile = (): DataFile => ({
  path: MAP_PATH,
  bytes: Uint8Array.from(atob(MAP_PNG), (character) => character.charCodeAt(0)),
});
