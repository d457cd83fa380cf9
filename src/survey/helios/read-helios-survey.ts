import type { Files } from '../../base/files/files.js';
import { dirname } from '../../base/files/paths.js';
import { onceLog, SILENT_LOG } from '../../base/log.js';
import { counted } from '../../base/text.js';
import type { SurveyDocument, SurveyFormatOptions } from '../survey-format.js';
import { AssetLibrary } from './asset-library.js';
import { type HeliosReading, throwNoted } from './helios-reading.js';
import { type QuirkNote, QuirkNotes } from './quirk-notes.js';
import { type HeliosSurvey, readSurveyXml } from './survey-xml.js';
import { sceneSection } from './to-survey/scene-section.js';
import { type ConvertedSections, surveySections } from './to-survey/survey-sections.js';
import { WrittenPlaces } from './to-survey/written.js';

/** A survey of HELIOS++ in our keys, and the quirks of HELIOS++ that it touches. */
export interface ConvertedSurvey extends ConvertedSections {
  quirks: readonly QuirkNote[];
}

/**
 * Reads a survey of HELIOS++ with everything that it names, as a survey in our keys. Files are searched in the folders
 * `assets`, then in the current folder and in `assets` there, as HELIOS++ does. Throws one UserError with all faults,
 * or the first one that leaves nothing to read.
 */
export async function convertHeliosSurvey(
  files: Files,
  file: string,
  options: SurveyFormatOptions,
): Promise<ConvertedSurvey> {
  const { log = SILENT_LOG, assets = [], physics = 'helios', lenient = false, outputs = {} } = options;
  const path = files.resolve(files.folder, file);
  const roots = [...assets, 'assets', '.'].map((folder) => files.resolve(files.folder, folder));
  const library = new AssetLibrary(files, [...new Set([...roots, dirname(path)])]);
  const quirks = new QuirkNotes();
  const reading: HeliosReading = {
    files,
    library,
    // Templates are read for each leg that takes them.
    log: onceLog(log),
    physics,
    lenient,
    energy: options.energy,
    incidence: options.incidence,
    dmotion: options.dmotion ?? 'steps',
    startTime: options.startTime,
    seed: options.seed,
    outputs,
    faults: [],
    quirks,
    unknown: new Set(),
  };
  const survey = withoutErrors(await readSurveyXml(reading, path), options.without);
  if (reading.faults.length > 0) {
    // A part that is missing in the scene follows from no faulty value, unlike most of the rest.
    await sceneSection(reading, survey.scene, new WrittenPlaces(survey.place));
    throwNoted(reading);
  }
  const sections = await surveySections({ ...reading, seed: reading.seed ?? survey.seed }, survey, file);
  throwNoted(reading);
  return { ...sections, quirks: quirks.list };
}

/** The survey without the errors that are left out. */
const withoutErrors = (survey: HeliosSurvey, without: SurveyFormatOptions['without'] = {}): HeliosSurvey => ({
  ...survey,
  ...(without.platformNoise && { noise: {} }),
  ...(without.legOffsets && { legOffset: undefined }),
});

/** The survey as a document, see `convertHeliosSurvey`; the log says how many quirks it touches. */
export async function readHeliosSurvey(
  files: Files,
  file: string,
  options: SurveyFormatOptions,
): Promise<SurveyDocument> {
  const { document, quirks, files: made } = await convertHeliosSurvey(files, file, options);
  const numbers = [...new Set(quirks.map(({ quirk }) => `Q${quirk}`))];
  if (numbers.length > 0)
    options.log?.info(
      `${file}: touches ${counted(numbers.length, 'quirk')} of HELIOS++ (${numbers.join(', ')}); subray convert names them`,
    );
  return { ...document, files: made };
}
