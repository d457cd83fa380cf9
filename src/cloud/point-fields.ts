import type { OptionalKey, PointKey } from './point-batch.js';
import { OPTIONAL_KEYS } from './point-batch.js';
import { POINT_ATTRIBUTES, type PointAttribute } from './point-schema.js';

/** A choice of a point's attributes: one, or several that belong together. Coordinates are always present. */
export interface PointField {
  /** The name of its attribute, or of the group. */
  name: string;
  /** The array of a batch that holds it. */
  key: PointKey;
}

/** Names of attributes that are chosen together. */
const GROUP_NAMES: Readonly<Partial<Record<PointKey, string>>> = Object.freeze({
  normal: 'normal',
  truePosition: 'true_position',
  velocity: 'velocity',
  rgb: 'rgb',
});

const COORDINATES: readonly PointKey[] = ['x', 'y', 'z'];

/** All fields, in the order of their attributes. */
export const POINT_FIELDS: readonly PointField[] = Object.freeze(
  POINT_ATTRIBUTES.filter(({ key, component }) => component === 0 && !COORDINATES.includes(key)).map(
    ({ name, key }) => ({ name: GROUP_NAMES[key] ?? name, key }),
  ),
);

/**
 * Presets of fields. minimal: the intensity alone; standard: all that the cloud has, in as many bytes as they need;
 * all: the same in full width; riegl: the extra bytes of RIEGL's software.
 */
export const FIELD_PRESETS = Object.freeze(['minimal', 'standard', 'all', 'riegl'] as const);
export type FieldPreset = (typeof FIELD_PRESETS)[number];

/** The fields of a file: a preset, or names of fields and of presets. */
export type FieldChoice = FieldPreset | string[];

/** An option that chooses fields; absent: standard. */
export interface ChosenFields {
  fields?: FieldChoice;
}

const FIELDS_OF_PRESET: Readonly<Record<FieldPreset, readonly string[]>> = Object.freeze({
  minimal: ['intensity'],
  standard: POINT_FIELDS.map(({ name }) => name),
  all: POINT_FIELDS.map(({ name }) => name),
  riegl: ['amplitude_db', 'reflectance_db', 'deviation'],
});

const isPreset = (name: string): name is FieldPreset => (FIELD_PRESETS as readonly string[]).includes(name);

const wordsOf = ({ fields = 'standard' }: ChosenFields): readonly string[] =>
  typeof fields === 'string' ? [fields] : fields;

/** Whether a choice contains `preset`. */
export const choosesPreset = (choice: ChosenFields, preset: FieldPreset): boolean => wordsOf(choice).includes(preset);

/** The fields that a choice names, one by one or by `riegl`; the other presets have only what there is. */
export const namedFields = (choice: ChosenFields): PointField[] => {
  const words = wordsOf(choice).flatMap((word) => (word === 'riegl' ? FIELDS_OF_PRESET.riegl : [word]));
  return POINT_FIELDS.filter(({ name }) => words.includes(name));
};

/** A cloud with these optional arrays besides those that all clouds of subray have. */
interface CloudContent {
  optional?: readonly OptionalKey[];
  /** Standard arrays that it lacks: it comes from another program. */
  lacking?: readonly PointKey[];
}

/**
 * The fields of a file of this cloud, as chosen, in the order of the table. Fields that the cloud lacks are left out.
 */
export function fieldsOf({ optional = [], lacking = [] }: CloudContent, choice: ChosenFields = {}): PointField[] {
  const absent = new Set<PointKey>([...OPTIONAL_KEYS.filter((key) => !optional.includes(key)), ...lacking]);
  const names = new Set(wordsOf(choice).flatMap((word) => (isPreset(word) ? FIELDS_OF_PRESET[word] : [word])));
  return POINT_FIELDS.filter(({ name, key }) => names.has(name) && !absent.has(key));
}

/**
 * The attributes of a file of this cloud: coordinates, and the attributes of the chosen fields, in the order of the
 * table.
 */
export function attributesOf(cloud: CloudContent, choice: ChosenFields = {}): PointAttribute[] {
  const keys = new Set<PointKey>([...COORDINATES, ...fieldsOf(cloud, choice).map(({ key }) => key)]);
  return POINT_ATTRIBUTES.filter(({ key }) => keys.has(key));
}
