import type { PointBatch } from '../../../src/cloud/point-batch.js';

/** A fault of points: an attribute that is not a number; undefined without any. */
export function faultOfBatch(batch: PointBatch): string | undefined {
  for (const [name, values] of Object.entries(batch)) {
    if (!(values instanceof Float32Array || values instanceof Float64Array)) continue;
    const width = name === 'normal' ? 3 : 1;
    const wrong = values.subarray(0, width * batch.count).findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) return `${name}[${wrong}] of the points is ${values[wrong]}`;
  }
  return undefined;
}
