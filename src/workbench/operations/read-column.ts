import type { PointChunk } from '../../io/opened/chunk-numbers.js';
import { type ValueColumn, valueColumn } from '../../io/opened/value-column.js';
import type { CloudId } from '../clouds.js';
import type { Operation } from '../operation.js';

export interface ReadColumnAsk {
  cloud: CloudId;
  /** Name of an attribute of the cloud. */
  attribute: string;
  /** The chunks that are drawn. */
  chunks: PointChunk[];
}

/** An attribute of a cloud for its drawn points: see valueColumn. Throws UserError if it has none; AbortedError. */
export const readColumn: Operation<ReadColumnAsk, ValueColumn> = async (
  bench,
  { cloud, attribute, chunks },
  { signal },
) => valueColumn(await bench.clouds.open(cloud), attribute, { chunks, signal });
