import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLOUD_KINDS, cloudTitles } from '../../src/io/cloud-kinds.js';
import { CLOUD_FORMATS } from '../../src/io/clouds/cloud-formats.js';

const ROOT = new URL('../../', import.meta.url);
const lineOf = (file: string, start: string): string =>
  readFileSync(new URL(file, ROOT), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(start)) ?? '';

it.each(Object.entries(CLOUD_KINDS))('%s is where users look for formats', (name, { title, endings }) => {
  expect(lineOf('README.md', 'subray is a virtual')).toMatch(new RegExp(`\\b${title}\\b`));
  for (const ending of endings) {
    if (name in CLOUD_FORMATS)
      expect(lineOf('docs/survey.md', 'A path that ends in `.las`')).toContain(`\`${ending}\``);
    expect(lineOf('docs/formats.md', `| \`${ending}\` |`)).not.toBe('');
  }
});

it('lists formats in words', () => {
  const titles = Object.values(CLOUD_KINDS).map(({ title }) => title);
  expect(cloudTitles()).toBe(titles.join(', '));
  expect(cloudTitles('or').split(/, | or /)).toEqual(titles);
  expect(cloudTitles('or')).toMatch(/^LAS, LAZ, COPC, .* or \w+$/);
});

/** The formats that a text names in quotes, with or without a dot before them. */
function namedFormats(text: string): string[] {
  const code = text.replace(/^\s*(\*|\/\/|\/\*).*$|^.*\bfrom '.*$/gm, '');
  return Object.keys(CLOUD_KINDS).filter((name) => new RegExp(`['"\`.]${name}['"\`]`).test(code));
}

it('is the only list of formats that someone types', () => {
  const files = ['src', 'studio'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const listing = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.generated\./.test(file))
    .filter((file) => namedFormats(readFileSync(new URL(file, ROOT), 'utf8')).length > 3);
  // The other tells files apart that are no scenes, with a hint each.
  expect(listing.sort()).toEqual(['src/io/cloud-kinds.ts', 'src/scene/read/file-kinds.ts']);
});
