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

/** Adds such counts to the sums of objects. */
export function addToObjects(sums: Map<number, number>, counts: Uint32Array): void {
  for (let k = 0; k < counts.length; k += 2) sums.set(counts[k], (sums.get(counts[k]) ?? 0) + counts[k + 1]);
}
