import { UserError } from '../base/errors.js';
import { dirname, isInside } from '../base/files/paths.js';
import { type RecordingFiles, recordInputs } from '../base/files/record-inputs.js';
import { withTexts } from '../base/files/with-texts.js';
import { onceLog, SILENT_LOG } from '../base/log.js';
import { showValue } from '../base/yaml/faults.js';
import type { SourceDocument } from '../base/yaml/source-document.js';
import type { SceneDescription } from '../scene/scene-description.js';
import { outputFolders } from './check-outputs.js';
import { type Epochs, epochsOf } from './epochs.js';
import { type LoadDocumentOptions, loadDocument } from './load-document.js';
import type { ResolveSurveyOptions } from './resolve/resolve-survey.js';
import type { Survey } from './survey.js';
import type { SurveyFormatOptions } from './survey-format.js';
import { readSurveyDocument } from './survey-formats.js';

/** Options of `loadSurvey`: those of the survey's format, too. */
export type LoadSurveyOptions = ResolveSurveyOptions & SurveyFormatOptions;

/**
 * Loads a survey from a file (see SURVEY_FORMATS), checks and resolves it: absolute paths, catalogue entries, SI units,
 * defaults. Reads no geometry. Throws one UserError: for faults of the syntax, or else with all faults: keys, types and
 * limits, numbers and names that contradict each other, and, beside these, files that cannot be read or written. Faults
 * that only follow from others are left out. Of a survey with epochs this is the first one, with a warning if there are
 * others; `loadEpochs` loads all.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('survey.yaml', { files });
 * ```
 */
export async function loadSurvey(file: string, options: LoadSurveyOptions): Promise<Survey<SceneDescription>> {
  const { log = SILENT_LOG } = options;
  const { document, files, found } = await readEpochs(file, options);
  if (found === undefined) return loadDocument(document, file, { ...options, files });
  const { epochs, faults } = found;
  if (epochs.length > 1)
    log.warn(`${file}: this is the epoch ${epochs[0].name}, the first of ${epochs.length}; subray run runs all`);
  return (await loadEpoch(epochs[0], file, { ...options, files, faults })).survey;
}

/** The survey of an epoch. */
export interface LoadedEpoch {
  /** Its name; absent: the survey has no epochs, and is the only one. */
  epoch?: string;
  survey: Survey<SceneDescription>;
}

/**
 * Loads a survey from a file as `loadSurvey` does, once for each of its epochs: the whole survey in the epoch's scene,
 * with outputs in a folder of the epoch's name. A survey without epochs is the only one. Throws UserError, also for
 * outputs that would leave these folders.
 *
 * @example
 * ```ts
 * for (const { survey } of await loadEpochs('survey.yaml', { files })) await checkSurvey(survey, { files });
 * ```
 */
export async function loadEpochs(file: string, options: LoadSurveyOptions): Promise<LoadedEpoch[]> {
  const { document, files, found } = await readEpochs(file, options);
  // Much of a survey is the same in all epochs.
  const log = onceLog(options.log ?? SILENT_LOG);
  if (found === undefined) return [{ survey: await loadDocument(document, file, { ...options, files, log }) }];
  const loaded: LoadedEpoch[] = [];
  for (const epoch of found.epochs)
    loaded.push(await loadEpoch(epoch, file, { ...options, files, log, faults: found.faults }));
  return loaded;
}

/** The survey in a file as written, and its epochs if it has any. */
async function readEpochs(
  file: string,
  options: LoadSurveyOptions,
): Promise<{ document: SourceDocument; files: RecordingFiles; found?: Epochs }> {
  if (typeof file !== 'string')
    throw new UserError(`found ${showValue(file)}, expected the path of a survey file`, {
      hint: 'readSurvey takes an object, or the text of a file',
    });
  const inputs = recordInputs(options.files);
  const own = inputs.resolve(inputs.folder, file);
  const document = await readSurveyDocument(inputs, file, options);
  const files = withTexts(inputs, dirname(own), document.files ?? []);
  return { document, files, found: epochsOf(document) };
}

async function loadEpoch(
  { name, document, replaced }: Epochs['epochs'][number],
  file: string,
  options: LoadDocumentOptions,
): Promise<LoadedEpoch> {
  const { files, outputFolder = files.folder } = options;
  const folder = files.resolve(files.resolve(files.folder, outputFolder), name);
  const own = await loadDocument(document, file, { ...options, outputFolder: folder });
  const survey = replaced.length > 0 ? { ...own, scene: { ...own.scene, elsewhere: replaced } } : own;
  const stray = outputFolders(survey).find((path) => path !== folder && !isInside(folder, path));
  if (stray === undefined) return { epoch: name, survey };
  throw new UserError(`an output lies in ${stray}, outside of ${folder}: all epochs would write it`, {
    place: document.placeOf(['output']),
    hint: 'name outputs by relative paths below the current folder, and choose this with --out',
  });
}
