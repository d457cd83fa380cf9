import { setFlagsFromString } from 'node:v8';

/**
 * Per cent by which V8's heap may grow before V8 marks all of it again. Of a heap of 37 MB, as the code of this library
 * makes it, this is more than the 32 MB of young arrays after which V8 collects only these, and two large frames.
 */
const GROWTH_PERCENT = 200;

/** The growth that V8 chooses by itself. */
const NO_GROWTH = 0;

/** A flag of the user's own. */
const GROWTH_FLAG = /^--heap[-_]growing[-_]percent/;

let asked = 0;

/**
 * Lets V8's heap grow to three times its size before it is marked, until the returned function is called. Where a
 * program allocates little but arrays of other threads, V8 comes to mark the whole heap for every 10 MB of these
 * (bench/results/frames.md). A growth that the program was started with stays.
 */
export function growHeap(): () => void {
  if (process.execArgv.some((flag) => GROWTH_FLAG.test(flag))) return () => {};
  if (asked++ === 0) setGrowth(GROWTH_PERCENT);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--asked === 0) setGrowth(NO_GROWTH);
  };
}

/** V8 reads it when it has marked the heap, so a change at any time is safe. */
const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
