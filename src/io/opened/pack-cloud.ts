import type { IntensityTone } from '../../cloud/display/intensity-tone.js';
import { DISPLAYED_KEYS, PointPacker } from '../../cloud/display/pack-points.js';
import type { PackedPoints } from '../../cloud/display/packed-points.js';
import { decoderOf } from '../clouds/readable-clouds.js';
import { cloudTone } from './cloud-tone.js';
import { type OpenedCloud, type ReadCloudOptions, readRange } from './opened-cloud.js';

export interface PackCloudOptions extends ReadCloudOptions {
  /** Tone of the intensities; absent: `cloudTone(cloud)`. */
  tone?: IntensityTone;
  /** Points of a chunk at most; absent: 2^18, and never more. */
  chunkPoints?: number;
}

/**
 * Yields the points of a cloud, or of a range of it, packed for a viewer. Reads only the attributes to draw, a batch at
 * a time in the same memory. Throws as `OpenedCloud.batches`.
 */
export async function* packCloud(cloud: OpenedCloud, options: PackCloudOptions = {}): AsyncGenerator<PackedPoints> {
  const { file } = cloud;
  const { first = 0, tone = await cloudTone(cloud), chunkPoints } = options;
  const packer = new PointPacker({ first, tone, chunkPoints });
  const decoder = decoderOf(file, DISPLAYED_KEYS);
  let columns = decoder.createColumns(0);
  let room = 0;
  for await (const { records, count, first: at } of readRange(file, options)) {
    if (count > room) {
      columns = decoder.createColumns(count);
      room = count;
    }
    yield* packer.add(decoder.decode(records, count, columns, at));
  }
  const rest = packer.flush();
  if (rest) yield rest;
}
