/* KITTI's tracking benchmark: a survey is a sequence; lists beside the labels have those of each split, and all. */
import { append } from '../../../base/append.js';
import {
  ALL,
  SEQUENCE_FOLDERS,
  seqmapLine,
  seqmapPath,
  sequenceDigits,
} from '../../../io/data-sets/kitti-tracking/paths.js';
import { type FramePlaces, type MergeLayout, notePlace, type Placed, placedIn } from './merge-layout.js';

/** Paths with the number of a sequence, and those of boxes, which have none. */
const POINTS = /^training\/velodyne\/\d{4}\//;
const WHOLE = new RegExp(`^(training/(?:${SEQUENCE_FOLDERS.join('|')}))/\\d{4}\\.txt$`);
const BOXES = /^boxes\//;

export const MERGED_KITTI_TRACKING: MergeLayout = {
  arrange(surveys) {
    const placed: Placed[] = [];
    const places: FramePlaces = {};
    const splits = new Map<string, string>([[ALL, '']]);
    for (const [number, survey] of surveys.entries()) {
      const sequence = sequenceDigits(number);
      const files = new Map([...survey.files].filter(([path]) => isPlaced(path)));
      append(
        placed,
        placedIn({ ...survey, files }, '', (path) => renumbered(path, sequence)),
      );
      const line = seqmapLine(sequence, [...files.keys()].filter((path) => POINTS.test(path)).length);
      for (const split of new Set([ALL, survey.task.split ?? 'train']))
        splits.set(split, (splits.get(split) ?? '') + line);
      notePlace(places, survey, sequence);
    }
    return { placed, texts: Object.fromEntries([...splits].map(([split, text]) => [seqmapPath(split), text])), places };
  },
};

const isPlaced = (path: string): boolean => [POINTS, WHOLE, BOXES].some((pattern) => pattern.test(path));

/** The path of a file of a survey in the data set, whose sequence has this number. */
const renumbered = (path: string, sequence: string): string =>
  path
    .replace(POINTS, `training/velodyne/${sequence}/`)
    .replace(WHOLE, `$1/${sequence}.txt`)
    .replace(BOXES, `boxes/${sequence}/`);
