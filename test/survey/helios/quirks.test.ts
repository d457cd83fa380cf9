import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PHYSICS_SWITCHES } from '../../../src/scanner/physics.js';
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

describe('the guide', () => {
  const guide = readFileSync(new URL('../../../docs/helios.md', import.meta.url), 'utf8');
  /** Cells of the table of quirks, by the number of the quirk. */
  const rows = new Map(
    guide
      .split('\n')
      .filter((line) => /^\| Q\d+ \|/.test(line))
      .map((line) => line.slice(3).split(' | '))
      .map(([number, ...cells]) => [Number(number), cells]),
  );

  it('has every quirk of HELIOS++, in order', () => {
    expect([...rows.keys()]).toEqual(Object.keys(QUIRKS).map(Number));
  });

  it.each(Object.entries(QUIRKS))('says of quirk %s whether a survey keeps it', (number, { isKept }) => {
    expect(rows.get(Number(number))?.[1].startsWith('always ours')).toBe(!isKept);
  });

  it.each(Object.entries(PHYSICS_SWITCHES))('names the switch %s beside its quirk', (name, { values, ...more }) => {
    if ('quirk' in more && name !== 'energy') expect(rows.get(more.quirk)?.[1]).toContain(`${name}: ${values[1]}`);
    else expect(guide).toContain(`${name}: `);
  });

  it.each(Object.keys(PHYSICS_SWITCHES))('says how much the switch %s changes', (name) => {
    expect(guide).toMatch(new RegExp(`^\\| \`${name}: \\S+\``, 'm'));
  });
});
