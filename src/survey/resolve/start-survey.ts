import type { z } from 'zod';
import { invariant } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { throwFaults } from '../../base/yaml/faults.js';
import { type StandIn, soundPart } from '../../base/yaml/sound-part.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import { legKindFaults } from '../legs/index.js';
import { motionKindFaults } from '../scene/motion/index.js';
import { type Reading, startReading } from './reading.js';

/** A survey whose keys, types and limits are checked. */
interface StartedSurvey<Definition> {
  /** Its sound parts. */
  definition: Definition;
  /** The reading to resolve it with, which has the faults of the rest. */
  reading: Reading;
}

const PARTS = [{ generate: { kind: 'terrain' } }];

/** Sections without which nothing else could be checked. */
const STAND_INS: readonly StandIn[] = [
  [['scene'], { parts: PARTS }],
  [['scene', 'parts'], PARTS],
  [['legs'], [{ position: [0, 0, 0] }]],
];

/**
 * Checks `document` by the schema of a survey and begins to resolve its sound parts; paths are relative to the folder
 * of the file `path`. Throws UserError with all faults of the schema if nothing is.
 */
export function startSurvey<Schema extends z.ZodType>(
  schema: Schema,
  files: Files,
  document: SourceDocument,
  path: string,
): StartedSurvey<z.output<Schema>> {
  const { value, faults, cuts } = soundPart(schema, document, {
    standIns: STAND_INS,
    early: [...legKindFaults(document.value), ...motionKindFaults(document.value)],
  });
  if (value === undefined) throwFaults(faults);
  invariant(value !== undefined, 'a survey of which nothing is sound has a fault');
  return { definition: value, reading: { ...startReading(files, document, path), faults, cuts } };
}
