import { joinPath } from '../base/files/paths.js';
import { dataSetLayout } from '../io/data-sets/data-sets.js';
import { poseFormatOf } from '../io/poses/pose-formats.js';
import type { BareSurvey, Instrument } from '../survey/bare-survey.js';
import { filesBeside } from './beside.js';
import type { CloudSection } from './clouds.js';
import type { DataSetFrames, FrameSection } from './frames/frame-output.js';
import { posesPath } from './frames/frame-paths.js';
import { frameCounts } from './frames/older-frames.js';
import type { Product } from './product.js';

/** The poses of frames, and the other files of a data set's sequence, which are written with their frames. */
export const poses: Product<CloudSection & FrameSection> = {
  files: (survey) => filesBeside(survey.frames?.dataSet ? 'data set' : 'poses', survey, posesPaths(survey)),
  bytes({ frames, ...survey }) {
    if (frames?.poses === undefined) return 0;
    const count = frameCounts(survey, frames).reduce((sum, of) => sum + of.count, 0);
    return count * (poseFormatOf(frames.poses)?.bytesPerPose ?? 0);
  },
};

/** Paths of the files of poses that a survey writes beside its frames. */
function posesPaths({ frames, instruments }: FrameSection & Pick<BareSurvey, 'instruments'>): string[] {
  const { poses: pattern, dataSet } = frames ?? {};
  if (dataSet)
    return sequenceFolders(dataSet, instruments).flatMap((folder) =>
      dataSetLayout(dataSet.name).sequencePaths.map((path) => joinPath(folder, path)),
    );
  if (pattern === undefined) return [];
  return instruments.flatMap(({ name }) => poseFormatOf(pattern)?.paths(posesPath(pattern, name)) ?? []);
}

/** The folders of a data set: one for each scanner, or one that they share. */
const sequenceFolders = ({ folder }: DataSetFrames, instruments: readonly Pick<Instrument, 'name'>[]): string[] => [
  ...new Set(instruments.map(({ name }) => posesPath(folder, name))),
];
