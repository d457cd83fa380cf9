import type { Progress } from '../../base/log.js';
import type { PackedPoints } from '../../cloud/display/packed-points.js';
import type { CloudInfo } from '../../io/opened/opened-cloud.js';
import { packCloud } from '../../io/opened/pack-cloud.js';
import type { CloudId } from '../clouds.js';
import type { Operation } from '../operation.js';

export type ShowCloudEvent = { kind: 'points'; chunk: PackedPoints } | { kind: 'progress'; progress: Progress };

/** Tells all points of a cloud as a viewer draws them. Throws UserError if it cannot be read; AbortedError. */
export const showCloud: Operation<{ cloud: CloudId }, CloudInfo, ShowCloudEvent> = async (
  bench,
  { cloud: id },
  { signal, emit },
) => {
  const cloud = await bench.clouds.open(id);
  const onProgress = (progress: Progress) => void emit({ kind: 'progress', progress });
  for await (const chunk of packCloud(cloud, { signal, onProgress })) await emit({ kind: 'points', chunk });
  return cloud.info;
};
