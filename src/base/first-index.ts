/** Index of the first of ascending values from which on all are beyond something; their number if none is. */
export function firstIndex(ascending: Float64Array, isBeyond: (value: number) => boolean): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeyond(ascending[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
