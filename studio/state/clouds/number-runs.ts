/** The number at the end of a run's name; undefined: it has none. */
function numberOf(run: string): number | undefined {
  const digits = /-(\d{1,9})$/.exec(run)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The page's numbers of runs, oldest first: that of the name, or the next free one where another run has it. */
export function numberRuns(runs: readonly string[]): number[] {
  const own = runs.map(numberOf);
  let last = Math.max(0, ...own.map((number) => number ?? 0));
  return own.map((number, k) => (number === undefined || own.indexOf(number) < k ? ++last : number));
}
