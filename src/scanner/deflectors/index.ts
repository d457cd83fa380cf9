import { z } from 'zod';
import { conic } from './conic.js';
import type { DeflectorDescription, DeflectorModel } from './deflector-kind.js';
import { deflectorFields } from './fields.js';
import { line } from './line.js';
import { mems } from './mems.js';
import { oscillating } from './oscillating.js';
import { palmer } from './palmer.js';
import { parallel } from './parallel.js';
import { pattern } from './pattern.js';
import { polygon } from './polygon.js';
import { raster } from './raster.js';
import { risley } from './risley.js';
import { spinning } from './spinning.js';
import { zigzag } from './zigzag.js';

/** Kinds that follow from a few numbers. */
const MOVING = { spinning, polygon, line, parallel, zigzag, oscillating, conic, palmer, risley, mems };

/** Every kind of deflector. */
export const DEFLECTOR_KINDS = { ...MOVING, pattern };

/** Every way to write one down: two of them end in a pattern. */
export const DEFLECTOR_DESCRIPTIONS = { ...MOVING, raster, pattern };

type Kinds = typeof DEFLECTOR_KINDS;
type Descriptions = typeof DEFLECTOR_DESCRIPTIONS;
type Description = Descriptions[keyof Descriptions];

/** How a deflector spreads shots over angles, in SI units; every kind is a function of the shot's number alone. */
export type Deflector = ReturnType<Kinds[keyof Kinds]['resolve']>;

const DESCRIPTIONS: readonly Description[] = Object.values(DEFLECTOR_DESCRIPTIONS);
const SCHEMAS = DESCRIPTIONS.map(({ schema }) => schema) as [Description['schema'], ...Description['schema'][]];

/** A description of any kind: angles in degrees. */
export const deflectorSchema = z
  .discriminatedUnion('kind', SCHEMAS, {
    error: `a map whose kind is one of: ${Object.keys(DEFLECTOR_DESCRIPTIONS).join(', ')}`,
  })
  .describe('How the pulses are spread');

export type DeflectorDefinition = z.output<typeof deflectorSchema>;

/** A key that a survey may replace of some kind. */
export type OverrideKey = Description['overrides'][number];

/** Schema fields of all keys that a survey may replace, none required. */
export const deflectorOverrides = overrideFields();

function overrideFields(): Record<OverrideKey, z.ZodOptional<z.ZodNumber>> {
  const named = DESCRIPTIONS.flatMap(({ overrides, schema }) =>
    overrides.map((key) => [key, required((schema.shape as Record<string, z.ZodType>)[key]).optional()] as const),
  );
  const fields = Object.fromEntries(named);
  // Messages name the keys in this order.
  const keys = [...new Set([...Object.keys(deflectorFields), ...Object.keys(fields)])].filter((key) => key in fields);
  return Object.fromEntries(keys.map((key) => [key, fields[key]])) as ReturnType<typeof overrideFields>;
}

/** The field itself of one that may be absent. */
function required(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? required(field.unwrap() as z.ZodType)
    : field;
}

/** What a deflector does. */
export const kindOf = <Si extends Deflector>({ kind }: Si): DeflectorModel<Si> =>
  DEFLECTOR_KINDS[kind] as unknown as DeflectorModel<Si>;

/** How a definition is read. */
export const descriptionOf = <Definition extends DeflectorDefinition>({
  kind,
}: Definition): DeflectorDescription<z.ZodType<Definition>, Deflector> =>
  DEFLECTOR_DESCRIPTIONS[kind] as unknown as DeflectorDescription<z.ZodType<Definition>, Deflector>;

/** Pulse rates that the instrument offers; none where any is possible. */
export const programsOf = (definition: DeflectorDefinition) =>
  ('programs' in definition ? definition.programs : undefined) ?? [];

/** Whether a kind of this name can be simulated. */
export const isDeflectorKind = (name: unknown): boolean =>
  typeof name === 'string' && Object.hasOwn(DEFLECTOR_KINDS, name);
