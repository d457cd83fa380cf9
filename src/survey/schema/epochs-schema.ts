import { z } from 'zod';
import { listField, mapField, textField } from '../../base/yaml/fields.js';
import { mountSchema } from '../../platform/platform-schema.js';
import { legsSchema } from '../legs/index.js';
import { partSchema } from '../scene/part.js';
import { atmosphereSchema } from './atmosphere-schema.js';
import { detectorSchema, instrumentsSchema, scannerField } from './instrument-schema.js';
import { jitterSchema } from './jitter-schema.js';
import { poseErrorSchema } from './pose-error-schema.js';
import { restrictSchema } from './restriction-schema.js';
import { seedField } from './seed-field.js';
import { startTimeField } from './start-time-field.js';

/** The survey's `epochs`: the same survey again, in scenes that differ in some parts, or measured in another way. */

const EPOCHS_MAX = 1000;
const NAME_EXPECTED = 'a name of letters, digits, _, - and dots inside it: its folder is called so';

const epochName = z
  .string({ error: NAME_EXPECTED })
  .regex(/^[\p{L}\p{N}_-]([\p{L}\p{N}._-]{0,98}[\p{L}\p{N}_-])?$/u, { error: NAME_EXPECTED })
  .describe('Name of the epoch, and of the folder of its outputs');

const partKey = z.string().min(1).describe('Name of a part of the scene');

const replacement = z.union([partSchema, z.null().describe('No part')], {
  error: 'a part (a map with file, with generate, or with carrier), or null for none',
});

/** Sections of the survey that an epoch may have of its own, each in place of the survey's as a whole. */
const epochSections = {
  seed: seedField("Seed of the epoch's random numbers; absent: the survey's").optional(),
  startTime: startTimeField("Moment of the epoch's first pulse; absent: the survey's").optional(),
  scanner: scannerField.optional(),
  scanners: instrumentsSchema.optional(),
  mount: mountSchema.optional(),
  platform: textField('Id of a platform, which positions the scanner', 'the id of a platform').optional(),
  legs: legsSchema.optional(),
  detector: detectorSchema.optional(),
  atmosphere: atmosphereSchema.optional(),
  jitter: jitterSchema.optional(),
  poseError: poseErrorSchema.optional(),
  restrict: restrictSchema.optional(),
};

export const EPOCH_SECTIONS: readonly string[] = Object.keys(epochSections);

const epoch = mapField('an epoch', {
  name: epochName,
  parts: z
    .record(partKey, replacement, { error: 'a map of parts by their names' })
    .describe('What stands in place of parts of the scene, with all keys of a part; null: nothing. Absent: the scene')
    .optional(),
  ...epochSections,
});

/** An epoch as far as others than the checks of its survey look at it. */
export interface EpochDefinition {
  name: string;
  parts?: Readonly<Record<string, unknown>>;
}

// The types of its sections are those of the survey, which a declaration would write out once more.
export const epochsSchema: z.ZodType<EpochDefinition[]> = listField(
  'epochs, each the whole survey in its own scene and folder',
  epoch,
  {
    min: 1,
    max: EPOCHS_MAX,
  },
);
