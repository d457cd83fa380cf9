import { UserError } from '../../base/errors.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import type { CloudField } from './cloud-attribute.js';
import { type ReadCloudOptions, readRange } from './opened-cloud.js';
import { fieldReader } from './read-fields.js';

/** Points `first` … `first + count − 1` of a cloud, such as those of `PackedPoints`. */
export interface PointChunk {
  first: number;
  count: number;
}

/** Throws UserError unless the chunks are in the cloud's order, one behind the other, and in the cloud. */
export function checkChunks({ path, pointCount }: ReadableCloud, chunks: readonly PointChunk[]): void {
  let before = 0;
  for (const { first, count } of chunks) {
    if (!(Number.isInteger(first) && Number.isInteger(count) && first >= before && count >= 0))
      throw new UserError(`found a chunk of ${count} points from ${first} on, expected it behind point ${before}`, {
        place: { file: path },
        hint: 'chunks are in the order of the cloud, and share no points',
      });
    before = first + count;
  }
  if (before > pointCount)
    throw new UserError(`found chunks up to point ${before}, expected ${pointCount} at most`, {
      place: { file: path },
    });
}

/** Yields the numbers of a field for one chunk after the other, in the order of the cloud. Throws as `readRange`. */
export async function* readChunkNumbers(
  cloud: ReadableCloud,
  field: CloudField,
  chunks: readonly PointChunk[],
  options: Pick<ReadCloudOptions, 'signal' | 'onProgress'>,
): AsyncGenerator<Float64Array> {
  const wanted = chunks.filter(({ count }) => count > 0);
  const last = wanted.at(-1);
  if (!last) {
    for (const _ of chunks) yield new Float64Array();
    return;
  }
  const read = fieldReader(cloud, field);
  let tile = new Float64Array();
  let [k, filled] = [0, 0];
  let numbers = new Float64Array(chunks[0].count);
  for await (const batch of readRange(cloud, { ...options, first: wanted[0].first, end: last.first + last.count })) {
    if (tile.length < batch.count) tile = new Float64Array(batch.count);
    read(batch, tile.subarray(0, batch.count));
    const end = batch.first + batch.count;
    while (k < chunks.length && chunks[k].first < end) {
      const { first, count } = chunks[k];
      const from = first + filled;
      const to = Math.min(end, first + count);
      numbers.set(tile.subarray(from - batch.first, to - batch.first), filled);
      filled = to - first;
      if (filled < count) break;
      yield numbers;
      [k, filled] = [k + 1, 0];
      if (k < chunks.length) numbers = new Float64Array(chunks[k].count);
    }
  }
  for (; k < chunks.length; k++) yield new Float64Array();
}
