import { z } from 'zod';
import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { basename } from '../base/files/paths.js';
import { checkDocument } from '../base/yaml/check-document.js';
import { throwFaults } from '../base/yaml/faults.js';
import { textField } from '../base/yaml/fields.js';
import { objectDocument, type SourceDocument } from '../base/yaml/source-document.js';
import { mountSchema } from '../platform/platform-schema.js';
import { isScannerFile } from '../scanner/scanner-file.js';
import { kindOfEnding } from '../scene/read/file-kinds.js';
import { MODEL_ENDINGS, sceneFormatOf } from '../scene/read/scene-formats.js';
import type { SceneDescription } from '../scene/scene-description.js';

import { pathFrom, type Reading, startReading } from './resolve/reading.js';
import { readScannerFiles } from './resolve/scanner-files.js';
import { resolveScene, sceneSchema } from './scene/scene-section.js';
import { detectorSchema, instrumentsSchema, scannerField } from './schema/instrument-schema.js';
import { physicsSchema, resolvePhysics } from './schema/physics-schema.js';
import type { SurveyFormatOptions } from './survey-format.js';
import { readSurveyDocument, SURVEY_ENDINGS, surveyFormatOf } from './survey-formats.js';

/** The sections of a survey without its legs and outputs, which may be present and are ignored. */
const sourceSchema = z.looseObject(
  {
    scene: sceneSchema,
    scanner: scannerField.optional(),
    scanners: instrumentsSchema.optional(),
    mount: mountSchema.optional(),
    platform: textField('Id of a platform', 'the id of a platform').optional(),
    detector: detectorSchema.default({}),
    physics: physicsSchema.optional(),
  },
  { error: 'a map with a survey, its scene at least' },
);

type SourceDefinition = z.output<typeof sourceSchema>;

/** A scene, with the scanners and the platform that its file defines. */
export interface SurveySource
  extends Pick<SourceDefinition, 'scanner' | 'scanners' | 'detector' | 'mount' | 'platform'> {
  /** Path of the file, as named. */
  file: string;
  scene: SceneDescription;
  reading: Reading;
  /** Top level of the survey file, as written; for a model file, one with just that scene. */
  sections: Readonly<Record<string, unknown>>;
}

/**
 * Reads `file`: a survey, or a model, which then is the whole scene, and those of `scanners` that are paths of scanner
 * files. `options` are those of the survey's format. Reads no geometry. Throws UserError if the file is neither, or
 * with all faults of the sections that are used.
 */
export async function readSurveySource(
  files: Files,
  file: string,
  { scanners = [], ...options }: { scanners?: readonly string[] } & SurveyFormatOptions = {},
): Promise<SurveySource> {
  if (sceneFormatOf(file) !== undefined) return loadSurveySource(files, modelDocument(file), file, scanners);
  if (surveyFormatOf(file) !== undefined)
    return loadSurveySource(files, await readSurveyDocument(files, file, options), file, scanners);
  const endings = [...SURVEY_ENDINGS, ...MODEL_ENDINGS].join(', ');
  const kind = kindOfEnding(file);
  const named = kind === undefined ? '' : `${kind.name}; `;
  throw new UserError(`--scene: ${named}expected a survey or a model, a file that ends in ${endings}`, {
    place: { file },
    hint: kind?.hint,
  });
}

/** A survey with one part, as if someone had written it beside the model. */
const modelDocument = (file: string): SourceDocument =>
  objectDocument({ scene: { parts: [{ file: basename(file) }] } }, file);

/**
 * The scene, scanners and platform of a survey's `document`, with paths relative to the folder of `file`. Throws
 * UserError with all faults of the sections that are used.
 */
export async function loadSurveySource(
  files: Files,
  document: SourceDocument,
  file: string,
  wanted: readonly string[] = [],
): Promise<SurveySource> {
  const definition = checkDocument(sourceSchema, document);
  const named = [definition.scanner, ...(definition.scanners ?? []).map(({ scanner }) => scanner)];
  const start = startReading(files, document, file);
  const asked = wanted.filter(isScannerFile).map((path) => ({ file: pathFrom(start, path) }));
  const reading = await readScannerFiles(start, [...named, ...asked]);
  const scene = await resolveScene(reading, definition.scene, resolvePhysics(definition.physics));
  throwFaults(reading.faults);
  const { scanner, scanners, detector, mount, platform } = definition;
  const sections = document.value as Record<string, unknown>;
  return { file, scene, reading, scanner, scanners, detector, mount, platform, sections };
}
