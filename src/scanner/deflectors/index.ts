import { z } from 'zod';
import { conic } from './conic.js';
import type { DeflectorDescription, DeflectorModel, ShotTiming } from './deflector-kind.js';
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

/** Kinds defined by a few numbers. */
const MOVING = { spinning, polygon, line, parallel, zigzag, oscillating, conic, palmer, risley, mems };

/** Every kind of deflector. */
export const DEFLECTOR_KINDS = { ...MOVING, pattern };

/** Every YAML form of a deflector; two of them become a pattern. */
export const DEFLECTOR_DESCRIPTIONS = { ...MOVING, raster, pattern };

type Kinds = typeof DEFLECTOR_KINDS;
type Descriptions = typeof DEFLECTOR_DESCRIPTIONS;
type Description = Descriptions[keyof Descriptions];

/** Distribution of shots over angles, in SI units. Every kind is a function of the shot's number alone. */
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

/** A key of some kind that a survey may replace. */
export type OverrideKey = Description['overrides'][number];

/** Schema fields of all keys that a survey may replace, all optional. */
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

/** The field inside an optional one. */
function required(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? required(field.unwrap() as z.ZodType)
    : field;
}

/** The model of a deflector's kind. */
export const deflectorKind = <Si extends Deflector>({ kind }: Si): DeflectorModel<Si> =>
  DEFLECTOR_KINDS[kind] as unknown as DeflectorModel<Si>;

/** The description of a definition's kind. */
export const deflectorDescription = <Definition extends DeflectorDefinition>({
  kind,
}: Definition): DeflectorDescription<z.ZodType<Definition>, Deflector> =>
  DEFLECTOR_DESCRIPTIONS[kind] as unknown as DeflectorDescription<z.ZodType<Definition>, Deflector>;

/** Pulse rates that the instrument offers; empty if any rate is possible. */
export const programsOf = (definition: DeflectorDefinition) =>
  ('programs' in definition ? definition.programs : undefined) ?? [];

/** Whether a kind of this name can be simulated. */
export const isDeflectorKind = (name: unknown): boolean =>
  typeof name === 'string' && Object.hasOwn(DEFLECTOR_KINDS, name);

const NO_TIMING: ShotTiming = {
  ...{ shots: 0, duration: 0, cycle: 1, cyclePeriod: 1, pulsePeriod: 1, cycleTime: 0 },
  ...{ lead: 0, leadStep: 0, phase: 0, headRate: 0 },
};

/** Whether a deflector draws lines, each from one end to the other. */
export const hasLines = (deflector: Deflector): boolean =>
  deflectorKind(deflector).strokes(deflector, NO_TIMING, 0) !== undefined;
