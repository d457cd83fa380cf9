import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inLong, isLong } from './support/long-run.js';

const ROOT = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'subray-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the README', () => {
  it('has an example of 20 lines that runs: as it stands, or a sixteenth of its pulses in a short run', () => {
    const [, code] = /```js\n([\s\S]*?)```/.exec(readme)!;
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(20);
    const survey = 'examples/quickstart.yaml';
    const sparse = join(folder, 'quickstart.yaml');
    const text = readFileSync(join(ROOT, survey), 'utf8').replaceAll('Step: 0.2', 'Step: 0.8');
    writeFileSync(sparse, text.replace('triangles: 400000', 'length: 120, triangles: 100000'));
    const run = isLong ? code : code.replace(survey, sparse);
    expect(run === code).toBe(isLong);
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', run], { cwd: ROOT, encoding: 'utf8' });
    const [first, ...classes] = output.split('\n');
    expect(Number(/^(\d+) points/.exec(first)![1])).toBeGreaterThan(inLong(1_000_000, 62_500));
    // Ground, buildings and road surface are there.
    for (const asprs of ['2', '6', '11']) expect(classes.join('')).toContain(`'${asprs}':`);
  });

  it('and the pages name the version of the results, and count what ships', () => {
    const { version, resultsVersion } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const page of ['README.md', 'docs/architecture.md'])
      for (const [found] of readFileSync(join(ROOT, page), 'utf8').matchAll(/subray [\d.]+ results \d+/g))
        expect(found, page).toBe(`subray ${version} results ${resultsVersion}`);
    const count = (folder: string) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.yaml')).length;
    expect(readme).toContain(`**Scanners**: ${count('platforms/scanners')} instruments`);
    expect(readme).toContain(`${count('brdf-db')} materials with their sources`);
  });

  it('leads to pages and pictures that are there', () => {
    const pages = readdirSync(join(ROOT, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    for (const page of ['README.md', ...pages])
      for (const [, link] of readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
        expect(existsSync(resolve(ROOT, dirname(page), link)), `${page}: ${link}`).toBe(true);
  });
});
