// Runs alone: a bench loads Dawn.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const BENCH = resolve(import.meta.dirname, '../bench');
const NAMES = readdirSync(BENCH).filter((file) => /^(?!run|lib-).*\.mjs$/.test(file));

/** `bench-scripts.long.test.ts` runs them, which takes a minute. */
it.each(NAMES)('the bench %s finds all that it imports', async (file) => {
  const { run, print, options } = await import(pathToFileURL(join(BENCH, file)).href);
  expect([typeof run, typeof print, typeof options]).toEqual(['function', 'function', 'object']);
});
