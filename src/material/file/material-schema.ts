import type { z } from 'zod';
import { listField, longTextField, mapField, textField } from '../../base/yaml/fields.js';
import { scatteringSchema } from '../scattering.js';
import { shareField } from '../spectrum/spectrum-field.js';

/**
 * Form of an id, which is a file's name and a word in commands and surveys. Commands and surveys take X.yaml for a
 * file.
 */
const ID = /^(?!.*\.ya?ml$)[a-z0-9][a-z0-9._-]*$/;
/** Maximum number of characters of an id. */
export const ID_LENGTH_MAX = 80;
const ID_TEXT = `a name of lower-case letters, digits, -, _ and ., of at most ${ID_LENGTH_MAX} and not of a YAML file`;
const WORD = /^[a-z0-9]+(_[a-z0-9]+)*\*?$/;
const WORD_TEXT = 'a word of lower-case letters and digits, parts joined by _, at its end * for any letters';
const WORDS_MAX = 1000;

/** A file of brdf-db, or of a folder of the user's. */
export const materialSchema = mapField('a material', {
  id: textField('Name in the catalogue', ID_TEXT).regex(ID, { error: ID_TEXT }).max(ID_LENGTH_MAX, { error: ID_TEXT }),
  name: textField('Name'),
  words: listField(
    'words in the names of surfaces that are taken to be of this material',
    textField('Word', WORD_TEXT).regex(WORD, { error: WORD_TEXT }),
    { max: WORDS_MAX },
  ).optional(),
  source: longTextField('Source of the numbers', 'a text that names the source of the numbers'),
  licence: textField('Terms that the numbers come under').optional(),
  unchecked: longTextField('Numbers that were assumed, and why', 'a text that names numbers').optional(),
  scattering: scatteringSchema,
  transmittance: shareField('Part of the light that passes through, scattered: leaves').optional(),
});

export type MaterialDefinition = z.output<typeof materialSchema>;
