import { z } from 'zod';
import { didYouMean } from '../../base/yaml/check-document.js';
import { choiceField, listField } from '../../base/yaml/fields.js';
import { FIELD_PRESETS, POINT_FIELDS } from '../../cloud/point-fields.js';

/** Options of outputs common to several formats. */

const FIELD_NAMES = [...FIELD_PRESETS, ...POINT_FIELDS.map(({ name }) => name)];

/** The names that are allowed, with the nearest to a wrong one. */
const fieldsExpected = (found: unknown): string =>
  `one of: ${FIELD_NAMES.join(', ')}${typeof found === 'string' ? didYouMean(found, FIELD_NAMES) : ''}`;

const fieldName = z
  .enum(FIELD_NAMES as [string, ...string[]], { error: ({ input }) => fieldsExpected(input) })
  .describe('A field of a point, or all of minimal, standard, all or riegl');

/** Options of formats that hold some fields of a point, or all. */
export const FIELD_OPTIONS = {
  fields: z
    .union(
      [
        choiceField(
          'minimal: intensity; standard: all that the survey records; all: the same in full width; ' +
            'riegl: amplitude and reflectance in decibels, and deviation',
          FIELD_PRESETS,
        ),
        listField('names of fields', fieldName, { max: 64 }),
      ],
      { error: `${FIELD_PRESETS.join(', ')}, or a list of fields such as [intensity, range]` },
    )
    .describe('Fields of a point besides x, y and z; absent: standard')
    .optional(),
};

/** Options of formats in which HELIOS++ writes clouds. */
export const LAYOUT_OPTIONS = {
  layout: choiceField('Columns, units, times and numbers as HELIOS++ writes them; absent: those of subray', [
    'helios',
  ]).optional(),
};
