import { UserError } from '../base/errors.js';
import { basename, dirname } from '../base/files/paths.js';
import { recordInputs } from '../base/files/record-inputs.js';
import { withTexts } from '../base/files/with-texts.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { counted } from '../base/text.js';
import { showValue } from '../base/yaml/faults.js';
import { cloudFormat } from '../io/cloud-formats.js';
import type { SceneDescription } from '../scene/scene-description.js';
import { resolveScene } from './resolve/resolve-scene.js';
import { type ResolveSurveyOptions, resolveSurvey } from './resolve/resolve-survey.js';
import { startSurvey } from './resolve/start-survey.js';
import { resolvePhysics } from './schema/physics-schema.js';
import { surveySchema } from './schema/survey-schema.js';
import type { CloudOutput, Survey } from './survey.js';
import type { SurveyFormatOptions } from './survey-format.js';
import { readSurveyDocument } from './survey-formats.js';

/** Options of `loadSurvey`: those of the survey's format, too. */
export type LoadSurveyOptions = ResolveSurveyOptions & SurveyFormatOptions;

/**
 * Loads a survey from a file (see SURVEY_FORMATS), checks and resolves it: absolute paths, catalogue entries, SI units,
 * defaults. Reads no geometry. Throws one UserError: for faults of the syntax, or else with all faults: keys, types and
 * limits, numbers and names that contradict each other, and, beside these, files that cannot be read or written. What
 * only follows from another fault is left out.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('survey.yaml', { files });
 * ```
 */
export async function loadSurvey(file: string, options: LoadSurveyOptions): Promise<Survey<SceneDescription>> {
  const { log = SILENT_LOG } = options;
  if (typeof file !== 'string')
    throw new UserError(`found ${showValue(file)}, expected the path of a survey file`, {
      hint: 'readSurvey takes an object, or the text of a file',
    });
  const inputs = recordInputs(options.files);
  const own = inputs.resolve(inputs.folder, file);
  const document = await readSurveyDocument(inputs, file, options);
  const files = withTexts(inputs, dirname(own), document.files ?? []);
  const { definition, reading } = startSurvey(surveySchema, files, document, file);
  const scene = await resolveScene(reading, definition.scene, resolvePhysics(definition.physics));
  const survey = {
    ...(await resolveSurvey(reading, definition, scene, { ...options, files, mustWrite: true })),
    file: own,
    inputs: [...files.inputs].filter((path) => path !== own),
    scene,
  };
  const [parts, legs] = [counted(scene.parts.length, 'part'), counted(survey.legs.length, 'leg')];
  const scanners = survey.instruments.map(({ scanner }) => scanner.name).join(', ');
  log.info(`survey ${survey.name}: ${scanners}, ${parts}, ${legs}`);
  if (survey.colors !== undefined) noteColorless(survey.outputs, log);
  return survey;
}

/** A requested format without colours is written without them, with a warning. */
function noteColorless(outputs: readonly CloudOutput[], log: Log): void {
  for (const output of outputs) {
    const reason = cloudFormat(output.format).withoutColours(output);
    if (reason !== undefined) log.info(`${basename(output.path)}: ${reason}`);
  }
}
