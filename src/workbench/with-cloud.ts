import type { CloudOutput } from '../products/resolve-clouds.js';
import type { Survey } from '../survey/survey.js';

/** A survey that also writes the cloud of all points, with all fields, to `path`, before its own outputs. */
export function withCloud(survey: Survey, path: string): Survey {
  const output: CloudOutput = { path, format: 'las', fields: ['all', 'pulse'], place: { file: survey.file } };
  return { ...survey, outputs: [output, ...survey.outputs] };
}
