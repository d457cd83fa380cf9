import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

describe('the README', () => {
  it('has an example of 20 lines that runs as it stands', () => {
    const [, code] = /```js\n([\s\S]*?)```/.exec(readme)!;
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(20);
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, encoding: 'utf8' });
    const [first, ...classes] = output.split('\n');
    expect(Number(/^(\d+) points/.exec(first)![1])).toBeGreaterThan(1_000_000);
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
