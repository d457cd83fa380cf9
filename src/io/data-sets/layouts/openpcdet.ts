/*
 * Custom data sets for OpenPCDet, as its authors describe them: github.com/open-mmlab/OpenPCDet, its page
 * CUSTOM_DATASET_TUTORIAL, and pcdet/datasets/custom/custom_dataset.py (8cacccec), which splits lines at single spaces.
 * Frames without boxes are in none of its lists: there, get_infos takes the columns of an array that has none.
 */

import { conjugate, rotate } from '../../../base/quaternion.js';
import {
  type DataSetLayout,
  type FrameBox,
  frameDigits,
  interleaved,
  type LabelledFrame,
  textFile,
  type WrittenFrame,
} from '../data-set.js';
import { npyFile } from '../npy-file.js';

/** Decimals of coordinates and angles: tenths of a millimetre. */
const DECIMALS = 4;

/** Its lists of frames. All must be there, since create_custom_infos reads those of train and val. */
export const IMAGE_SETS = ['train', 'val', 'test'] as const;

export const imageSetPath = (name: string): string => `ImageSets/${name}.txt`;

export const OPENPCDET: DataSetLayout = {
  points: 'points/%06d.npy',
  axes: 'flu',
  intensities: ['unit', 'byte'],
  bytesPerPoint: 16,
  nanosecondsPerPoint: 1000,
  objectMax: 2 ** 32 - 1,
  unlabelled: { name: 'none', id: 0 },
  classes: [
    { name: 'Vehicle', id: 1, isObject: true },
    { name: 'Pedestrian', id: 2, isObject: true },
    { name: 'Cyclist', id: 3, isObject: true, prevails: true },
  ],
  names: {
    ...{ car: 'Vehicle', van: 'Vehicle', lorry: 'Vehicle', bus: 'Vehicle' },
    // As in the Waymo Open Dataset, which has these classes: its page labeling_specifications.
    ...{ trailer: 'Vehicle', motorcycle: 'Vehicle', motorcyclist: 'Vehicle' },
    person: 'Pedestrian',
    rider: 'Cyclist',
  },
  others: 'objects',
  leavesOut: true,
  frameFiles: (frame) => [
    { path: `points/${frameDigits(frame.frame)}.npy`, bytes: npyFile('<f4', interleaved(frame), 4) },
    textFile(`labels/${frameDigits(frame.frame)}.txt`, frame.boxes.map((box) => lineOf(box, frame)).join('')),
  ],
  sequencePaths: IMAGE_SETS.map(imageSetPath),
  sequenceFiles: (frames) =>
    IMAGE_SETS.map((name) => {
      const listed = name === 'train' ? frames.filter(hasBoxes) : [];
      return textFile(imageSetPath(name), listed.map(({ frame }) => `${frameDigits(frame)}\n`).join(''));
    }),
  doubts: (frames) => {
    const empty = frames.filter((frame) => !hasBoxes(frame)).length;
    return empty === 0 ? [] : [EMPTY(empty, frames.length)];
  },
};

const hasBoxes = ({ boxes }: WrittenFrame): boolean => boxes.length > 0;

const EMPTY = (empty: number, all: number) =>
  `${empty} of ${all} have no object with points: ImageSets do not list them, since create_custom_infos of OpenPCDet fails at a frame without boxes`;

/**
 * A line of its labels. get_label takes all words before the last as numbers, and get_infos the first seven of these,
 * so that a velocity, along x and y of the sensor, may lie behind them.
 */
const lineOf = ({ centre, size, heading, className, world }: FrameBox, { moves, pose }: LabelledFrame): string => {
  const velocity = moves ? rotate(conjugate(pose.orientation), world.velocity).slice(0, 2) : [];
  const numbers = [...centre, ...size, heading, ...velocity].map((value) => value.toFixed(DECIMALS));
  return `${numbers.join(' ')} ${className}\n`;
};
