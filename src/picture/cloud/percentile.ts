/** The bin at or below which the fraction `part` (0…1) of all counts lies. */
export function percentile(histogram: Float64Array, part: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let bin = 0; bin < histogram.length; bin++) {
    seen += histogram[bin];
    if (seen > part * total || (seen === total && total > 0)) return bin;
  }
  return 0;
}
