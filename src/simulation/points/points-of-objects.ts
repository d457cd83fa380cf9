import type { PointBatch } from '../../cloud/point-batch.js';

/** The objects of points and how many each has, one after the other. */
export function pointsOfObjects({ count, instance }: Pick<PointBatch, 'count' | 'instance'>): Uint32Array<ArrayBuffer> {
  const counts = new Map<number, number>();
  // Neighbouring points mostly lie on the same object.
  for (let from = 0, to = 0; from < count; from = to) {
    while (to < count && instance[to] === instance[from]) to++;
    counts.set(instance[from], (counts.get(instance[from]) ?? 0) + to - from);
  }
  return Uint32Array.from([...counts].flat());
}
