/** The index of the first of `placed` that is at `offset` or behind it; their number if none is. They are in order. */
export function firstFrom(placed: readonly { at: number }[], offset: number): number {
  let [low, high] = [0, placed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placed[middle].at < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
