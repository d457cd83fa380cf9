import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { layFiles } from '../../../src/base/files/layered-files.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';

const root = mkdtempSync(join(tmpdir(), 'subray-layers-'));
afterAll(() => rmSync(root, { recursive: true }));
const [folder, over] = [join(root, 'folder'), join(root, 'over')];
for (const path of [join(folder, 'a'), join(over, 'a'), join(over, 'b')]) mkdirSync(path, { recursive: true });
for (const name of ['both.txt', 'a/below.txt', 'a/both.txt']) writeFileSync(join(folder, name), 'below');
for (const name of ['both.txt', 'a/both.txt', 'b/above.txt']) writeFileSync(join(over, name), 'from above');

const files = layFiles(nodeFiles, folder, over);
const textAt = async (path: string) => new TextDecoder().decode(await files.read(path));

it('reads the upper file where there is one, and lists both', async () => {
  expect(await textAt(join(folder, 'both.txt'))).toBe('from above');
  expect(await textAt(`${folder}/b/../a//both.txt`)).toBe('from above');
  expect(await textAt(join(folder, 'a/below.txt'))).toBe('below');
  expect((await files.stat(join(folder, 'b/above.txt'))).size).toBe(10);
  expect((await files.list(folder)).sort()).toEqual(['a', 'b', 'both.txt']);
  expect((await files.list(join(folder, 'a'))).sort()).toEqual(['below.txt', 'both.txt']);
  expect(await files.list(join(folder, 'b'))).toEqual(['above.txt']);
  const opened = await files.open(join(folder, 'both.txt'));
  expect(opened.info.size).toBe(10);
  await opened.close();
});

it('reads what lies elsewhere, and misses what is missing, as ever', async () => {
  writeFileSync(join(root, 'beside.txt'), 'beside');
  expect(await textAt(join(folder, '../beside.txt'))).toBe('beside');
  await expect(files.read(join(folder, 'none.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(files.list(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});
