import type { BareSurvey } from '../survey/bare-survey.js';
import type { CloudSection } from './clouds.js';
import type { FrameSection } from './frames/frame-output.js';
import type { ProductFile } from './product.js';

/** Files that lie beside clouds and frames, under their names; messages place them where these are asked for. */
export function filesBeside(
  noun: string,
  { outputs, frames, file }: CloudSection & FrameSection & Pick<BareSurvey, 'file'>,
  paths: readonly string[],
): ProductFile[] {
  const place = outputs[0]?.place ?? frames?.place ?? { file };
  return paths.map((path) => ({ noun, path, place }));
}
