import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { parseYaml } from '../base/yaml/yaml-document.js';
import type { SurveyFormatOptions } from '../survey/survey-format.js';
import { loadSurveySource, readSurveySource, type SurveySource } from '../survey/survey-source.js';

/** The file that a plan is made from: its scene, and its scanner and platform. */
export type PlanSource = Omit<SurveySource, 'scanners'>;

/**
 * Reads a survey, or a model, which then is the whole scene, and `scanner`, if it is the path of a scanner file. A
 * list of scanners must have exactly one. Throws UserError if it has more, for a file that is neither a survey nor a
 * model, and with all faults of the sections that are used.
 */
export async function readPlanSource(
  files: Files,
  file: string,
  scanner?: string,
  options: SurveyFormatOptions = {},
): Promise<PlanSource> {
  return planSource(await readSurveySource(files, file, { scanner, ...options }));
}

/**
 * Likewise from the text of a survey, with paths relative to the folder of `file`; of several
 * scanners, for number `chosen`.
 */
export async function planSourceIn(
  files: Files,
  text: string,
  file: string,
  name: string,
  chosen?: number,
): Promise<PlanSource> {
  return planSource(await loadSurveySource(files, parseYaml(text, name), file, undefined), chosen);
}

function planSource({ scanners, ...source }: SurveySource, chosen?: number): PlanSource {
  if (scanners === undefined) return source;
  if (scanners.length > 1 && (chosen === undefined || chosen >= scanners.length))
    throw new UserError(`a plan is made for one scanner, and the survey has ${scanners.length}`, {
      place: { file: source.file },
      hint: 'plan with a survey that has one of them, and add the others to what is written',
    });
  const { scanner: own, detector, mount = source.mount } = scanners[scanners.length > 1 ? (chosen ?? 0) : 0];
  return { ...source, scanner: own, detector, mount };
}
