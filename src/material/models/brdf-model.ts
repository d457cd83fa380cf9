import type { z } from 'zod';
import { showValue } from '../../base/yaml/faults.js';
import type { BackscatterTable } from '../backscatter-table.js';
import type { Brdf } from '../brdf.js';
import type { Spectrum } from '../spectrum/spectrum.js';
import { tabulate } from '../tabulate.js';

/**
 * All facts about one model of scattering. A file of this folder exports one such object, `index.ts` lists them, and
 * the rest of the program asks the list. `Surface` is a scattering of this model: angles in radians, wavelengths in
 * nanometres. `Schema` checks the same as YAML has it (its definition): angles in degrees.
 */
export interface BrdfModel<Surface extends { readonly model: string }, Schema extends z.ZodType> {
  /** The name that `model` has in YAML and in `Surface`. */
  readonly name: Surface['model'];
  readonly schema: Schema;
  /**
   * Definitions from plain to the limits of the parameters: white, rough, smooth, over the wavelength. Tests hold each
   * of them to the laws of physics. Lobes are at least some 10° wide, so that a sum over directions is their integral.
   */
  readonly examples: readonly [z.input<Schema>, ...z.input<Schema>[]];
  /**
   * The surface of a definition that has passed the schema. `readTable` reads the arrays that it names. Throws
   * UserError where such an array cannot be used.
   */
  resolve(definition: z.output<Schema>, readTable: ReadTable): Surface;
  /**
   * The definition of a surface, the inverse of `resolve`. An array that is too large for YAML is named `tableFile`.
   * Accepts any value for a parameter and passes on what it cannot convert, for the schema to find.
   */
  unresolve(surface: Surface, tableFile: string): z.input<Schema>;
  /** What keeps an object that a program has put together from being a surface: `reflectance: found X, expected Y`. */
  fault(surface: Surface): string | undefined;
  /** Everything that depends on the wavelength; the surface is known where all of these are. */
  spectra(surface: Surface): readonly (number | Pick<Exclude<Spectrum, number>, 'wavelengthsNm'>)[];
  /** The formula with its parameters at a wavelength (nm); absent: the model is not a formula. */
  brdfAt?(surface: Surface, wavelengthNm: number): Brdf;
  /**
   * π f_r back to where the light comes from. At wavelengths (nm) that are not known the nearest one's numbers are
   * taken.
   */
  backscatterAt(surface: Surface, wavelengthNm: number): BackscatterTable;
  /** Whether it matters how the surface lies in its plane. */
  isAnisotropic(surface: Surface): boolean;
  /** The model and the parameters that do not depend on the wavelength, for people, on one line. */
  describe(surface: Surface): string;
  /** The surface for programs, without arrays that may have millions of numbers. */
  summarize(surface: Surface): object;
}

/** A model that is a formula. */
export interface AnalyticModel<Surface extends { readonly model: string }, Schema extends z.ZodType>
  extends BrdfModel<Surface, Schema> {
  brdfAt(surface: Surface, wavelengthNm: number): Brdf;
}

/** An array of numbers of any rank, last index fastest. */
export interface NumberArray {
  readonly shape: readonly number[];
  readonly values: ArrayLike<number>;
}

/** Reads the array that a definition names, by the path as it is written there. Throws UserError where it cannot. */
export type ReadTable = (file: string) => NumberArray;

/** The model of a formula: it is tabulated, checked by its schema, and small enough to be shown whole. */
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

/**
 * The first fault that `schema` finds in a definition, as `reflectance: found X, expected Y`; undefined where it finds
 * none.
 */
export function definitionFault(schema: z.ZodType, definition: unknown): string | undefined {
  const issue = schema.safeParse(definition).error?.issues[0];
  if (issue === undefined) return undefined;
  const found = issue.path.reduce((value, key) => (value as Record<PropertyKey, unknown>)?.[key], definition);
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return `${where}found ${showValue(found)}, expected ${issue.message}`;
}
