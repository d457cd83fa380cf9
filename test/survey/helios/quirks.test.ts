import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { QUIRKS } from '../../../src/survey/helios/quirks.js';

const SOURCES = new URL('../../../src/survey/helios/', import.meta.url);

/** The numbers of all quirks that the reader of HELIOS++'s surveys notes. */
const noted = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [...readFileSync(new URL(name, SOURCES), 'utf8').matchAll(/quirks\s*\.note\(\s*(\d+)/g)])
  .map(([, number]) => Number(number));

it('says of every quirk that is noted what changes without it', () => {
  expect(noted).toContain(9);
  expect(noted.filter((number) => QUIRKS[number] === undefined)).toEqual([]);
});
