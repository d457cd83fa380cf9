import { z } from 'zod';

/*
 * The part of PROJJSON (schema v0.7, https://proj.org/schemas/v0.7/projjson.schema.json) that systems of clouds need.
 * Keys unrelated to coordinates (scope, area, remarks) are allowed.
 */

const name = z.string();
const id = z.looseObject({ authority: z.string(), code: z.union([z.string(), z.number()]) }).optional();
const named = z.looseObject({ name, id });

const unit = z.union([
  z.enum(['metre', 'degree', 'unity']),
  z.looseObject({ type: z.string(), name, conversion_factor: z.number() }),
]);
export type ProjjsonUnit = z.output<typeof unit>;

/** A length or angle: in metres or degrees, or with its unit. */
const quantity = z.union([z.number(), z.looseObject({ value: z.number(), unit })]);
export type ProjjsonQuantity = z.output<typeof quantity>;

const ellipsoid = z.looseObject({
  name,
  semi_major_axis: quantity.optional(),
  semi_minor_axis: quantity.optional(),
  inverse_flattening: z.number().optional(),
  radius: quantity.optional(),
});
export type ProjjsonEllipsoid = z.output<typeof ellipsoid>;

const datum = z.looseObject({
  name,
  ellipsoid: ellipsoid.optional(),
  prime_meridian: z.looseObject({ name, longitude: quantity }).optional(),
});
export type ProjjsonDatum = z.output<typeof datum>;

const ensemble = z.looseObject({
  name,
  members: z.array(named),
  ellipsoid: ellipsoid.optional(),
  accuracy: z.string(),
});
export type ProjjsonEnsemble = z.output<typeof ensemble>;

const coordinateSystem = z.looseObject({
  subtype: z.string(),
  axis: z
    .array(z.looseObject({ name, abbreviation: z.string(), direction: z.string(), unit: unit.optional() }))
    .min(1)
    .max(3),
});
export type ProjjsonAxes = z.output<typeof coordinateSystem>;

const datumKeys = { datum: datum.optional(), datum_ensemble: ensemble.optional() };
const single = { name, ...datumKeys, coordinate_system: coordinateSystem, id };

const base = z.looseObject({ ...single, coordinate_system: coordinateSystem.optional() });
export type ProjjsonBase = z.output<typeof base>;

const conversion = z.looseObject({
  name,
  method: named,
  parameters: z
    .array(z.looseObject({ name, value: z.number(), unit: unit.optional(), id }))
    .max(64)
    .default([]),
});
export type ProjjsonConversion = z.output<typeof conversion>;

const projected = z.looseObject({
  type: z.literal('ProjectedCRS'),
  name,
  base_crs: base,
  conversion,
  coordinate_system: coordinateSystem,
  id,
});
const vertical = z.looseObject({ type: z.literal('VerticalCRS'), ...single });
const geographic = z.looseObject({ type: z.enum(['GeographicCRS', 'GeodeticCRS']), ...single });
const engineering = z.looseObject({ type: z.literal('EngineeringCRS'), ...single });
const part = z.discriminatedUnion('type', [projected, vertical, geographic, engineering]);
const compound = z.looseObject({ type: z.literal('CompoundCRS'), name, components: z.array(part).min(2).max(2), id });

/** A system as PROJJSON. */
export const projjsonSchema = z.discriminatedUnion('type', [projected, vertical, geographic, engineering, compound]);
export type Projjson = z.output<typeof projjsonSchema>;
