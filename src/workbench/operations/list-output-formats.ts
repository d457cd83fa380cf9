import { z } from 'zod';
import { FIELD_PRESETS, POINT_FIELDS } from '../../cloud/point-fields.js';
import { cloudKind } from '../../io/cloud-kinds.js';
import { CLOUD_FORMATS, type CloudFormatName } from '../../io/clouds/cloud-formats.js';
import { CLOUD_DIVISIONS } from '../../products/leg-files.js';
import type { Operation } from '../operation.js';

/** An option of a cloud to write, by its key in a survey. */
export interface OutputOption {
  key: string;
  description: string;
  /** Absent: a plain number, or none. */
  unit?: string;
  /** `choice`: one of these words and numbers; `fields`: names of fields, or one of the words; a number; yes or no. */
  kind: 'choice' | 'fields' | 'number' | 'flag';
  choices?: (string | number)[];
  /** Limits of a number, which may be reached. */
  min?: number;
  max?: number;
}

/** A format of clouds. */
export interface OutputFormat {
  name: CloudFormatName;
  /** Name, such as `LAZ, compressed LAS`. */
  title: string;
  /** Of its paths, with the dot; the usual one first. */
  endings: readonly string[];
  options: OutputOption[];
}

/** The formats in which clouds are written. */
export interface OutputFormats {
  formats: OutputFormat[];
  /** Words for `fields`, and the names of single ones. */
  presets: readonly string[];
  fields: string[];
  /** Divisions of files. */
  divisions: readonly string[];
}

/** Lists the formats in which surveys write clouds, with their options. */
export const listOutputFormats: Operation<Record<string, never>, OutputFormats> = async () => ({
  formats: (Object.keys(CLOUD_FORMATS) as CloudFormatName[]).map(formatOf),
  presets: FIELD_PRESETS,
  fields: POINT_FIELDS.map(({ name }) => name),
  divisions: CLOUD_DIVISIONS,
});

function formatOf(name: CloudFormatName): OutputFormat {
  const { title, about, endings } = cloudKind(name);
  const options = Object.entries(CLOUD_FORMATS[name].options as Record<string, z.ZodOptional>);
  return {
    name,
    title: about === undefined ? title : `${title}, ${about}`,
    endings,
    options: options.map(([key, field]) => optionOf(key, field)),
  };
}

/** An option as its schema describes it, the unit in brackets behind the words. */
function optionOf(key: string, field: z.ZodOptional): OutputOption {
  const inner = field.unwrap() as z.ZodType;
  const described = z.globalRegistry.get(field)?.description ?? z.globalRegistry.get(inner)?.description ?? key;
  const [, description, unit] = /^(.*?)(?: \[(.+)\])?$/.exec(described) as unknown as [string, string, string?];
  return { key, description, ...(unit !== undefined && { unit }), ...kindOf(z.toJSONSchema(inner)) };
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

function kindOf({
  type,
  enum: words,
  const: only,
  anyOf,
  minimum,
  maximum,
}: JsonSchema): Omit<OutputOption, 'key' | 'description'> {
  if (words !== undefined || only !== undefined)
    return { kind: 'choice', choices: (words ?? [only]) as (string | number)[] };
  if (type === 'boolean') return { kind: 'flag' };
  const limits = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
  if (type === 'number' || type === 'integer') return { kind: 'number', ...limits };
  const some = (anyOf ?? []) as JsonSchema[];
  if (some.some((one) => one.type === 'array')) return { kind: 'fields' };
  return { kind: 'choice', choices: some.flatMap((one) => kindOf(one).choices ?? []) };
}
