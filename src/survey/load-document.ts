import { append } from '../base/append.js';
import { basename } from '../base/files/paths.js';
import type { RecordingFiles } from '../base/files/record-inputs.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { counted, joinWords } from '../base/text.js';
import type { Fault } from '../base/yaml/faults.js';
import type { SourceDocument } from '../base/yaml/source-document.js';
import { fieldsOf } from '../cloud/point-fields.js';
import { cloudFormat } from '../io/clouds/cloud-formats.js';
import { recordedKeys } from '../products/recorded-fields.js';
import type { SceneDescription } from '../scene/scene-description.js';
import { crsOfScene } from './resolve/resolve-crs.js';
import { type ResolveSurveyOptions, resolveSurvey } from './resolve/resolve-survey.js';
import { startSurvey } from './resolve/start-survey.js';
import { resolveScene } from './scene/scene-section.js';
import { withClock } from './scene-clock.js';
import { resolvePhysics } from './schema/physics-schema.js';
import { surveySchema } from './schema/survey-schema.js';
import type { Survey } from './survey.js';

/** Options of `loadDocument`. */
export interface LoadDocumentOptions extends ResolveSurveyOptions {
  /** Files that record their reads. */
  files: RecordingFiles;
  /** Faults of the document that are known already; absent: none. */
  faults?: readonly Fault[];
}

/**
 * The survey in the document of the file `file`, to whose folder its paths are relative. Throws one UserError with all
 * faults.
 */
export async function loadDocument(
  document: SourceDocument,
  file: string,
  { files, faults = [], ...options }: LoadDocumentOptions,
): Promise<Survey<SceneDescription>> {
  const { log = SILENT_LOG } = options;
  const { definition, reading } = startSurvey(surveySchema, files, document, file);
  append(reading.faults, faults);
  const crs = await crsOfScene(reading, definition.scene, definition.crs);
  const scene = await resolveScene(reading, definition.scene, resolvePhysics(definition.physics), log, crs);
  const own = files.resolve(files.folder, file);
  const sections = await resolveSurvey(reading, definition, scene, { ...options, files, mustWrite: true });
  const inputs = [...files.inputs].filter((path) => path !== own);
  const survey = { ...sections, file: own, inputs, scene: withClock(scene, sections) };
  const [parts, legs] = [counted(scene.parts.length, 'part'), counted(survey.legs.length, 'leg')];
  const scanners = survey.instruments.map(({ scanner }) => scanner.name).join(', ');
  log.info(`survey ${survey.name}: ${scanners}, ${parts}, ${legs}`);
  noteUnheld(survey, log);
  return survey;
}

/** Fields that a file cannot hold are left out of it, and named. */
function noteUnheld(survey: Survey, log: Log): void {
  for (const output of survey.outputs) {
    const names = fieldsOf({ optional: recordedKeys(survey, 'clouds', output) }, output).map(({ name }) => name);
    const unheld = cloudFormat(output.format).cannotHold(names, output);
    if (unheld) log.info(`${basename(output.path)}: without ${joinWords(unheld.fields, 'and')}: ${unheld.reason}`);
  }
}
