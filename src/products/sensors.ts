import type { BareSurvey } from '../survey/bare-survey.js';
import { filesBeside, frameSidePaths } from './beside.js';
import type { CloudSection } from './clouds.js';
import type { FrameSection } from './frames/frame-output.js';
import type { Product } from './product.js';

/** Rough size, for estimates. */
const BYTES_PER_SENSOR = 500;

/** The places of scanners on their platform, beside their frames; these write them, since they are as reported. */
export const sensors: Product<CloudSection & FrameSection> = {
  files: (survey) => filesBeside('sensors', survey, sensorsPaths(survey)),
  bytes: (survey) => (sensorsPaths(survey).length > 0 ? survey.instruments.length * BYTES_PER_SENSOR : 0),
};

/** Paths of the files; recordings have this among their messages. */
function sensorsPaths(survey: FrameSection & Pick<BareSurvey, 'instruments'>): string[] {
  return survey.frames?.format === 'mcap' ? [] : frameSidePaths(survey, SENSORS_ENDING);
}

export const SENSORS_ENDING = '.sensors.json';
