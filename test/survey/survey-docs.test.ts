import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../src/survey/node-load-survey.js';
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
      /^(id|channels|kind|firingPeriod|elevation|time|origin|programs|facetAngle|unchecked|range|detection|deflector|source)$/;
    const missing = [...keys].filter((key) => !described.test(key) && !new RegExp(`\\b${key}\\b`).test(DOCS));
    expect(missing).toEqual([]);
  });
});

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
