import { endingOf, joinWords } from '../../base/text.js';
import { CSV_POSES } from './formats/csv.js';
import { KITTI_POSES } from './formats/kitti.js';
import { TUM_POSES } from './formats/tum.js';
import type { PoseFormat } from './pose-format.js';

/** Formats in which poses are written: the one place that lists them. */
export const POSE_FORMATS: readonly PoseFormat[] = Object.freeze([TUM_POSES, KITTI_POSES, CSV_POSES]);

/** The format for a path's ending. */
export const poseFormatOf = (path: string): PoseFormat | undefined =>
  POSE_FORMATS.find(({ ending }) => ending === endingOf(path));

/** Endings of all formats, for messages: `.tum, .txt or .csv`. */
export const poseEndings = (): string =>
  joinWords(
    POSE_FORMATS.map(({ ending }) => ending),
    'or',
  );
