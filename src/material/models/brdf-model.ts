import type { z } from 'zod';
import { showValue } from '../../base/yaml/faults.js';
import type { BackscatterTable } from '../backscatter-table.js';
import type { Brdf } from '../brdf.js';
import type { Spectrum } from '../spectrum/spectrum.js';
import { tabulate } from '../tabulate.js';

/**
 * All facts about one model of scattering. A file of this folder exports one such object, `index.ts` lists them, and
 * the rest of the program asks the list. `Surface` is a scattering of this model: angles in radians, wavelengths in
 * nanometres. `Schema` checks the YAML form (its definition): angles in degrees.
 */
export interface BrdfModel<Surface extends { readonly model: string }, Schema extends z.ZodType> {
  /** The value of `model` in YAML and in `Surface`. */
  readonly name: Surface['model'];
  readonly schema: Schema;
  /**
   * Definitions from plain to the limits of the parameters: white, rough, smooth, over the wavelength. Tests check each
   * of them against the laws of physics. Lobes are at least some 10° wide, so that a sum over directions approximates
   * their integral.
   */
  readonly examples: readonly [z.input<Schema>, ...z.input<Schema>[]];
  /**
   * The surface of a definition that has passed the schema. `readTable` reads the arrays that it names. Throws
   * UserError if such an array cannot be used.
   */
  resolve(definition: z.output<Schema>, readTable: ReadTable): Surface;
  /**
   * The definition of a surface, the inverse of `resolve`. An array too large for YAML is named `tableFile`. Accepts
   * any value for a parameter, and passes values that it cannot convert on to the schema.
   */
  unresolve(surface: Surface, tableFile: string): z.input<Schema>;
  /** The reason why an object from a program is not a surface, as `reflectance: found X, expected Y`. */
  fault(surface: Surface): string | undefined;
  /** All parameters that depend on the wavelength; the surface is known where all of these are. */
  spectra(surface: Surface): readonly (number | Pick<Exclude<Spectrum, number>, 'wavelengthsNm'>)[];
  /** The formula with its parameters at a wavelength (nm); absent: the model is not a formula. */
  brdfAt?(surface: Surface, wavelengthNm: number): Brdf;
  /** π f_r back towards the light. At unknown wavelengths (nm) it uses the numbers of the nearest one. */
  backscatterAt(surface: Surface, wavelengthNm: number): BackscatterTable;
  /** Whether the orientation of the surface in its plane matters. */
  isAnisotropic(surface: Surface): boolean;
  /** The model and the parameters that do not depend on the wavelength, as text on one line. */
  describe(surface: Surface): string;
  /** The surface for programs, without arrays that may have millions of numbers. */
  summarize(surface: Surface): object;
}

/** A model defined by a formula. */
export interface AnalyticModel<Surface extends { readonly model: string }, Schema extends z.ZodType>
  extends BrdfModel<Surface, Schema> {
  brdfAt(surface: Surface, wavelengthNm: number): Brdf;
}

/** An array of numbers of any rank, last index fastest. */
export interface RankedArray {
  readonly shape: readonly number[];
  readonly values: ArrayLike<number>;
}

/** Reads the array that a definition names, by the path as written there. Throws UserError if it cannot. */
export type ReadTable = (file: string) => RankedArray;

/** The model of a formula: tabulated, checked by its schema, and small enough to be shown whole. */
export function analyticModel<Surface extends { readonly model: string }, Schema extends z.ZodType>(
  facts: Omit<AnalyticModel<Surface, Schema>, 'fault' | 'backscatterAt' | 'summarize'>,
): AnalyticModel<Surface, Schema> {
  return {
    ...facts,
    fault: (surface) => definitionFault(facts.schema, facts.unresolve(surface, '')),
    backscatterAt: (surface, wavelengthNm) => tabulate(facts.brdfAt(surface, wavelengthNm)),
    summarize: (surface) => surface,
  };
}

/** The first fault that `schema` finds in a definition, as `reflectance: found X, expected Y`, or undefined. */
export function definitionFault(schema: z.ZodType, definition: unknown): string | undefined {
  const issue = schema.safeParse(definition).error?.issues[0];
  if (issue === undefined) return undefined;
  const found = issue.path.reduce((value, key) => (value as Record<PropertyKey, unknown>)?.[key], definition);
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return `${where}found ${showValue(found)}, expected ${issue.message}`;
}
