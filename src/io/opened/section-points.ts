import { AbortedError } from '../../base/errors.js';
import { joinArrays } from '../../base/join-arrays.js';
import { quotedCell } from '../../base/text.js';
import { SectionCollector, type SectionPlace, type SectionPoints } from '../../cloud/section.js';
import { decoderOf } from '../clouds/readable-clouds.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { RecordBatch } from '../records/record-source.js';
import { cloudFields } from './cloud-fields.js';
import { type OpenedCloud, type ReadCloudOptions, readRange } from './opened-cloud.js';
import { fieldReader, type PointRecord } from './read-fields.js';
import { fieldNamed } from './value-column.js';

export interface SectionOptions extends SectionPlace, ReadCloudOptions {
  /** Names of the requested attributes. */
  attributes?: readonly string[];
}

/** The points of a section with their values of the requested attributes. Plain data. */
export interface ValuedSection extends SectionPoints {
  /** Values by name, in the order of the points. */
  values: Record<string, Float64Array<ArrayBuffer>>;
}

/**
 * The points of a cloud, or of a range of it, between two vertical planes: their numbers, their places along the
 * section, and their requested attributes. Takes 32 bytes a point of the section and 8 an attribute, besides a batch.
 * Throws UserError for a section without length, width or height, for attributes that the cloud does not have, and as
 * `OpenedCloud.batches`.
 *
 * @example
 * ```ts
 * const attributes = ['classification'];
 * const section = await sectionPoints(cloud, { from: [0, 0], to: [40, 10], width: 0.5, attributes });
 * plot(section.along, section.height, section.values.classification);
 * for await (const text of sectionCsv(cloud, section)) write(text);
 * ```
 */
export async function sectionPoints({ file }: OpenedCloud, options: SectionOptions): Promise<ValuedSection> {
  const { from, to, width, zMin, zMax, attributes = [] } = options;
  const place = { from, to, width, ...(zMin !== undefined && { zMin }), ...(zMax !== undefined && { zMax }) };
  const collector = new SectionCollector(place);
  const columns = attributes.map((name) => new AttributeOfSome(file, name));
  const decoder = decoderOf(file, ['x', 'y', 'z']);
  for await (const batch of readRange(file, options)) {
    const { records, count, first } = batch;
    const found = collector.add(decoder.decode(records, count, decoder.createColumns(count), first), first);
    if (found.length > 0) for (const column of columns) column.add(batch, found);
  }
  return {
    ...collector.result(),
    values: Object.fromEntries(columns.map(({ name, all }) => [name, joinArrays(Float64Array, all)])),
  };
}

/** Values of an attribute of some points of each batch. */
class AttributeOfSome {
  readonly name: string;
  readonly all: Float64Array[] = [];
  private readonly read: (batch: RecordBatch, target: Float64Array) => void;

  /** Throws UserError if the cloud has no such attribute. */
  constructor(file: ReadableCloud, name: string) {
    this.name = name;
    this.read = fieldReader(file, fieldNamed(cloudFields(file), name, file.path));
  }

  /** `numbers`: the points' numbers in the cloud. */
  add(batch: RecordBatch, numbers: Float64Array): void {
    const values = new Float64Array(batch.count);
    this.read(batch, values);
    this.all.push(numbers.map((number) => values[number - batch.first]));
  }
}

/** Rows of a part. */
const ROWS = 4096;

/**
 * Yields the text of a section as CSV, some thousand rows at a time: a line of names with their units, then a line a
 * point with its number, its place in the section and all attributes in the file. Throws UserError if the file cannot
 * be read; AbortedError.
 */
export async function* sectionCsv(
  cloud: OpenedCloud,
  { count, numbers, along, across }: SectionPoints,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<string> {
  const attributes = cloud.info.attributes.map(({ name, unit }) => (unit === undefined ? name : `${name} [${unit}]`));
  yield `${['number', 'along [m]', 'across [m]', ...attributes].map(quotedCell).join(',')}\n`;
  for (let from = 0; from < count; from += ROWS) {
    if (signal?.aborted) throw new AbortedError();
    const end = Math.min(count, from + ROWS);
    const records = await cloud.records(numbers.subarray(from, end));
    const rows = records.map(
      ({ number, values }, k) =>
        `${number},${along[from + k].toFixed(LENGTH_DECIMALS)},${across[from + k].toFixed(LENGTH_DECIMALS)},${valueCells(values)}\n`,
    );
    yield rows.join('');
  }
}

/** 0.1 mm, as in clouds of text. */
const LENGTH_DECIMALS = 4;
/** Digits that a number of 64 bits always holds: 0.3 is not written as 0.30000000000000004. */
const DIGITS = 15;

const valueCells = (values: PointRecord['values']): string =>
  values
    .map(({ value }) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value.join(' ')))
    .join(',');
