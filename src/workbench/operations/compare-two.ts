import type { Progress } from '../../base/log.js';
import type { PointChunk } from '../../io/opened/chunk-numbers.js';
import { type ComparedPoints, comparePoints } from '../../io/opened/compare-points.js';
import type { CloudId } from '../clouds.js';
import { emitProgress } from '../emit-progress.js';
import type { Operation } from '../operation.js';

export interface CompareAsk {
  a: CloudId;
  b: CloudId;
  /** The chunks of each that are drawn. */
  chunks: { a: PointChunk[]; b: PointChunk[] };
}

/** The distance of each point of two clouds to the other one: see comparePoints. Throws UserError, AbortedError. */
export const compareTwo: Operation<CompareAsk, ComparedPoints, { kind: 'progress'; progress: Progress }> = async (
  { clouds },
  { a, b, chunks },
  { signal, emit },
) => {
  const onProgress = emitProgress(emit);
  return comparePoints(await clouds.open(a), await clouds.open(b), { chunks, signal, onProgress });
};
