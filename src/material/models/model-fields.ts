import type { z } from 'zod';
import { choiceField, numberField } from '../../base/yaml/fields.js';
import { type SpectrumDefinition, shareField, valueAtWavelength, wavelengthsOf } from '../spectrum/spectrum-field.js';

/** Schema fields that several models share. */

/** For Minnaert and Blinn-Phong; a highlight with this exponent is a tenth of a degree wide. */
export const EXPONENT_MAX = 1e6;
/**
 * Smoother surfaces are mirrors, too sharp for a table over the angle; on steeper facets, light is reflected more than
 * once.
 */
export const SLOPE_RANGE = { min: 1e-3, max: 2 } as const;

/** The key that distinguishes the models. */
export const modelField = <const Name extends string>(name: Name) => choiceField('Model of scattering', [name]);

export const diffuseField = shareField('Part that is scattered evenly');
export const specularField = shareField('Part in the highlight, at normal incidence');

const DEGREES = 180 / Math.PI;

/** An angle (radians) in degrees; other values are passed on to the schema. */
export const unresolveAngle = (angle: number): number => (typeof angle === 'number' ? angle * DEGREES : angle);

/** Radians of an angle in degrees. */
export const resolveAngle = (degrees: number): number => degrees * (Math.PI / 180);

/** A root mean square slope. */
export const slopeField = (description: string) => numberField(description, SLOPE_RANGE);

/** 0.1 + 0.9 and similar sums count as 1. */
const ROUNDING = 1e-9;

/**
 * Reports a fault at the second of two shares of the same light if they exceed 1 at a wavelength at which both are
 * known.
 */
export function demandShares<First extends string, Second extends string>(
  parts: Readonly<Record<First, SpectrumDefinition>> & Readonly<Partial<Record<Second, SpectrumDefinition>>>,
  [first, second]: readonly [First, Second],
  context: z.core.$RefinementCtx,
): void {
  const [one, other] = [parts[first], parts[second]];
  if (other === undefined) return;
  const wavelengths = [...wavelengthsOf(one), ...wavelengthsOf(other)];
  const excess = (wavelengths.length > 0 ? wavelengths : [0]).find(
    (wavelength) =>
      (valueAtWavelength(one, wavelength) ?? 0) + (valueAtWavelength(other, wavelength) ?? 0) > 1 + ROUNDING,
  );
  if (excess === undefined) return;
  const where = wavelengths.length > 0 ? ` at ${excess} nm` : '';
  context.addIssue({
    code: 'custom',
    path: [second],
    message: `${first} and ${second} that are 1 at most together${where}`,
  });
}
