import type { CloudEncoder } from '../cloud-file.js';
import type { PointEncoder } from './point-encoder.js';
import type { Vlr } from './vlr.js';

/** The point data of a LAS file: how records follow each other, and what the head says of it. */
export interface LasRecords extends Pick<CloudEncoder, 'append' | 'end'> {
  /** LAZ. */
  compressed: boolean;
  /** Records of the head that tell a reader how to take the point data apart. */
  vlrs: readonly Vlr[];
}

/** Point records one after the other, as `encoder` makes them. */
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
