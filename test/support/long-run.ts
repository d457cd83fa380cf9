/**
 * Whether tests take all the time that they need: `npm run test:long` runs each file that imports this, as a whole.
 * `npm test` has some of its cases.
 */
export const isLong = process.env.SUBRAY_TEST_LONG !== undefined;

/** All cases in a long run; else `few` of them, spread evenly from the first on. */
export function sampleOf<Case>(cases: readonly Case[], few: number): Case[] {
  const step = isLong ? 1 : Math.max(1, cases.length / few);
  return Array.from({ length: Math.ceil(cases.length / step) }, (_, k) => cases[Math.floor(k * step)]);
}

/** `whole` in a long run, else `some`. */
export const inLong = <Value>(whole: Value, some: Value): Value => (isLong ? whole : some);
