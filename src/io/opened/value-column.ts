import { UserError } from '../../base/errors.js';
import type { OnProgress } from '../../base/log.js';
import { type DisplayOrder, displayOrder } from '../../cloud/display/display-order.js';
import { CHUNK_POINTS } from '../../cloud/display/packed-points.js';
import {
  countCodes,
  encodeValues,
  HISTOGRAM_BINS,
  NO_VALUE,
  SpreadFinder,
  scaleOfSpread,
  type ValueScale,
  type ValueSpread,
} from '../../cloud/display/value-scale.js';
import type { PointRange } from '../clouds/read-points.js';
import { type Category, CategoryCounter, namesOfAttribute } from './category.js';
import { checkChunks, type PointChunk, readChunkNumbers } from './chunk-numbers.js';
import { attributeOfField, type CloudAttribute, type CloudField } from './cloud-attribute.js';
import { cloudFields } from './cloud-fields.js';
import type { OpenedCloud } from './opened-cloud.js';

/** A number of 16 bits for every point of some chunks, each in the order in which it is drawn. Plain data. */
interface ColumnOfChunks {
  attribute: CloudAttribute;
  /** One array for each requested chunk; an array belongs in the upper halves of the words 4 of its `PackedPoints`. */
  chunks: Uint16Array<ArrayBuffer>[];
}

/** A quantity: codes are places on `scale`, or NO_VALUE. */
export interface NumberColumn extends ColumnOfChunks, ValueSpread {
  kind: 'numbers';
  scale: ValueScale;
  /** Points in each of 256 equal parts of the scale; points beyond it are counted in its end parts. */
  histogram: Float64Array<ArrayBuffer>;
}

/** Names: codes are places in `categories`. */
export interface CategoryColumn extends ColumnOfChunks {
  kind: 'categories';
  /** Categories from the least number to the greatest; exact. */
  categories: Category[];
}

export type ValueColumn = NumberColumn | CategoryColumn;

export interface ValueColumnOptions extends PointRange {
  /** Absent: chunks of 2^18 points from `first` to `end`. */
  chunks?: readonly PointChunk[];
  /** Absent: all numbers, unless outliers would leave too few codes to the others. */
  scale?: ValueScale;
  /** Maximum of numbers held in memory, 8 bytes each; the cloud is read twice if there are more. Absent: 2^24. */
  heldMax?: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

const HELD_MAX = 2 ** 24;

/**
 * An attribute of `cloud.info.attributes` as 16 bits a point: a quantity with its scale, limits and histogram, or the
 * names that points have, counted. Codes of more than 65,535 different numbers, such as those of pulses, are
 * quantities. Reads the cloud once; twice where the chunks have more than `heldMax` points. Throws UserError for an
 * attribute or chunks that the cloud does not have; AbortedError.
 *
 * @example
 * ```ts
 * const range = await valueColumn(cloud, 'range', { chunks });
 * const classes = await valueColumn(cloud, 'classification', { chunks });
 * ```
 */
export async function valueColumn(
  { file, info }: OpenedCloud,
  attribute: string,
  {
    first = 0,
    end = file.pointCount,
    chunks = chunksOf(first, end),
    scale,
    heldMax = HELD_MAX,
    signal,
    onProgress,
  }: ValueColumnOptions = {},
): Promise<ValueColumn> {
  const field = fieldNamed(cloudFields(file), attribute, file.path);
  checkChunks(file, chunks);
  const total = chunks.reduce((sum, { count }) => sum + count, 0);
  const read = () => readChunkNumbers(file, field, chunks, { signal, onProgress });
  const found = await lookAt(read(), field.isCode, total, heldMax);
  const about = { attribute: attributeOfField(field) };
  const numbers = found.held ?? read();
  const names = namesOfAttribute(info.names, field.name);
  const categories = found.counter?.result(names);
  return categories
    ? { kind: 'categories', ...about, chunks: await categoryCodes(numbers, categories), categories }
    : {
        kind: 'numbers',
        ...about,
        ...found.spread,
        ...(await numberCodes(numbers, scale ?? scaleOfSpread(found.spread))),
      };
}

/** Chunks of 2^18 points from `first` to `end`. */
export const chunksOf = (first: number, end: number): PointChunk[] =>
  Array.from({ length: Math.ceil(Math.max(0, end - first) / CHUNK_POINTS) }, (_, k) => {
    const at = first + k * CHUNK_POINTS;
    return { first: at, count: Math.min(CHUNK_POINTS, end - at) };
  });

/** The single-number field of a name. Throws UserError if there is none. */
export function fieldNamed(fields: readonly CloudField[], name: string, path: string): CloudField {
  const found = fields.find((field) => field.name === name && field.length === 1);
  if (found) return found;
  const known = fields.filter(({ length }) => length === 1).map((field) => field.name);
  throw new UserError(`asked for ${name}, found ${known.join(', ')}`, { place: { file: path } });
}

/**
 * The distribution of all numbers, their counts by value if these are wanted and possible, and the numbers themselves
 * if they are few.
 */
async function lookAt(chunks: AsyncIterable<Float64Array>, areCodes: boolean, total: number, heldMax: number) {
  const spread = new SpreadFinder(total);
  const held: Float64Array[] | undefined = total <= heldMax ? [] : undefined;
  let counter = areCodes ? new CategoryCounter() : undefined;
  for await (const numbers of chunks) {
    spread.add(numbers);
    counter?.add(numbers);
    if (counter && counter.size > NO_VALUE) counter = undefined;
    held?.push(numbers);
  }
  return { spread: spread.result(), counter, held };
}

type Chunks = AsyncIterable<Float64Array> | Iterable<Float64Array>;

async function numberCodes(
  numbers: Chunks,
  scale: ValueScale,
): Promise<Pick<NumberColumn, 'chunks' | 'scale' | 'histogram'>> {
  const histogram = new Float64Array(HISTOGRAM_BINS);
  const chunks: Uint16Array<ArrayBuffer>[] = [];
  for await (const part of numbers) {
    const codes = encodeValues(part, scale, displayOrder(part.length));
    countCodes(histogram, codes);
    chunks.push(codes);
  }
  return { chunks, scale, histogram };
}

async function categoryCodes(numbers: Chunks, categories: readonly Category[]): Promise<Uint16Array<ArrayBuffer>[]> {
  const codeOf = new Map(categories.map(({ number }, code) => [number, code]));
  const chunks: Uint16Array<ArrayBuffer>[] = [];
  for await (const part of numbers) chunks.push(codesOf(part, codeOf, displayOrder(part.length)));
  return chunks;
}

/** Neighbours mostly have the same number. */
function codesOf(
  numbers: Float64Array,
  codeOf: ReadonlyMap<number, number>,
  { count, inverse }: DisplayOrder,
): Uint16Array<ArrayBuffer> {
  const codes = new Uint16Array(count);
  let [number, code] = [Number.NaN, NO_VALUE];
  for (let record = 0, k = 0; record < count; record++) {
    if (numbers[record] !== number) {
      number = numbers[record];
      code = codeOf.get(number) ?? NO_VALUE;
    }
    codes[k] = code;
    k += inverse;
    if (k >= count) k -= count;
  }
  return codes;
}
