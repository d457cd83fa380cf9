import { viewOf } from '../bytes/byte-fields.js';
import { decoderOf } from '../clouds/readable-clouds.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { readValues } from '../records/record-columns.js';
import type { RecordBatch } from '../records/record-source.js';
import type { CloudField } from './cloud-attribute.js';

/**
 * Writes the values of a single-number field for the points of a batch of records to `target`, in the unit of the
 * field.
 */
export type ReadField = (batch: RecordBatch, target: Float64Array) => void;

/** A reader of a field of `cloud`. Whole numbers beyond 2^53 are rounded. */
export function fieldReader(cloud: ReadableCloud, field: CloudField): ReadField {
  const { place, bits, derived } = field;
  if (derived !== undefined) {
    const decoder = decoderOf(cloud, [derived]);
    return ({ records, count, first }, target) => {
      const columns = decoder.decode(records, count, decoder.createColumns(count), first);
      target.set(columns[derived] as Float32Array);
    };
  }
  if (bits === undefined)
    return ({ records, count }, target) => {
      readValues(place, viewOf(records), cloud.recordLength, count, target);
      if (field.isRounded) for (let i = 0; i < count; i++) target[i] = Math.round(target[i]);
    };
  const { shift, mask } = bits;
  return ({ records, count }, target) => {
    for (let i = 0, from = place.at; i < count; i++, from += cloud.recordLength)
      target[i] = (records[from] >>> shift) & mask;
  };
}

/** The value of an attribute of one point. Plain data. */
export interface PointValue {
  name: string;
  /** Several numbers: bytes that the file does not describe. */
  value: number | readonly number[];
  unit?: string;
  description?: string;
}

/** Everything in a file about one of its points. Plain data. */
export interface PointRecord {
  /** Its number in the cloud, from 0. */
  number: number;
  /** Values in the order of the file's records. */
  values: PointValue[];
}

/** A function that returns the record of a batch's first point. */
export function pointReader(cloud: ReadableCloud, fields: readonly CloudField[]): (batch: RecordBatch) => PointRecord {
  const readers = fields.map((field) => (field.length === 1 ? fieldReader(cloud, field) : undefined));
  const one = new Float64Array(1);
  return (batch) => ({
    number: batch.first,
    values: fields.map(({ name, unit, description, length, place }, k) => {
      readers[k]?.({ ...batch, count: 1 }, one);
      return {
        name,
        value: readers[k] ? one[0] : [...batch.records.subarray(place.at, place.at + length)],
        ...(unit !== undefined && { unit }),
        ...(description !== undefined && { description }),
      };
    }),
  });
}
