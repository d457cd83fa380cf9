import type { Progress } from '../../base/log.js';
import type { PackedPoints } from '../../cloud/display/packed-points.js';
import { checkChunks, type PointChunk } from '../../io/opened/chunk-numbers.js';
import { cloudTone } from '../../io/opened/cloud-tone.js';
import type { CloudInfo } from '../../io/opened/opened-cloud.js';
import { packCloud } from '../../io/opened/pack-cloud.js';
import type { ClassesEvent } from '../classes-event.js';
import type { CloudId } from '../clouds.js';
import { emitProgress } from '../emit-progress.js';
import type { Operation } from '../operation.js';
import type { ToneEvent } from '../tone-event.js';

export type ShowCloudEvent =
  | ClassesEvent
  | ToneEvent
  | { kind: 'points'; chunk: PackedPoints }
  | { kind: 'progress'; progress: Progress };

export interface ShowCloudAsk {
  cloud: CloudId;
  /** Chunks that were drawn before and are wanted again, of 2^18 points at most; absent: all points, in new chunks. */
  chunks?: PointChunk[];
}

/** Tells the points of a cloud as a viewer draws them. Throws UserError if it cannot be read; AbortedError. */
export const showCloud: Operation<ShowCloudAsk, CloudInfo, ShowCloudEvent> = async (
  bench,
  { cloud: id, chunks },
  { signal, emit },
) => {
  const cloud = await bench.clouds.open(id);
  const onProgress = emitProgress(emit);
  if (chunks) checkChunks(cloud.file, chunks);
  const ranges = chunks?.map(({ first, count }) => ({ first, end: first + count, chunkPoints: count })) ?? [{}];
  await emit({ kind: 'classes', classes: cloud.info.names.classes });
  const tone = await cloudTone(cloud);
  await emit({ kind: 'tone', tone });
  for (const range of ranges)
    for await (const chunk of packCloud(cloud, { ...range, tone, signal, onProgress }))
      await emit({ kind: 'points', chunk });
  return cloud.info;
};
