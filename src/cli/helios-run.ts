import { resolve } from 'node:path';
import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { LoadSurveyOptions } from '../node-surveys.js';
import { PHYSICS_SWITCHES } from '../scanner/physics.js';
import type { CliContext } from './context.js';

/** Options of `run` for surveys of HELIOS++, beside those of `helios` itself. */
export const HELIOS_RUN_OPTIONS = {
  'helios-output': {
    type: 'boolean',
    describe:
      'of a HELIOS++ survey: files as it lays them out, in output/NAME/TIME. Options of helios are taken, too: docs/helios.md',
  },
  energy: {
    choices: PHYSICS_SWITCHES.energy.values,
    describe: 'of a HELIOS++ survey: how energies are computed; default: legacy, or lidar with --physics si',
  },
} as const satisfies Record<string, Options>;

/** Folder of the files of HELIOS++ unless another one is named. */
const HELIOS_FOLDER = 'output';

/**
 * Reading options and outputs of a survey of HELIOS++, from our options and those of `helios`; the log reports the
 * latter. Throws UserError if they are given with another survey.
 */
export function heliosOptions(
  context: CliContext,
  file: string,
  { 'helios-output': isLaidOut, energy }: InferredOptionTypes<typeof HELIOS_RUN_OPTIONS>,
  log: Log,
): Pick<LoadSurveyOptions, 'energy' | 'incidence' | 'startTime' | 'without' | 'outputs' | 'outputFolder'> {
  const { helios } = context;
  if (helios === undefined) {
    const given = isLaidOut ? '--helios-output' : energy && '--energy';
    if (given) throw new UserError(`${given} belongs to HELIOS++ surveys (.xml)`, { place: { file } });
    return {};
  }
  helios.warnings.forEach((warning) => {
    log.warn(warning);
  });
  helios.notes.forEach((note) => {
    log.info(note);
  });
  const folder = isLaidOut ? timeStamp(context.date()) : undefined;
  return {
    ...helios.reading,
    energy,
    outputs: { ...helios.outputs, folder },
    outputFolder: isLaidOut ? resolve(HELIOS_FOLDER) : undefined,
  };
}

/** `YYYY-MM-DD_HH-MM-SS`, local time. */
function timeStamp(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}_${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('-')}`;
}
