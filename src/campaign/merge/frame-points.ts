import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { invariant } from '../../base/errors.js';
import { emptyBox, growBox } from '../../base/vec3.js';
import { createPointBatch, type PointBatch } from '../../cloud/point-batch.js';
import { STRENGTH_RANGES, type StrengthRange } from '../../cloud/tone-mapping/strengths.js';
import { type DataSetName, dataSetLayout } from '../../io/data-sets/data-sets.js';
import { dataToken, labelsPath } from '../../io/data-sets/nuscenes/tables.js';
import type { TallyKey } from './point-tally.js';

/** Form of the frames' files. */
export interface FrameKind {
  layout: DataSetName;
  intensity: StrengthRange;
}

/** The points of a frame, with the attributes `keys`: semantic classes are those of the data set. */
export interface MergedFramePoints {
  points: PointBatch;
  keys: TallyKey[];
}

/** Content of the files of a frame. */
interface FrameNumbers {
  /** Rows of x, y, z and more. */
  places: Float32Array;
  columns: number;
  /** Absent: the fourth of the columns. */
  strengths?: Float32Array;
  classes?: ArrayLike<number>;
  objects?: ArrayLike<number>;
}

/** The class of points that have none, in 16 bits. */
const NO_CLASS = 0xffff;

/** Reads the points of the frame at `path` of a data set that subray wrote. */
export async function readFramePoints(path: string, { layout, intensity }: FrameKind): Promise<MergedFramePoints> {
  const { places, columns, strengths, classes, objects } = await READERS[layout](path);
  const points = createPointBatch(places.length / columns);
  const scale = 0xffff / STRENGTH_RANGES[intensity].top;
  for (let k = 0, at = 0; k < points.count; k++, at += columns) {
    points.x[k] = places[at];
    points.y[k] = places[at + 1];
    points.z[k] = places[at + 2];
    points.intensity[k] = Math.round(scale * (strengths ? strengths[k] : places[at + 3]));
    if (classes) points.semantic[k] = classes[k] < 0 ? NO_CLASS : classes[k];
    if (objects) points.instance[k] = Math.max(0, objects[k]);
  }
  return { points, keys: ['intensity', ...(classes ? (['semantic', 'instance'] as const) : [])] };
}

/** The names of the classes of a data set, as the points of frames have their numbers. */
export const frameClassNames = (layout: DataSetName): Map<number, string> => {
  const { classes, unlabelled } = dataSetLayout(layout);
  return new Map([unlabelled, ...classes].map(({ id, name }) => [id < 0 ? NO_CLASS : id, name]));
};

/** The positions of a frame's points, for pictures. */
export function frameSource({ points }: MergedFramePoints) {
  const bounds = emptyBox();
  for (let k = 0; k < points.count; k++) growBox(bounds, points.x[k], points.y[k], points.z[k]);
  return { bounds, points };
}

const READERS: Readonly<Record<DataSetName, (path: string) => Promise<FrameNumbers>>> = Object.freeze({
  'semantic-kitti': async (path) => {
    const labels = new Uint32Array(await bytesOf(join(dirname(path), `../labels/${digitsOf(path)}.label`)));
    return {
      places: new Float32Array(await bytesOf(path)),
      columns: 4,
      classes: labels.map((label) => label & 0xffff),
      objects: labels.map((label) => label >>> 16),
    };
  },
  'kitti-tracking': async (path) => ({ places: new Float32Array(await bytesOf(path)), columns: 4 }),
  openpcdet: async (path) => ({ places: new Float32Array(await arrayOf(path)), columns: 4 }),
  pointcept: async (path) => {
    const beside = (name: string) => arrayOf(join(dirname(path), `${name}.npy`));
    return {
      places: new Float32Array(await arrayOf(path)),
      columns: 3,
      strengths: new Float32Array(await beside('strength')),
      classes: new Int32Array(await beside('segment')),
      objects: new Int32Array(await beside('instance')),
    };
  },
  nuscenes: async (path) => ({
    places: new Float32Array(await bytesOf(path)),
    columns: 5,
    classes: new Uint8Array(await bytesOf(join(dirname(path), '../..', labelsPath(tokenAt(path))))),
  }),
});

/** The token of the points in a file of nuScenes. */
const tokenAt = (path: string): string => dataToken(Number(digitsOf(path)), basename(dirname(path)));

const digitsOf = (path: string): string => {
  const digits = /(\d{6})\.[a-z.]+$/.exec(path)?.[1];
  invariant(digits !== undefined, 'files of frames have numbers');
  return digits;
};

/** A file in memory of its own. */
const bytesOf = async (path: string): Promise<ArrayBuffer> => new Uint8Array(await readFile(path)).buffer;

/** The numbers of a .npy file that subray wrote. */
async function arrayOf(path: string): Promise<ArrayBuffer> {
  const bytes = await bytesOf(path);
  const head = 10 + new DataView(bytes).getUint16(8, true);
  return bytes.slice(head);
}
