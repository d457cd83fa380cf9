// Checks for long loops: `expect` takes 10 µs for each number, since it copies its state; these take nothing until one
// fails.
import { expect } from 'vitest';

/** Fails, with the place, unless two numbers differ by `slack` at most. */
export function checkClose(found: number, wanted: number, slack: number, where?: unknown): void {
  if (!(Math.abs(found - wanted) <= slack)) expect.fail(`${told(where)}found ${found}, expected ${wanted} ± ${slack}`);
}

/** Fails, with the place, unless two numbers, strings or switches are the same (`Object.is`). */
export function checkSame<Plain extends number | string | boolean | undefined>(
  found: Plain,
  wanted: Plain,
  where?: unknown,
): void {
  if (!Object.is(found, wanted)) expect.fail(`${told(where)}found ${found}, expected ${wanted}`);
}

const told = (where: unknown) => (where === undefined ? '' : `${where}: `);
