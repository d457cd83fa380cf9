import { resolve } from 'node:path';
import type { InferredOptionTypes, Options } from 'yargs';
import type { PhysicsName } from '../scanner/physics.js';
import type { PartMotions, SurveyFormatOptions } from '../survey/survey-format.js';

/** The kinds of physics; their table would load the code of scanners with every command. */
export const PHYSICS_NAMES = ['si', 'helios'] as const satisfies readonly PhysicsName[];

const PART_MOTIONS = ['steps', 'continuous'] as const satisfies readonly PartMotions[];

/** Options of commands that read surveys of other programs. */
export const SURVEY_OPTIONS = {
  assets: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'of a HELIOS++ survey: folder in which its files are searched; may be given several times',
  },
  physics: {
    choices: PHYSICS_NAMES,
    describe: 'of a HELIOS++ survey: as HELIOS++ computes (default), or as an instrument records',
  },
  dmotion: {
    choices: PART_MOTIONS,
    describe: 'of a HELIOS++ survey: parts that move do so by steps, as in HELIOS++ (default), or go on between these',
  },
  lenient: {
    type: 'boolean',
    describe: 'of a HELIOS++ survey: leave out, with a warning, what HELIOS++ leaves out in silence',
  },
} as const satisfies Record<string, Options>;

/** The options of a survey's format. */
export const surveyOptions = ({
  assets,
  physics,
  dmotion,
  lenient,
}: InferredOptionTypes<typeof SURVEY_OPTIONS>): SurveyFormatOptions => ({
  assets: assets?.map((folder) => resolve(folder)),
  physics,
  dmotion,
  lenient,
});
