import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/node-surveys.js';
import { surveyJsonSchema } from '../../src/survey/schema/survey-schema.js';
import { MINIMAL, writeSurvey } from './survey-file.js';

const DOCS = readFileSync(new URL('../../docs/survey.md', import.meta.url), 'utf8');

describe('docs/survey.md', () => {
  const examples = [...DOCS.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]);

  it('has examples that load', async () => {
    expect(examples.length).toBeGreaterThan(2);
    for (const example of examples) {
      const file = await writeSurvey(wholeSurvey(example));
      await writeFile(join(dirname(file), 'utm32.prj'), 'PROJCS["x"]');
      await mkdir(join(dirname(file), 'materials'));
      expect((await loadSurvey(file)).legs.length).toBeGreaterThan(0);
    }
  });

  it('names every key of the schema', () => {
    const keys = new Set(schemaKeys(surveyJsonSchema()));
    // Keys of a whole description of a scanner: the files of platforms/scanners show them.
    const described =
      /^(id|channels|kind|firingPeriod|elevation|time|origin|programs|facetAngle|unchecked|range|detection|deflector|source|unknown|returnModes)$/;
    const missing = [...keys].filter((key) => !described.test(key) && !new RegExp(`\\b${key}\\b`).test(DOCS));
    expect(missing).toEqual([]);
  });

  it('tells the defaults of the schema in its tables', () => {
    const defaults = schemaDefaults(surveyJsonSchema());
    const compared = defaultCells(DOCS).flatMap(({ key, cell }) => {
      const known = defaults.get(key);
      return known ? [{ key, cell, told: known.some((value) => plain(cell).includes(value)), known }] : [];
    });
    expect(compared.length).toBeGreaterThan(20);
    expect(compared.filter(({ told }) => !told)).toEqual([]);
  });
});

/** A default as a guide writes it, without marks and thousands' commas. */
const plain = (cell: string): string => cell.replaceAll(/[`"]|(?<=\d),(?=\d{3})/g, '');

/** Keys, and cells of their defaults, in tables with a column of defaults: of rows that have one key, its last part. */
function defaultCells(text: string): { key: string; cell: string }[] {
  const tables = text.split(/\n(?!\|)/).map((block) => block.split('\n').filter((line) => line.startsWith('|')));
  return tables.flatMap(([head, , ...rows]) => {
    const at = cellsOf(head ?? '').indexOf('default');
    return at < 0
      ? []
      : rows.flatMap((row) => {
          const cells = cellsOf(row);
          const key = /^`(?:\w+\.)*(\w+)`$/.exec(cells[0])?.[1];
          return key === undefined ? [] : [{ key, cell: cells[at] }];
        });
  });
}

const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Defaults, as texts, of those keys that a JSON Schema describes which have one wherever they are. */
function schemaDefaults(schema: object): Map<string, string[]> {
  const { $defs = {} } = schema as { $defs?: Record<string, Field> };
  const found = new Map<string, string[]>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, field] of Object.entries((node as { properties?: Record<string, Field> }).properties ?? {})) {
      const named = field.$ref === undefined ? field : { ...$defs[field.$ref.replace('#/$defs/', '')], ...field };
      found.set(key, [...(found.get(key) ?? []), String(named.default)]);
    }
    Object.values(node).forEach(visit);
  };
  visit(schema);
  return new Map(
    [...found].filter(([, values]) => values.every((value) => value !== 'undefined' && !value.includes(','))),
  );
}

interface Field {
  $ref?: string;
  default?: unknown;
}

/** An example of some sections, made whole by those of the minimal survey that it does not have. */
function wholeSurvey(example: string): string {
  const missing = Object.values(MINIMAL).filter((line) => !new RegExp(`^${line.split(':')[0]}:`, 'm').test(example));
  return [...missing, example].join('\n');
}

/** Keys of all maps that a JSON Schema describes. */
function schemaKeys(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => [
    ...(key === 'properties' ? Object.keys(child as object) : []),
    ...schemaKeys(child),
  ]);
}
