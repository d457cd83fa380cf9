import type { z } from 'zod';
import type { BareSurvey } from '../survey/bare-survey.js';
import type { Reading } from '../survey/resolve/reading.js';
import { boxes } from './boxes.js';
import { clouds } from './clouds.js';
import { frames } from './frames.js';
import { labels } from './labels.js';
import { poses } from './poses.js';
import {
  type NamedProduct,
  type Need,
  type Product,
  type ProductContext,
  type ProductFile,
  pointsIn,
  type RunCounts,
} from './product.js';
import { pulses } from './pulses.js';
import { sensors } from './sensors.js';
import { tracks } from './tracks.js';
import { trajectories } from './trajectories.js';
import { trees } from './trees.js';
import { waveforms } from './waveforms.js';

/** The products of a run: the one place that lists them. */
const LISTED = [clouds, frames, waveforms, pulses, trajectories, tracks, labels, trees, boxes, poses, sensors] as const;

type Named = Extract<(typeof LISTED)[number], { key: string }>;
type Joined<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never;

/** The keys of a survey for its products. */
export type ProductKey = Named['key'];

/** The parts of a survey that describe its products. */
export type ProductSections = Joined<Named['none']>;

/** The parts of a run's report about its products. */
export type ProductReport = Joined<Parameters<Named['written']>[0]>;

/** A named product, whichever it is. */
interface AnyNamed
  extends Omit<NamedProduct<ProductKey, z.ZodType, ProductSections, ProductReport>, 'none' | 'resolve'> {
  none: Partial<ProductSections>;
  resolve(
    reading: Reading,
    given: unknown,
    context: ProductContext,
  ): Partial<ProductSections> | Promise<Partial<ProductSections>>;
}

export const PRODUCTS: readonly Product<ProductSections>[] = LISTED;

export const NAMED_PRODUCTS: readonly AnyNamed[] = LISTED.filter((product): product is Named => 'key' in product);

export const PRODUCT_KEYS: readonly ProductKey[] = NAMED_PRODUCTS.map(({ key }) => key);

type ProductFields = { [Each in Named as Each['key']]: z.ZodOptional<Each['schema']> };

/** The keys of products as a schema has them. */
export const PRODUCT_FIELDS = Object.fromEntries(
  NAMED_PRODUCTS.map(({ key, schema }) => [key, schema.optional()]),
) as unknown as ProductFields;

/** The keys of products, as their schemas leave them. */
export type ProductDefinitions = { [Key in ProductKey]?: z.output<ProductFields[Key]> };

/** The sections of all products. Notes faults. */
export async function resolveProducts(
  reading: Reading,
  definitions: ProductDefinitions,
  context: ProductContext,
): Promise<ProductSections> {
  const sections = {};
  for (const { key, none, resolve } of NAMED_PRODUCTS) {
    const given = definitions[key];
    Object.assign(sections, given === undefined ? none : await resolve(reading, given, context));
  }
  return sections as ProductSections;
}

/** Notes contradictions between products and the rest of the survey. */
export function checkProducts(
  reading: Reading,
  definitions: ProductDefinitions,
  survey: Omit<BareSurvey, 'file' | 'scene'> & ProductSections,
): void {
  for (const { key, checkWithRest } of NAMED_PRODUCTS)
    if (definitions[key] !== undefined) checkWithRest?.(reading, definitions[key], survey);
}

/** The files that a survey writes under a name each. */
export const productFiles = (survey: BareSurvey & ProductSections): ProductFile[] =>
  PRODUCTS.flatMap((product) => product.files(survey));

/** Data that a run makes for the products of a survey besides points. */
export const needsOf = (survey: ProductSections): Need[] => [
  ...new Set(PRODUCTS.flatMap((product) => product.needs?.(survey) ?? [])),
];

/** Whether some product of a survey has the classes of points. */
export const haveClasses = (survey: ProductSections): boolean =>
  PRODUCTS.some((product) => product.classes?.(survey) === true);

/** Nanoseconds of one core for making a point of a return, whatever it is written to. */
const NANOSECONDS_PER_POINT = 180;

/** Seconds of one core for making points and all files of a survey, an estimate. */
export const productSeconds = (survey: BareSurvey & ProductSections, counts: RunCounts): number =>
  PRODUCTS.reduce(
    (sum, product) => sum + (product.seconds?.(survey, counts) ?? 0),
    pointsIn(counts) * NANOSECONDS_PER_POINT * 1e-9,
  );

/** Bytes of all files of a survey, an estimate. */
export const productBytes = (survey: BareSurvey & ProductSections, counts: RunCounts): number =>
  PRODUCTS.reduce((sum, product) => sum + product.bytes(survey, counts), 0);
