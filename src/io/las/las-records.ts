import type { CloudEncoder } from '../cloud-file.js';
import type { PointEncoder } from './point-encoder.js';
import type { Vlr } from './vlr.js';

/** The point data of a LAS file: the sequence of its records, and its description in the head. */
export interface LasRecords extends Pick<CloudEncoder, 'append' | 'end'> {
  /** LAZ. */
  compressed: boolean;
  /** Records of the head that tell a reader how to decode the point data. */
  vlrs: readonly Vlr[];
}

/** Point records one after the other, made by `encoder`. */
export function plainRecords(encoder: PointEncoder): LasRecords {
  return {
    compressed: false,
    vlrs: [],
    append: (batch, buffer) =>
      buffer.appendRecords(batch.count, encoder.layout.recordLength, (view, at, first, count) =>
        encoder.encode(batch, first, count, view, at),
      ),
  };
}
