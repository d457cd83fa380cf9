import { basename } from '../base/files/paths.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { counted } from '../base/text.js';
import { checkDocument } from '../base/yaml/check-document.js';
import { cloudFormat } from '../io/cloud-formats.js';
import type { SceneDescription } from '../scene/scene-description.js';
import { startReading } from './resolve/reading.js';
import { resolveScene } from './resolve/resolve-scene.js';
import { type ResolveSurveyOptions, resolveSurvey } from './resolve/resolve-survey.js';
import { surveySchema } from './schema/survey-schema.js';
import type { CloudOutput, Survey } from './survey.js';
import { readSurveyDocument } from './survey-formats.js';

export type LoadSurveyOptions = ResolveSurveyOptions;

/**
 * The survey of a file (see SURVEY_FORMATS), checked and resolved: paths absolute, catalogue ids looked up, SI units, defaults filled in. Reads
 * no geometry. Throws one UserError that lists all faults: first those of syntax, else those of keys, types and limits, else
 * those of numbers and names that contradict each other.
 */
export async function loadSurvey(file: string, options: LoadSurveyOptions): Promise<Survey<SceneDescription>> {
  const { files, log = SILENT_LOG } = options;
  const document = await readSurveyDocument(files, file);
  const definition = checkDocument(surveySchema, document);
  const reading = startReading(files, document, file);
  const scene = await resolveScene(reading, definition.scene);
  const survey = {
    ...(await resolveSurvey(reading, definition, { ...options, mustWrite: true })),
    file: files.resolve(files.folder, file),
    scene,
  };
  const [parts, legs] = [counted(scene.parts.length, 'part'), counted(survey.legs.length, 'leg')];
  const scanners = survey.instruments.map(({ scanner }) => scanner.name).join(', ');
  log.info(`survey ${survey.name}: ${scanners}, ${parts}, ${legs}`);
  if (survey.colors !== undefined) noteColorless(survey.outputs, log);
  return survey;
}

/** Who asks for a format without colours gets one, and hears of it. */
function noteColorless(outputs: readonly CloudOutput[], log: Log): void {
  for (const output of outputs) {
    const reason = cloudFormat(output.format).withoutColours(output);
    if (reason !== undefined) log.info(`${basename(output.path)}: ${reason}`);
  }
}
