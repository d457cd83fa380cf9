import { poseFormatOf } from '../io/poses/pose-formats.js';
import { posesPath } from './schema/frames-schema.js';
import type { Survey } from './survey.js';

/** Paths of the files of poses that a survey writes beside its frames. */
export function posesPaths({ frames, instruments }: Pick<Survey, 'frames' | 'instruments'>): string[] {
  const { poses } = frames ?? {};
  if (poses === undefined) return [];
  return instruments.flatMap(({ name }) => poseFormatOf(poses)?.paths(posesPath(poses, name)) ?? []);
}
