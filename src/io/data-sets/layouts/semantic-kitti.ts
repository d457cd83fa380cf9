/*
 * SemanticKITTI (Behley et al. 2019), as its authors' programs read it: github.com/PRBonn/semantic-kitti-api,
 * laserscan.py and config/semantic-kitti.yaml, and the wiki of github.com/jbehley/point_labeler, "Dataset". Poses are
 * those of KITTI's odometry (readme of its development kit): from the frame's camera to that of the first frame. With
 * the identity as Tr, from laser to camera, the laser is the camera.
 */
import { composeRigid, invertRigid, type Rigid } from '../../../base/rigid.js';
import { KITTI_POSES, rowsOf } from '../../poses/formats/kitti.js';
import { numbersLine } from '../../poses/pose-format.js';
import {
  type DataClass,
  type DataSetLayout,
  frameDigits,
  interleaved,
  type LabelledFrame,
  textFile,
} from '../data-set.js';
import { STREET_NAMES } from '../street-classes.js';

const NOWHERE: Rigid = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };

/**
 * P0 to P3 belong to cameras. There are none, but programs read the lines all the same. Tr_imu_to_velo leads from the
 * body, whose axes are those of KITTI's IMU, to the laser, as in the calibration of KITTI's objects (its readme).
 */
const calibration = (mount = NOWHERE): string =>
  [
    ...['P0', 'P1', 'P2', 'P3', 'Tr'].map((name) => [name, NOWHERE] as const),
    ['Tr_imu_to_velo', invertRigid(mount)] as const,
  ]
    .map(([name, pose]) => `${name}: ${numbersLine(rowsOf(pose))}`)
    .join('');

/** Bits of the class; the higher ones are the number of the object. */
const CLASS_BITS = 16;

const OUTLIER: DataClass = { name: 'outlier', id: 1 };

export const SEMANTIC_KITTI: DataSetLayout = {
  points: 'velodyne/%06d.bin',
  axes: 'flu',
  intensities: ['unit'],
  bytesPerPoint: 20,
  nanosecondsPerPoint: 1000,
  objectMax: 2 ** CLASS_BITS - 1,
  unlabelled: { name: 'unlabeled', id: 0 },
  outlier: OUTLIER,
  classes: [
    { name: 'unlabeled', id: 0 },
    OUTLIER,
    { name: 'car', id: 10, moving: 252, isObject: true },
    { name: 'bicycle', id: 11, isObject: true },
    { name: 'bus', id: 13, moving: 257, isObject: true },
    { name: 'motorcycle', id: 15, isObject: true },
    { name: 'on-rails', id: 16, moving: 256, isObject: true },
    { name: 'truck', id: 18, moving: 258, isObject: true },
    { name: 'other-vehicle', id: 20, moving: 259, isObject: true },
    { name: 'person', id: 30, moving: 254, isObject: true },
    { name: 'bicyclist', id: 31, moving: 253, isObject: true, prevails: true },
    { name: 'motorcyclist', id: 32, moving: 255, isObject: true, prevails: true },
    { name: 'road', id: 40 },
    { name: 'parking', id: 44 },
    { name: 'sidewalk', id: 48 },
    { name: 'other-ground', id: 49 },
    { name: 'building', id: 50 },
    { name: 'fence', id: 51 },
    { name: 'other-structure', id: 52 },
    { name: 'lane-marking', id: 60 },
    { name: 'vegetation', id: 70 },
    { name: 'trunk', id: 71 },
    { name: 'terrain', id: 72 },
    { name: 'pole', id: 80 },
    { name: 'traffic-sign', id: 81 },
    { name: 'other-object', id: 99 },
  ],
  names: STREET_NAMES,
  frameFiles: (frame) => [
    { path: `velodyne/${frameDigits(frame.frame)}.bin`, bytes: new Uint8Array(interleaved(frame).buffer) },
    { path: `labels/${frameDigits(frame.frame)}.label`, bytes: labelsOf(frame) },
  ],
  sequencePaths: ['poses.txt', 'times.txt', 'calib.txt'],
  sequenceFiles: (frames) => {
    const toFirst = frames.length > 0 ? invertRigid(frames[0].pose) : undefined;
    const poses = frames.map(({ startTime, pose }, frame) => ({
      frame,
      startTime,
      endTime: startTime,
      pose: toFirst ? composeRigid(toFirst, pose) : pose,
    }));
    const texts = KITTI_POSES.files('poses.txt', poses).map(({ path, text }) => textFile(path, text));
    return [...texts, textFile('calib.txt', calibration(frames[0]?.mount))];
  },
};

function labelsOf({ count, classes, objects }: LabelledFrame): Uint8Array {
  const labels = new Uint32Array(count);
  for (let k = 0; k < count; k++) labels[k] = classes[k] | (objects[k] << CLASS_BITS);
  return new Uint8Array(labels.buffer);
}
