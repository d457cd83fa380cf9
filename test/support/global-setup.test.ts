import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error: a build script without types
import { DIGEST_FILE, isBuilt, markBuilt, sourceDigest } from '../../scripts/source-digest.mjs';
import { faultOfBuild } from './global-setup.js';
import { softwareVulkan } from './software-vulkan.js';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const build = () => write(DIGEST_FILE, `${sourceDigest(root)}\n`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'subray-checkout-'));
  const files = [
    'src/a.ts',
    'src/b/c.ts',
    'wasm/a.ts',
    'columns/a.ts',
    'laz/a.ts',
    'wgsl/a.wgsl',
    'studio/a.tsx',
    'scripts/a.mjs',
    'platforms/a/b.yaml',
    'crs-db/a.tsv',
  ];
  for (const file of [...files, 'brdf-db/a.yaml', 'package.json', 'package-lock.json', 'tsconfig.json'])
    write(file, `of ${file}`);
});
afterEach(() => rmSync(root, { recursive: true }));

describe('before the tests', () => {
  it('asks for a build where dist/ is missing', () => {
    expect(faultOfBuild(root)).toContain('dist/ is not built: npm run build');
    build();
    expect(faultOfBuild(root)).toBeUndefined();
  });

  it.each([
    'src/b/c.ts',
    'wasm/a.ts',
    'columns/a.ts',
    'laz/a.ts',
    'wgsl/a.wgsl',
    'studio/a.tsx',
    'scripts/a.mjs',
    'platforms/a/b.yaml',
    'package.json',
    'package-lock.json',
  ])('notices an edit of %s', (file) => {
    build();
    write(file, 'something else');
    expect(faultOfBuild(root)).toContain('npm run build');
    write(file, `of ${file}`);
    expect(faultOfBuild(root)).toBeUndefined();
  });

  it('notices a file that is added, removed or renamed', () => {
    build();
    write('src/new.ts', '');
    expect(faultOfBuild(root)).toContain('other sources');
    build();
    rmSync(join(root, 'src/new.ts'));
    expect(faultOfBuild(root)).toContain('other sources');
    write('src/other.ts', '');
    expect(faultOfBuild(root)).toContain('other sources');
  });

  it('overlooks results of the build, and what an editor leaves', () => {
    build();
    for (const file of ['src/a.generated.ts', 'src/b/.c.ts.swp', 'wasm/a.ts~', 'test/a.ts']) write(file, 'x');
    expect(faultOfBuild(root)).toBeUndefined();
  });

  it('overlooks the program of mutation tests, which installs itself', () => {
    build();
    for (const file of ['package.json', 'node_modules/a/index.js']) write(`scripts/mutation/${file}`, 'x');
    expect(faultOfBuild(root)).toBeUndefined();
  });

  it('is not built once more by npm, as at the first npx, unless sources or Node are others', () => {
    expect(isBuilt(root)).toBe(false);
    build();
    expect(isBuilt(root)).toBe(false);
    markBuilt(root, sourceDigest(root));
    expect([isBuilt(root), faultOfBuild(root)]).toEqual([true, undefined]);
    write('dist/node-version.txt', 'v18.0.0\n');
    expect(isBuilt(root)).toBe(false);
    markBuilt(root, sourceDigest(root));
    write('src/a.ts', 'something else');
    expect(isBuilt(root)).toBe(false);
  });

  it('provides tests with a cache of trees and a temporary folder of their own', () => {
    expect(process.env.SUBRAY_CACHE).toMatch(/subray-tests-/);
    expect(basename(tmpdir())).toMatch(/^subray-tests-/);
  });

  it('leaves what is unpacked for all tests in the folder of the system', async () => {
    const folder = (await softwareVulkan({})).LD_LIBRARY_PATH;
    expect(folder ?? '').not.toContain('subray-tests-');
    expect(process.env.SUBRAY_SYSTEM_TMPDIR).toBe(dirname(tmpdir()));
  });
});
