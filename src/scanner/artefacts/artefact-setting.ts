import type { z } from 'zod';

/** The settings of one kind of artefact: the schema of its YAML form, and its conversion to SI units. */
export interface ArtefactSetting<Field extends z.ZodType, Si> {
  field: Field;
  resolve(written: z.output<Field>): Si;
  /** A setting as in YAML, for the tests of the table. */
  example: z.input<Field>;
}

/** The setting itself, typed by its parts. */
export const artefactSetting = <Field extends z.ZodType, Si>(
  setting: ArtefactSetting<Field, Si>,
): ArtefactSetting<Field, Si> => setting;
