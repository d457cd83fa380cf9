import type { DataSetName } from '../../../io/data-sets/data-sets.js';
import { MERGED_KITTI_TRACKING } from './kitti-tracking.js';
import type { MergeLayout } from './merge-layout.js';
import { MERGED_NUSCENES } from './nuscenes.js';
import { MERGED_OPENPCDET } from './openpcdet.js';
import { MERGED_POINTCEPT } from './pointcept.js';
import { MERGED_SEMANTIC_KITTI } from './semantic-kitti.js';

/** Arrangement of the frames of many surveys in each layout: the one place that lists them. */
export const MERGE_LAYOUTS: Readonly<Record<DataSetName, MergeLayout>> = Object.freeze({
  'semantic-kitti': MERGED_SEMANTIC_KITTI,
  openpcdet: MERGED_OPENPCDET,
  pointcept: MERGED_POINTCEPT,
  nuscenes: MERGED_NUSCENES,
  'kitti-tracking': MERGED_KITTI_TRACKING,
});
