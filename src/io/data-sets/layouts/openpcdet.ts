/*
 * Custom data sets for OpenPCDet, as its authors describe them: github.com/open-mmlab/OpenPCDet, its page
 * CUSTOM_DATASET_TUTORIAL, and pcdet/datasets/custom/custom_dataset.py, which splits lines at single spaces.
 */

import { type DataSetLayout, type FrameBox, frameDigits, interleaved, textFile } from '../data-set.js';
import { npyFile } from '../npy-file.js';

/** Decimals of coordinates and angles: tenths of a millimetre. */
const DECIMALS = 4;

export const OPENPCDET: DataSetLayout = {
  points: 'points/%06d.npy',
  axes: 'flu',
  intensities: ['unit', 'byte'],
  bytesPerPoint: 16,
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
    textFile(`labels/${frameDigits(frame.frame)}.txt`, frame.boxes.map(lineOf).join('')),
  ],
  sequencePaths: ['ImageSets/train.txt'],
  sequenceFiles: (frames) => [textFile('ImageSets/train.txt', frames.map((_, k) => `${frameDigits(k)}\n`).join(''))],
};

const lineOf = ({ centre, size, heading, className }: FrameBox): string => {
  const numbers = [...centre, ...size, heading].map((value) => value.toFixed(DECIMALS));
  return `${numbers.join(' ')} ${className}\n`;
};
