import type { z } from 'zod';
import { choiceField, listField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import { rises, wavelengthsField } from '../spectrum/spectrum-field.js';

/** Samples of a curve over the angle at most: every hundredth of a degree. */
const ANGLES_MAX = 9001;
const RIGHT_ANGLE = 90;
const BACKSCATTER = { unit: '1/sr', min: 0, max: 1e9 } as const;

const fields = mapField('measured backscatter', {
  model: choiceField('How the surface scatters', ['measured']),
  wavelengths: wavelengthsField,
  table: textField(
    'NumPy array (.npy) of f_r [1/sr] over wavelength, azimuth and angle, relative to this file',
    'a path to a .npy file',
  ).optional(),
  angles: listField(
    'angles from the normal, rising from 0 to 90 [deg]',
    numberField('Angle', { unit: 'deg', min: 0, max: RIGHT_ANGLE }),
    { min: 2, max: ANGLES_MAX },
  ).optional(),
  values: listField(
    'for each wavelength a list of f_r [1/sr], one an angle',
    listField('f_r, one an angle', numberField('f_r', BACKSCATTER), { min: 2, max: ANGLES_MAX }),
    { min: 1 },
  ).optional(),
});

export type MeasuredDefinition = z.output<typeof fields>;

/** Backscatter as measured: a table in a file of its own, or curves over the angle. */
export const measuredSchema = fields.superRefine((definition, context) => {
  for (const { path, expected } of measuredFaults(definition))
    context.addIssue({ code: 'custom', path: [...path], message: expected });
});

interface SchemaFault {
  path: readonly PropertyKey[];
  expected: string;
}

function measuredFaults({ wavelengths, table, angles, values }: MeasuredDefinition): SchemaFault[] {
  if (table !== undefined) {
    const isSaidTwice = angles !== undefined || values !== undefined;
    return isSaidTwice ? [{ path: ['table'], expected: 'either table, or angles and values' }] : [];
  }
  if (angles === undefined) return [{ path: ['angles'], expected: 'a list of angles (deg), or table' }];
  if (values === undefined) return [{ path: ['values'], expected: 'for each wavelength a list of f_r (1/sr)' }];
  return [...angleFaults(angles), ...countFaults(wavelengths.length, angles.length, values)];
}

function angleFaults(angles: readonly number[]): SchemaFault[] {
  if (rises(angles) && angles[0] === 0 && angles.at(-1) === RIGHT_ANGLE) return [];
  return [{ path: ['angles'], expected: 'angles (deg) that rise from 0 to 90' }];
}

function countFaults(waves: number, angles: number, values: readonly (readonly number[])[]): SchemaFault[] {
  const faults = values.flatMap((curve, index) =>
    curve.length === angles
      ? []
      : [{ path: ['values', index], expected: `a list of ${angles}, one f_r for each angle` }],
  );
  if (values.length === waves) return faults;
  return [{ path: ['values'], expected: `a list of ${waves}, one curve for each wavelength` }, ...faults];
}
