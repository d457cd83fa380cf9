import type { z } from 'zod';
import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { listField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import { type MeasuredTable, measuredAt, measuredFault } from '../measured-table.js';
import { rises, wavelengthsField } from '../spectrum/spectrum-field.js';
import type { BrdfModel, RankedArray, ReadTable } from './brdf-model.js';
import { modelField } from './model-fields.js';

/** Measured backscatter. */
export interface Measured {
  readonly model: 'measured';
  readonly table: MeasuredTable;
}

/** Maximum number of samples of a curve over the angle: every hundredth of a degree. */
const ANGLES_MAX = 9001;
const RIGHT_ANGLE = 90;
const BACKSCATTER = { unit: '1/sr', min: 0, max: 1e9 } as const;
/** Curves over the angle are resampled at steps of a quarter of a degree. */
const CURVE_STEPS = 360;

const fields = mapField('measured backscatter', {
  model: modelField('measured'),
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
    listField('f_r, one per angle', numberField('f_r', BACKSCATTER), { min: 2, max: ANGLES_MAX }),
    { min: 1 },
  ).optional(),
});

type Definition = z.output<typeof fields>;

const schema = fields.superRefine((definition, context) => {
  for (const { path, expected } of measuredFaults(definition))
    context.addIssue({ code: 'custom', path: [...path], message: expected });
});

/** Backscatter as measured: a table in a file of its own, or curves over the angle. */
export const measured: BrdfModel<Measured, typeof schema> = {
  name: 'measured',
  schema,
  examples: [
    {
      model: 'measured',
      wavelengths: [532, 1064],
      angles: [0, 60, 90],
      values: [
        [0.2, 0.1, 0],
        [0.3, 0.2, 0.1],
      ],
    },
  ],
  resolve: (definition, readTable) => ({ model: 'measured', table: resolveTable(definition, readTable) }),
  unresolve: ({ model, table }, tableFile) => ({
    model,
    wavelengths: table.wavelengthsNm as number[],
    table: tableFile,
  }),
  fault: ({ table }) => (table?.wavelengthsNm && table.values ? measuredFault(table) : 'found no table'),
  spectra: ({ table }) => [table],
  backscatterAt: ({ table }, wavelengthNm) => measuredAt(table, wavelengthNm),
  isAnisotropic: ({ table }) => table.phiCount > 1,
  describe({ table: { wavelengthsNm, phiCount, thetaCount } }) {
    const azimuths = phiCount === 1 ? 'isotropic' : `${phiCount} azimuths`;
    return `measured at ${counted(wavelengthsNm.length, 'wavelength')}, ${azimuths}, ${counted(thetaCount, 'angle')}`;
  },
  summarize({ model, table: { wavelengthsNm, phiCount, thetaCount } }) {
    return { model, table: { wavelengthsNm, phiCount, thetaCount } };
  },
};

interface SchemaFault {
  path: readonly PropertyKey[];
  expected: string;
}

function measuredFaults({ wavelengths, table, angles, values }: Definition): SchemaFault[] {
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

/**
 * The table of a definition that has passed its schema. Throws UserError if the array does not fit the wavelengths, or
 * holds values that are not an f_r.
 */
function resolveTable(definition: Definition, readTable: ReadTable): MeasuredTable {
  const { wavelengths, table, angles = [], values = [] } = definition;
  return table === undefined
    ? curvesTable(wavelengths, angles, values)
    : arrayTable(wavelengths, readTable(table), table);
}

/** Curves over the angle (degrees), linear between their points. */
function curvesTable(
  wavelengthsNm: readonly number[],
  angles: readonly number[],
  curves: readonly (readonly number[])[],
): MeasuredTable {
  const thetaCount = CURVE_STEPS + 1;
  const values = new Float32Array(curves.length * thetaCount);
  for (const [index, curve] of curves.entries()) values.set(resample(angles, curve), index * thetaCount);
  return { wavelengthsNm, phiCount: 1, thetaCount, values };
}

function resample(angles: readonly number[], curve: readonly number[]): number[] {
  let after = 1;
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
    const angle = (RIGHT_ANGLE * step) / CURVE_STEPS;
    while (angles[after] < angle) after++;
    const share = (angle - angles[after - 1]) / (angles[after] - angles[after - 1]);
    return curve[after - 1] + share * (curve[after] - curve[after - 1]);
  });
}

function arrayTable(wavelengthsNm: readonly number[], { shape, values }: RankedArray, file: string): MeasuredTable {
  const [waves, phiCount, thetaCount] = shape;
  if (shape.length !== 3 || waves !== wavelengthsNm.length) throw unfitting(wavelengthsNm.length, shape, file);
  const table = { wavelengthsNm, phiCount, thetaCount, values: Float32Array.from(values) };
  const fault = measuredFault(table);
  if (fault) throw new UserError(fault, { place: { file } });
  return table;
}

function unfitting(waves: number, shape: readonly number[], file: string): UserError {
  const found = shape.join(' × ') || 'a single number';
  return new UserError(`found an array of ${found}, expected ${waves} wavelengths × azimuths × angles`, {
    place: { file },
    hint: 'the material that names this table says how many wavelengths it has',
  });
}
