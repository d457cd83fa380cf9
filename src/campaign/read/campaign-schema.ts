import { z } from 'zod';
import { choiceField, listField, mapField, numberField, pairField, textField } from '../../base/yaml/fields.js';
import { seedField } from '../../survey/schema/seed-field.js';
import { VARIABLE_KINDS } from '../variables/index.js';

/** Names of variables, which stand behind a $ in `set`. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Most draws of a campaign, and most rows with its grid: a plan, of a kilobyte or more for each, is read whole. */
export const ROWS_MAX = 1_000_000;

const NAME_EXPECTED = 'a name of letters, digits, _ and -, a letter first';
const nameField = z.string({ error: NAME_EXPECTED }).regex(VARIABLE_NAME, { error: NAME_EXPECTED });
const NAMES_EXPECTED = 'a list of names of variables or axes of the grid';

const kinds = Object.fromEntries(VARIABLE_KINDS.map(({ name, schema }) => [name, schema.optional()]));

const variable = mapField('one kind of variable with its parameters', {
  ...kinds,
  clip: pairField('Limits of a normal distribution, which is cut off there').optional(),
  per: choiceField('Whether the cells of the grid share a draw, or have one each', ['draw', 'cell']).default('draw'),
  stream: textField('Name of its random numbers, which a renamed variable keeps; absent: its own').optional(),
});

/** An identifier of SPDX, or an address. */
const LICENSE = /^([A-Za-z0-9][A-Za-z0-9.+-]*|https?:\/\/\S+)$/;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Facts about the data set for its files; they do not change any cloud. */
const aboutFields = {
  description: textField('What the data set is, for its card').optional(),
  license: textField('License of the data set: an identifier of SPDX such as CC-BY-4.0, or an address')
    .regex(LICENSE, { error: 'an identifier of SPDX, such as CC-BY-4.0, or an address that starts with https://' })
    .optional(),
  creator: listField('Names of those who made it', textField('Name'), { min: 1, max: 1000 }).optional(),
  date: textField('Date of publication, as 2026-03-31')
    .regex(DATE, { error: 'a date in quotes, such as "2026-03-31"' })
    .optional(),
  url: textField('Address at which the data set is found')
    .regex(/^https?:\/\/\S+$/, { error: 'an address that starts with https://' })
    .optional(),
  version: textField('Version of the data set, such as 1.0.0').optional(),
};

const share = numberField('Share', { min: 0, max: 1 });

/** A campaign as written. */
export const campaignSchema = mapField('a campaign', {
  campaign: textField('Name of the campaign'),
  ...aboutFields,
  seed: seedField('Other seeds, other draws').default(1),
  survey: textField('Survey that all others are made from, valid and runnable as it is; relative to this file'),
  count: numberField('Number of draws', { whole: true, min: 1, max: ROWS_MAX }).default(1),
  grid: z
    .record(nameField, listField('its values', z.unknown(), { min: 1, max: 10_000 }), {
      error: 'a map from names to lists of values',
    })
    .describe('Values that every draw is crossed with, by name')
    .default({}),
  variables: z
    .record(nameField, variable, { error: 'a map from names to variables' })
    .describe('Random variables by name')
    .default({}),
  set: z
    .record(z.string(), z.unknown(), { error: 'a map from JSON Pointers into the survey to values' })
    .describe('Values of the survey by JSON Pointer; $NAME stands for a variable or a value of the grid')
    .default({}),
  split: z
    .object(
      { by: z.array(nameField, { error: NAMES_EXPECTED }).min(1, { error: NAMES_EXPECTED }).optional() },
      { error: 'a map from names of splits to shares' },
    )
    .catchall(share)
    .describe('Shares of the splits by name; by: variables whose equal values stay together')
    .optional(),
  holdout: z
    .record(nameField, share, { error: 'a map from names of choices to shares of their values' })
    .describe('Shares of the values of choices that the split test has, and it alone')
    .default({}),
});

export type CampaignDefinition = z.output<typeof campaignSchema>;
