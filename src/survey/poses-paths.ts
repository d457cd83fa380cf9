import { joinPath } from '../base/files/paths.js';
import { dataSetLayout } from '../io/data-sets/data-sets.js';
import { poseFormatOf } from '../io/poses/pose-formats.js';
import { posesPath } from './schema/frames-schema.js';
import type { Survey } from './survey.js';

/** Paths of the files of poses that a survey writes beside its frames. */
export function posesPaths({ frames, instruments }: Pick<Survey, 'frames' | 'instruments'>): string[] {
  const { poses, dataSet } = frames ?? {};
  if (dataSet)
    return instruments.flatMap(({ name }) =>
      dataSetLayout(dataSet.name).sequencePaths.map((path) => joinPath(posesPath(dataSet.folder, name), path)),
    );
  if (poses === undefined) return [];
  return instruments.flatMap(({ name }) => poseFormatOf(poses)?.paths(posesPath(poses, name)) ?? []);
}
