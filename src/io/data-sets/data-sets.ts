import type { DataSetLayout } from './data-set.js';
import { KITTI_TRACKING } from './layouts/kitti-tracking.js';
import { NUSCENES } from './layouts/nuscenes.js';
import { OPENPCDET } from './layouts/openpcdet.js';
import { POINTCEPT } from './layouts/pointcept.js';
import { SEMANTIC_KITTI } from './layouts/semantic-kitti.js';

/** Layouts of data sets: the one place that lists them. */
const DATA_SETS = Object.freeze({
  'semantic-kitti': SEMANTIC_KITTI,
  openpcdet: OPENPCDET,
  pointcept: POINTCEPT,
  nuscenes: NUSCENES,
  'kitti-tracking': KITTI_TRACKING,
});

export type DataSetName = keyof typeof DATA_SETS;

export const DATA_SET_NAMES = Object.keys(DATA_SETS) as [DataSetName, ...DataSetName[]];

export const dataSetLayout = (name: DataSetName): DataSetLayout => DATA_SETS[name];
