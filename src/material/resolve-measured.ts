import { UserError } from '../base/errors.js';
import { quoteText } from '../base/yaml/faults.js';
import { measuredFault } from './measured-table.js';
import type { MeasuredDefinition } from './models/measured.js';
import type { MeasuredTable } from './scattering.js';

/** An array of numbers of any rank, last index fastest. */
export interface NumberArray {
  readonly shape: readonly number[];
  readonly values: ArrayLike<number>;
}

/** Reads the array that a definition names, by the path as it is written there. Throws UserError where it cannot. */
export type ReadTable = (file: string) => NumberArray;

/** Curves over the angle are laid onto steps of a quarter of a degree. */
const CURVE_STEPS = 360;
const RIGHT_ANGLE = 90;

/**
 * The table of a definition that has passed its schema. Throws UserError where the array does not fit the wavelengths, or holds
 * what is no f_r.
 */
export function resolveMeasured(definition: MeasuredDefinition, readTable: ReadTable): MeasuredTable {
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

function arrayTable(wavelengthsNm: readonly number[], { shape, values }: NumberArray, file: string): MeasuredTable {
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

/** For definitions that have no folder: an array in a file is at fault. */
export const readNoTable: ReadTable = (file) => {
  throw new UserError(`found the table ${quoteText(file)}, expected angles and values: no files are read here`);
};
