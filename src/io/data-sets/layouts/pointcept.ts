/*
 * A folder of arrays for each frame, as the default data set of Pointcept reads them: github.com/Pointcept/Pointcept,
 * pointcept/datasets/defaults.py. It takes everything in the folder of a split for a cloud, so files about all clouds
 * lie beside that folder. Classes are numbered from 0 without gaps, and -1 is ignored; the first 19 are those of
 * SemanticKITTI in the order of its learning map, those of rooms follow.
 */
import type { Rigid } from '../../../base/rigid.js';
import { byteOf16Bits } from '../../../cloud/byte-of-16-bits.js';
import { rowsOf } from '../../poses/formats/kitti.js';
import {
  type DataClass,
  type DataFile,
  type DataSetLayout,
  frameDigits,
  type LabelledFrame,
  textFile,
} from '../data-set.js';
import { npyFile } from '../npy-file.js';
import { STREET_NAMES } from '../street-classes.js';

const OBJECTS = ['car', 'bicycle', 'motorcycle', 'truck', 'other-vehicle', 'person', 'bicyclist', 'motorcyclist'];
const RIDERS = ['bicyclist', 'motorcyclist'];
const OUTDOORS = [
  ...['road', 'parking', 'sidewalk', 'other-ground', 'building', 'fence', 'vegetation', 'trunk', 'terrain', 'pole'],
  'traffic-sign',
];
const INDOORS = ['ceiling', 'floor', 'wall', 'window', 'door'];
const FURNITURE = ['table', 'chair', 'sofa', 'desk', 'bookcase', 'furniture'];

const CLASSES: readonly DataClass[] = [...OBJECTS, ...OUTDOORS, ...INDOORS, ...FURNITURE].map((name, id) => ({
  name,
  id,
  ...([...OBJECTS, ...FURNITURE].includes(name) && { isObject: true }),
  ...(RIDERS.includes(name) && { prevails: true }),
}));

/** Names in generated rooms that differ from those of the classes. */
const ROOM_NAMES = {
  ...Object.fromEntries([...INDOORS, ...FURNITURE].map((name) => [name, name])),
  bookshelf: 'bookcase',
  glass: 'window',
  ...Object.fromEntries(
    [
      'book',
      'rug',
      'screen',
      'cup',
      'bowl',
      'plant pot',
      'curtain rod',
      'curtain',
      'picture',
      'radiator',
      'floor lamp',
      'ceiling lamp',
      'bench',
      'bin',
    ].map((name) => [name, 'furniture']),
  ),
};

export const POINTCEPT: DataSetLayout = {
  points: 'train/%06d/coord.npy',
  axes: 'flu',
  intensities: ['unit', 'byte'],
  bytesPerPoint: 24,
  nanosecondsPerPoint: 1000,
  objectMax: 2 ** 31 - 1,
  unlabelled: { name: 'ignored', id: -1 },
  classes: CLASSES,
  names: { ...STREET_NAMES, 'road marking': 'road', bus: 'other-vehicle', ...ROOM_NAMES },
  others: 'stuff',
  frameFiles: (frame) => {
    const folder = `train/${frameDigits(frame.frame)}`;
    return arraysOf(frame).map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));
  },
  sequencePaths: ['classes.json'],
  sequenceFiles: (_, classes) => [
    textFile(
      'classes.json',
      `${JSON.stringify(Object.fromEntries(classes.map(({ id, name }) => [id, name])), null, 2)}\n`,
    ),
  ],
};

function arraysOf(frame: LabelledFrame): DataFile[] {
  const { count, x, y, z, strength, rgb, classes, objects, pose } = frame;
  const coord = new Float32Array(3 * count);
  const instance = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    coord.set([x[k], y[k], z[k]], 3 * k);
    instance[k] = objects[k] === 0 ? -1 : objects[k];
  }
  const arrays: DataFile[] = [
    { path: 'coord.npy', bytes: npyFile('<f4', coord, 3) },
    { path: 'strength.npy', bytes: npyFile('<f4', strength) },
    { path: 'segment.npy', bytes: npyFile('<i4', classes) },
    { path: 'instance.npy', bytes: npyFile('<i4', instance) },
    { path: 'pose.npy', bytes: npyFile('<f8', matrixOf(pose), 4) },
  ];
  if (rgb)
    arrays.push({
      path: 'color.npy',
      bytes: npyFile('|u1', Uint8Array.from(rgb, byteOf16Bits), 3),
    });
  return arrays;
}

/** The 4 × 4 matrix of a pose, row by row. */
const matrixOf = (pose: Rigid): Float64Array => Float64Array.of(...rowsOf(pose), 0, 0, 0, 1);
