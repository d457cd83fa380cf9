import { z } from 'zod';
import { listField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import { scatteringSchema } from '../../material/scattering.js';
import { BRIGHTNESS_MAX } from '../../material/spectrum/spectrum-field.js';

/** The survey's `scene.materials` and `scene.materialFolders`: how surfaces scatter. */

const FOLDERS_MAX = 100;
const share = { min: 0, max: 1 };
const COLOR_TEXT = 'a list of 3 or 4 numbers from 0 to 1';

const material = mapField('a material', {
  reflectance: z
    .union(
      [
        numberField(
          'Of an evenly scattering surface, at the wavelength of the laser; at most 1 unless physics takes it as written',
          {
            min: 0,
            max: BRIGHTNESS_MAX,
          },
        ),
        z.literal('texture').describe('The picture of colours, as reflectance relative to its mean'),
      ],
      { error: 'a number from 0 to 1, or texture' },
    )
    .describe(
      'Of an evenly scattering surface, at the wavelength of the laser; texture: the picture of colours multiplies the reflectance, with a mean of 1',
    )
    .optional(),
  use: textField(
    'Id of a material of materialFolders or the catalogue, or path of a material file (.yaml), relative to the survey file',
    'the id of a material or a path to a material file',
  ).optional(),
  scattering: scatteringSchema.optional(),
  baseColor: z
    .array(numberField('', share), { error: COLOR_TEXT })
    .min(3, { error: COLOR_TEXT })
    .max(4, { error: COLOR_TEXT })
    .describe('Colour: [red, green, blue] or [red, green, blue, alpha], linear')
    .optional(),
});

export const materialsSchema = z
  .record(textField('Name of the material'), material, { error: 'a map of materials by name' })
  .describe('Materials by name; they replace or complete those of the files');

export const materialFoldersField = listField(
  'folders of material files, relative to the survey file; those before weigh more, the catalogue least',
  textField('Folder', 'a path to a folder'),
  { max: FOLDERS_MAX },
);

export type MaterialDefinitions = z.output<typeof materialsSchema>;
