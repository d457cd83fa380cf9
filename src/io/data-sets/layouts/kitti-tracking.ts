/*
 * KITTI's tracking benchmark (Geiger et al. 2012), as the readme of its development kit has it, and as pykitti and
 * TrackEval read it (github.com/utiasSTARS/pykitti, tracking.py; github.com/JonathonLuiten/TrackEval, kitti_2d_box.py).
 * The folder is a data set of one sequence. There are no pictures; labels are those of an ideal camera.
 */
import {
  type DataClass,
  type DataSetLayout,
  frameDigits,
  interleaved,
  textFile,
  type WrittenFrame,
} from '../data-set.js';
import { calibrationText } from '../kitti-tracking/calibration.js';
import { labelLine } from '../kitti-tracking/label-line.js';
import { oxtsText } from '../kitti-tracking/oxts.js';
import {
  ALL,
  SEQUENCE_FOLDERS,
  scanPath,
  seqmapLine,
  seqmapPath,
  sequenceDigits,
  sequencePath,
} from '../kitti-tracking/paths.js';
import { PART_OF_OBJECT } from '../street-classes.js';

const SEQUENCE = sequenceDigits(0);
const PATHS = [...SEQUENCE_FOLDERS.map((folder) => sequencePath(folder, SEQUENCE)), seqmapPath(ALL)];

const NONE: DataClass = { name: 'none', id: 0 };
const TYPES = ['Car', 'Van', 'Truck', 'Pedestrian', 'Person_sitting', 'Cyclist', 'Tram', 'Misc'].map(
  (name, k): DataClass => ({ name, id: k + 1, isObject: true, ...(name === 'Cyclist' && { prevails: true }) }),
);

export const KITTI_TRACKING: DataSetLayout = {
  points: scanPath(SEQUENCE, '%06d'),
  axes: 'flu',
  intensities: ['unit'],
  bytesPerPoint: 16,
  nanosecondsPerPoint: 1000,
  // TrackEval makes arrays as long as the greatest number.
  objectMax: 999_999,
  unlabelled: NONE,
  classes: [NONE, ...TYPES],
  names: {
    ...{ car: 'Car', van: 'Van', lorry: 'Truck' },
    // Geiger et al. 2013, annotations: Misc are other things, such as trailers.
    ...{ bus: 'Misc', trailer: 'Misc', motorcycle: 'Misc', motorcyclist: 'Misc' },
    ...{ person: 'Pedestrian', rider: 'Cyclist', wheel: PART_OF_OBJECT },
  },
  leavesOut: true,
  frameFiles: (frame) => [
    { path: scanPath(SEQUENCE, frameDigits(frame.frame)), bytes: new Uint8Array(interleaved(frame).buffer) },
  ],
  sequencePaths: PATHS,
  sequenceFiles: (frames) =>
    [
      linesOf(frames).join(''),
      frames.length === 0 ? '' : calibrationText(frames[0].mount),
      oxtsText(frames),
      seqmapLine(SEQUENCE, frames.length),
    ].map((text, k) => textFile(PATHS[k], text)),
  doubts: (frames) => {
    const objects = frames.reduce((sum, { boxes }) => sum + boxes.length, 0);
    return objects === 0 || linesOf(frames).length > 0 ? [] : [NONE_IN_VIEW];
  },
};

const linesOf = (frames: readonly WrittenFrame[]): string[] =>
  frames.flatMap(({ frame, boxes }) => boxes.flatMap((box) => labelLine(frame, box) ?? []));

const NONE_IN_VIEW =
  'no object is in the image of the camera, which looks where the scanner does, so label_02 is empty; turn the scanner to what it is to see';
