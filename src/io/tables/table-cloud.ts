/*
 * Clouds that are tables: a name and a type for every column, a row for every point. PLY, PCD and text files are read
 * as such; their names and units are matched with subray's attributes here.
 */
import { POINT_ATTRIBUTES, type PointAttribute } from '../../cloud/point-schema.js';
import type { NumberType } from '../records/number-type.js';
import type { RangelessNumbers, ReadableCloud } from '../records/readable-cloud.js';
import { type NumberPlace, numberColumn, type RecordColumn } from '../records/record-columns.js';
import { FULL_16_BITS, scaleOfSpan, type ValueSpan } from '../units/value-ranges.js';

/** A column by its name in the file, and its place in a record of the source. */
export interface TableField extends NumberPlace {
  name: string;
  /** The type that the file declares, where records have another; `null`: it declares none, as text. */
  declared?: NumberType | null;
  /** Ranges of intensities that the format knows, narrower ones first; absent: none. */
  known?: readonly ValueSpan[];
  /** Bits of a colour as 0x00rrggbb, as PCL packs them: three numbers in one field. */
  packed?: boolean;
}

/** A table opened for reading. */
export interface TableCloud extends ReadableCloud {
  /** Format and encoding, for display: `PCD 0.7, binary`. */
  title: string;
  /** The program that wrote it, or the text of its first comment. */
  software?: string;
  /** Its columns in order, including those unknown to subray. */
  fields: TableField[];
  /** Names of the attributes in its columns. */
  attributes: string[];
  /** Its first row, in bytes from the start of the file. */
  dataAt: number;
}

/** Other programs' names of attributes, in lower case. */
const OTHER_NAMES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  normal_x: 'nx',
  normal_y: 'ny',
  normal_z: 'nz',
  normalx: 'nx',
  normaly: 'ny',
  normalz: 'nz',
  i: 'intensity',
  time: 'gps_time',
  gpstime: 'gps_time',
  timestamp: 'gps_time',
  class: 'classification',
  label: 'classification',
  returnnumber: 'return_number',
  numberofreturns: 'number_of_returns',
  num_returns: 'number_of_returns',
  pointsourceid: 'point_source_id',
  // HELIOS++.
  fullwaveindex: 'pulse',
  hitobjectid: 'instance',
  r: 'red',
  g: 'green',
  b: 'blue',
  // CloudCompare, colours from 0 to 1.
  rf: 'red',
  gf: 'green',
  bf: 'blue',
  diffuse_red: 'red',
  diffuse_green: 'green',
  diffuse_blue: 'blue',
});

const ATTRIBUTES: ReadonlyMap<string, PointAttribute> = new Map(
  POINT_ATTRIBUTES.map((attribute) => [attribute.name, attribute]),
);

/** Names of coordinates in a map. */
const AXES_OF_MAPS: Readonly<Record<string, string>> = Object.freeze({
  ...{ easting: 'x', east: 'x', northing: 'y', north: 'y' },
  ...{ elevation: 'z', height: 'z', altitude: 'z' },
});

/** The names of columns, with x, y or z for those of a map where no column is called so. */
export function axesNamed(names: readonly string[]): readonly string[] {
  const missing = missingAxes(names);
  return names.map((name) => {
    const axis = AXES_OF_MAPS[plainName(name)];
    return axis !== undefined && missing.includes(axis) ? axis : name;
  });
}

/** Fields with such names. */
export function withAxesNamed<Field extends { readonly name: string }>(fields: readonly Field[]): Field[] {
  const names = axesNamed(fields.map(({ name }) => name));
  return fields.map((field, k) => (names[k] === field.name ? field : { ...field, name: names[k] }));
}

/** A name in lower case, without the prefix of CloudCompare and without metres or seconds behind it. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^scalar_/, '')
    .replace(/\s*(\[(m|s)\]|\((m|s)\))$/, '');

/** The attribute of a column called `name`. */
export function attributeOf(name: string): PointAttribute | undefined {
  const plain = plainName(name);
  return ATTRIBUTES.get(plain) ?? ATTRIBUTES.get(OTHER_NAMES[plain] ?? '');
}

/** The columns x, y and z that `names` lacks. */
export const missingAxes = (names: readonly string[]): string[] =>
  ['x', 'y', 'z'].filter((axis) => !names.some((name) => attributeOf(name)?.name === axis));

/** The names of the attributes that columns hold. */
export const attributeNames = (fields: readonly TableField[]): string[] => [
  ...new Set(fields.flatMap(unpacked).flatMap(({ name }) => attributeOf(name)?.name ?? [])),
];

