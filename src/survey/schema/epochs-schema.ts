import { z } from 'zod';
import { listField, mapField } from '../../base/yaml/fields.js';
import { partSchema } from '../scene/part.js';

/** The survey's `epochs`: the same survey again, in scenes that differ in some parts. */

const EPOCHS_MAX = 1000;
const NAME_EXPECTED = 'a name of letters, digits, _, - and dots inside it: its folder is called so';

const epochName = z
  .string({ error: NAME_EXPECTED })
  .regex(/^[\p{L}\p{N}_-]([\p{L}\p{N}._-]{0,98}[\p{L}\p{N}_-])?$/u, { error: NAME_EXPECTED })
  .describe('Name of the epoch, and of the folder of its outputs');

const partKey = z.string().min(1).describe('Name of a part of the scene');

const replacement = z.union([partSchema, z.null().describe('No part')], {
  error: 'a part (a map with file, or with generate), or null for none',
});

const epoch = mapField('an epoch', {
  name: epochName,
  parts: z
    .record(partKey, replacement, { error: 'a map of parts by their names' })
    .describe('What stands in place of parts of the scene, with all keys of a part; null: nothing. Absent: the scene')
    .optional(),
});

export const epochsSchema = listField('epochs, each the whole survey in its own scene and folder', epoch, {
  min: 1,
  max: EPOCHS_MAX,
});
