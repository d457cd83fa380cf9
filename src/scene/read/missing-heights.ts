import type { Log } from '../../base/log.js';

/** Heights this near to the "no height" value are missing. */
const NODATA_TOLERANCE = 1e-7;

/** Replaces heights equal to the "no height" value by NaN; the value may be exact, or rounded like the heights. */
export function dropMissing(heights: Float32Array | Float64Array, nodata: number): void {
  if (Number.isNaN(nodata)) return;
  const rounded = heights instanceof Float32Array ? Math.fround(nodata) : nodata;
  for (let cell = 0; cell < heights.length; cell++) {
    const height = heights[cell];
    if (height === rounded || Math.abs(height - nodata) <= NODATA_TOLERANCE) heights[cell] = NaN;
  }
}

/** Values that programs write for "no height". */
const USUAL = [-9999, -32768, -32767, -99999];
/** No ground is as low: the deepest sea is 11 km deep, and its heights lie close together. */
const LEAST_GAP = 0.5;

/**
 * Replaces a usual value for "no height" that the file does not declare, and warns of it: the least height of a raster,
 * if no other one is below half of it.
 */
export function dropUndeclared(heights: Float32Array | Float64Array, file: string, log: Log): void {
  let least = Infinity;
  let next = Infinity;
  let count = 0;
  for (const height of heights)
    if (height < least) [least, next, count] = [height, least, 1];
    else if (height === least) count++;
    else if (height < next) next = height;
  if (!USUAL.includes(least) || next === Infinity || next < LEAST_GAP * least) return;
  for (let cell = 0; cell < heights.length; cell++) if (heights[cell] === least) heights[cell] = NaN;
  log.warn(
    `${file}: ${count} heights are ${least}, which the file does not declare: they are taken for "no height"; gdal_edit -a_nodata ${least} declares it`,
  );
}