/** The names of columns that subray does not know, and of those that repeat the meaning of an earlier one. */
export function unknownNames(fields: readonly TableField[]): string[] {
  const taken = new Set<PointAttribute>();
  return fields
    .filter((field) => {
      const fresh = freshAttributes(field, taken);
      for (const { attribute } of fresh) taken.add(attribute);
      return fresh.length === 0;
    })
    .map(({ name }) => name);
}

/** The name that two of `names` share, if it names an attribute; programs differ in the case of letters. */
export function repeatedName(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => {
    const plain = name.toLowerCase();
    if (seen.has(plain)) return attributeOf(plain) !== undefined;
    seen.add(plain);
    return false;
  });
}

/** The attributes in the records of a table; among columns with the same meaning, the first counts. */
export const tableColumns = (table: RangedTable): RecordColumn[] =>
  tablePlaces(table).flatMap(({ attribute, place }) => (attribute ? [numberColumn(attribute, place)] : []));

/** Numbers of a table: of an attribute, or of a column that subray does not know or already has under another name. */
export interface TablePlace {
  /** Its name in the file. */
  name: string;
  attribute?: PointAttribute;
  place: Required<NumberPlace>;
}

/** The columns of a table, with the ranges found for those that state none. */
type RangedTable = Pick<TableCloud, 'fields' | 'colours' | 'intensities'>;

/** All numbers in the records of a table, in the order of its columns. */
export function tablePlaces({ fields, ...ranges }: RangedTable): TablePlace[] {
  const taken = new Set<PointAttribute>();
  return fields.flatMap((field): TablePlace[] => {
    const fresh = freshAttributes(field, taken);
    const { name, type, at } = field;
    if (fresh.length === 0) return [{ name, place: { type, at, scale: 1, shift: 0 } }];
    return fresh.map(({ attribute, type, at, ...given }) => {
      taken.add(attribute);
      const found = given.scale === undefined ? rangeOf(attribute, typeOf({ type, ...given }), ranges) : undefined;
      const { scale = found?.scale ?? 1, shift = found?.shift ?? shiftOf(field) } = given;
      return { name, attribute, place: { type, at, scale, shift } };
    });
  });
}

/** The attributes of a field that no earlier one has. */
const freshAttributes = (field: TableField, taken: ReadonlySet<PointAttribute>) =>
  unpacked(field).flatMap(({ name, ...place }) => {
    const attribute = attributeOf(name);
    return attribute === undefined || taken.has(attribute) ? [] : [{ attribute, ...place }];
  });

/** The lowest byte of a packed colour is blue. */
const unpacked = (field: TableField): TableField[] =>
  field.packed ? ['blue', 'green', 'red'].map((name, k) => ({ name, type: 'u8', at: field.at + k }) as const) : [field];

/** The type that a file declares for a column; undefined: it declares none. */
const typeOf = ({ type, declared = type }: Pick<TableField, 'type' | 'declared'>): NumberType | undefined =>
  declared ?? undefined;

/** Factor and term of a colour or intensity; undefined: the numbers are the values. */
function rangeOf(
  { key }: PointAttribute,
  type: NumberType | undefined,
  { colours, intensities }: Omit<RangedTable, 'fields'>,
): { scale: number; shift?: number } | undefined {
  if (key === 'rgb') return { scale: type === 'u8' ? COLOUR_8_BITS : FULL_16_BITS / (colours?.max ?? FULL_16_BITS) };
  return key === 'intensity' && intensities?.span ? scaleOfSpan(intensities.span) : undefined;
}

/** The colours and intensities of a table without a stated range; colours of 8 bits state theirs. */
export function rangelessNumbers({ fields }: Pick<TableCloud, 'fields'>): RangelessNumbers[] {
  const taken = new Set<PointAttribute>();
  return fields.flatMap((field) =>
    freshAttributes(field, taken).flatMap(({ attribute, ...given }): RangelessNumbers[] => {
      taken.add(attribute);
      const { key } = attribute;
      const declared = typeOf(given);
      const isStated = given.scale !== undefined || (key === 'rgb' && declared === 'u8');
      if (isStated || (key !== 'rgb' && key !== 'intensity')) return [];
      return [{ key, place: { type: given.type, at: given.at }, declared, known: given.known }];
    }),
  );
}

/** HELIOS++ counts pulses from 1. */
const shiftOf = ({ name }: TableField): number => (/^fullwaveindex$/i.test(name) ? -1 : 0);

/** Factor from 255 to 65535. */
export const COLOUR_8_BITS = 257;
