import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { parseYaml } from '../base/yaml/yaml-document.js';
import type { SurveyFormatOptions } from '../survey/survey-format.js';
import { loadSurveySource, readSurveySource, type SurveySource } from '../survey/survey-source.js';

/** The file that a plan is made from: its scene, and its scanner and platform. */
export interface PlanSource extends Omit<SurveySource, 'scanners'> {
  /** Number of the planned one of the survey's `scanners`; absent: it has none of these. */
  planned?: number;
}

/**
 * Reads a survey, or a model, which then is the whole scene, and those of `scanners` that are paths of scanner files.
 * Of several scanners of the survey, the first is planned. Throws UserError for a file that is neither a survey nor a
 * model, and with all faults of the sections that are used.
 */
export async function readPlanSource(
  files: Files,
  file: string,
  scanners: readonly string[] = [],
  options: SurveyFormatOptions = {},
): Promise<PlanSource> {
  return planSource(await readSurveySource(files, file, { scanners, ...options }));
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
  return planSource(await loadSurveySource(files, parseYaml(text, name), file), chosen);
}

function planSource({ scanners, ...source }: SurveySource, chosen = 0): PlanSource {
  if (scanners === undefined) return source;
  const planned = scanners.length > 1 ? chosen : 0;
  if (planned >= scanners.length)
    throw new UserError(`the survey has ${scanners.length} scanners, none of number ${planned + 1}`, {
      place: { file: source.file },
    });
  const { scanner: own, detector, mount = source.mount } = scanners[planned];
  return { ...source, scanner: own, detector, mount, planned };
}
