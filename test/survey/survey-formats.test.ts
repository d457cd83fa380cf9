import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { readSurveyDocument, SURVEY_ENDINGS, SURVEY_FORMATS, surveyFormatOf } from '../../src/survey/survey-formats.js';
import { surveyText, writeSurvey } from './survey-file.js';

const ROOT = new URL('../../', import.meta.url);

it('lists every format of src/survey/formats', () => {
  const files = readdirSync(new URL('src/survey/formats/', ROOT)).filter((file) => file.endsWith('.ts'));
  const titles = SURVEY_FORMATS.map(({ title }) => title.toLowerCase().replace(/\W/g, ''));
  expect(titles.toSorted()).toEqual(files.map((file) => basename(file, '.ts')).toSorted());
});

it('gives every ending to one format', () => {
  expect(new Set(SURVEY_ENDINGS).size).toBe(SURVEY_ENDINGS.length);
});

it('finds formats by endings, whatever their case', () => {
  expect(surveyFormatOf('/a/b.YML')?.title).toBe('YAML');
  expect(surveyFormatOf('/a.yaml/b')).toBeUndefined();
});

it('takes a file with a foreign ending for YAML', async () => {
  const file = await writeSurvey(surveyText(), 'survey.txt');
  expect(await readSurveyDocument(nodeFiles, file)).toMatchObject({ file, value: { scanner: expect.anything() } });
});

describe.each(SURVEY_FORMATS)('$title', ({ endings }) => {
  it('is written in docs/survey.md', () => {
    const text = readFileSync(new URL('docs/survey.md', ROOT), 'utf8');
    for (const ending of endings) expect(text).toContain(`\`${ending}\``);
  });
});
