import { recordInputs } from '../base/files/record-inputs.js';
import { objectDocument, type SourceDocument } from '../base/yaml/source-document.js';
import { isScene } from '../scene/scene.js';
import type { Reading } from './resolve/reading.js';
import { crsOfScene } from './resolve/resolve-crs.js';
import { type ResolveSurveyOptions, resolveSurvey } from './resolve/resolve-survey.js';
import { startSurvey } from './resolve/start-survey.js';
import { resolveScene } from './scene/scene-section.js';
import { withClock } from './scene-clock.js';
import { resolvePhysics } from './schema/physics-schema.js';
import { type SurveyInput, surveyInMemorySchema } from './schema/survey-schema.js';
import type { Survey } from './survey.js';

/** Options of `createSurvey`. */
export interface CreateSurveyOptions extends ResolveSurveyOptions {
  /** Name of the survey in messages. */
  name?: string;
}

/**
 * Creates a survey from an object with the keys of a survey file, in their units (degrees, nanometres, …). Values in
 * memory may take the place of descriptions: a scene (`createScene`, `loadScene`), a scanner (`readScanner`), the poses
 * of a leg's trajectory. Outputs are optional. Throws one UserError that lists all faults, as `loadSurvey` does.
 *
 * @example
 * ```ts
 * const survey = await createSurvey(
 *   { scene, scanner: 'velodyne-vlp-16', legs: [{ position: [0, 0, 1.7] }] },
 *   { files },
 * );
 * ```
 */
export async function createSurvey(given: SurveyInput, options: CreateSurveyOptions): Promise<Survey> {
  const { name = 'survey' } = options;
  return createFrom(objectDocument(given, name), name, options);
}

/**
 * The survey in `document`, in which values in memory may take the place of descriptions. Paths are relative to the
 * folder of the file `path`. Throws UserError with all faults.
 */
export async function createFrom(
  document: SourceDocument,
  path: string,
  options: ResolveSurveyOptions & Pick<Reading, 'placingTells'>,
): Promise<Survey> {
  const files = recordInputs(options.files);
  const { definition, reading: started } = startSurvey(surveyInMemorySchema, files, document, path);
  const reading = { ...started, placingTells: options.placingTells };
  const scene = isScene(definition.scene)
    ? definition.scene
    : await resolveScene(
        reading,
        definition.scene,
        resolvePhysics(definition.physics),
        options.log,
        await crsOfScene(reading, definition.scene, definition.crs),
      );
  const sections = await resolveSurvey(reading, definition, scene, { ...options, files });
  const own = { ...sections, file: document.file, inputs: [...files.inputs] };
  return { ...own, scene: isScene(scene) ? scene : withClock(scene, sections) };
}
