import { AbortedError } from '../../base/errors.js';
import { SectionCollector, type SectionPlace, type SectionPoints } from '../../cloud/section.js';
import { type OpenedCloud, type ReadCloudOptions, readBatches } from './opened-cloud.js';
import type { PointRecord } from './read-fields.js';

export type SectionOptions = SectionPlace & ReadCloudOptions;

/**
 * The points of a cloud, or of a range of it, between two vertical planes: their numbers, and where they are along the section.
 * 32 bytes a point of the section, besides a batch. Throws UserError for a section without length, width or height, and as
 * `OpenedCloud.batches`.
 *
 * @example
 * ```ts
 * const section = await sectionPoints(cloud, { from: [0, 0], to: [40, 10], width: 0.5 });
 * plot(section.along, section.height);
 * for await (const text of sectionCsv(cloud, section)) write(text);
 * ```
 */
export async function sectionPoints({ file }: OpenedCloud, options: SectionOptions): Promise<SectionPoints> {
  const { from, to, width, zMin, zMax } = options;
  const place = { from, to, width, ...(zMin !== undefined && { zMin }), ...(zMax !== undefined && { zMax }) };
  const collector = new SectionCollector(place);
  let { first = 0 } = options;
  for await (const batch of readBatches(file, options, ['x', 'y', 'z'])) {
    collector.add(batch, first);
    first += batch.count;
  }
  return collector.result();
}

/** Rows of a part. */
const ROWS = 4096;

/**
 * Yields the text of a section as CSV, some thousand rows at a time: a line of names with their units, then a line a point with
 * its number, its place in the section and all attributes that the file has. Throws UserError if the file cannot be read;
 * AbortedError.
 */
export async function* sectionCsv(
  cloud: OpenedCloud,
  { count, numbers, along, across }: SectionPoints,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<string> {
  const attributes = cloud.info.attributes.map(({ name, unit }) => (unit === undefined ? name : `${name} [${unit}]`));
  yield `${['number', 'along [m]', 'across [m]', ...attributes].map(cell).join(',')}\n`;
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
/** Digits that a number of 64 bits has for certain: 0.3 is not written as 0.30000000000000004. */
const DIGITS = 15;

const valueCells = (values: PointRecord['values']): string =>
  values
    .map(({ value }) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value.join(' ')))
    .join(',');

/** A name, in quotes where it needs them (RFC 4180). */
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
