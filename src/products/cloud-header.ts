import type { CloudHeader } from '../io/records/point-sink.js';
import type { PointHeaders } from './product.js';
import { type RecordingSections, recordedKeys } from './recorded-fields.js';
import type { CloudOutput } from './resolve-clouds.js';

/** Whether some of a survey's clouds keep misses. */
export const keepsMisses = ({ outputs }: { outputs: readonly CloudOutput[] }): boolean =>
  outputs.some(({ misses }) => misses);

/** The header of one of a survey's clouds. */
export const cloudHeader = (
  { clouds, missBounds }: Pick<PointHeaders, 'clouds' | 'missBounds'>,
  survey: RecordingSections,
  output: CloudOutput,
): CloudHeader => ({
  ...clouds,
  ...(output.misses && missBounds && { bounds: missBounds }),
  optional: recordedKeys(survey, 'clouds', output),
});
