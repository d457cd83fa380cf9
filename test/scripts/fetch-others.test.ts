import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const SCRIPT = resolve(import.meta.dirname, '../../scripts/fetch-others.mjs');
const parent = mkdtempSync(join(tmpdir(), 'subray-others-'));
afterAll(() => rmSync(parent, { recursive: true }));

/** A repository `maker/files` with the folders `data 1` and `sources`; gives its commit. */
function makeRepository(): string {
  const folder = join(parent, 'from/maker/files');
  const git = (...argv: string[]) => execFileSync('git', ['-C', folder, ...argv], { encoding: 'utf8' }).trim();
  for (const name of ['data 1', 'sources']) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'lines.txt'), `${name}\r\n`);
  }
  git('init', '--quiet');
  git('config', 'uploadpack.allowFilter', 'true');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.invalid', 'commit', '--quiet', '-m', 'Add files');
  return git('rev-parse', 'HEAD');
}

function fetchRow(folder: string, row: object) {
  const table = join(parent, 'table.json');
  writeFileSync(table, JSON.stringify({ repositories: [row] }));
  const from = pathToFileURL(join(parent, 'from')).href;
  return spawnSync(process.execPath, [SCRIPT, folder, '--from', from, '--table', table], { encoding: 'utf8' });
}

it('brings the folders of a repository at its commit, once, and says what it cannot bring', () => {
  const row = { repository: 'maker/files', commit: makeRepository(), licence: 'MIT', folders: ['data 1'] };
  const folder = join(parent, 'others');
  const first = fetchRow(folder, row);
  expect([first.status, first.stdout], first.stderr).toEqual([0, `maker/files (MIT) ${row.commit.slice(0, 8)}\n`]);
  expect(readdirSync(join(folder, 'maker+files')).sort()).toEqual(['.git', 'data 1']);
  expect(readFileSync(join(folder, 'maker+files/data 1/lines.txt'), 'utf8')).toBe('data 1\r\n');
  expect(fetchRow(folder, row)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const none = fetchRow(folder, { ...row, commit: '0'.repeat(40) });
  expect([none.status, none.stderr.split('\n')]).toEqual([1, expect.arrayContaining(['not fetched: maker/files'])]);
});
