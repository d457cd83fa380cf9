import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processTag } from '../../src/base/files/node-process-tag.js';
import { makeStaging } from '../../src/base/files/node-staging.js';
import { subray } from './fakes.js';

let folder: string;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'subray-unfinished-info-')));
  writeFileSync(join(folder, 'a.csv'), 'x,y,z\n1,2,3\n');
  writeFileSync(join(folder, 'other.csv'), 'x,y,z\n1,2,3\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const [MACHINE, BOOT, PID, START] = processTag().split('-');

async function leave(record?: 'commit' | 'undo', pid = '99999999'): Promise<string> {
  const staging = `.subray-${[MACHINE, BOOT, pid, START].join('-')}-0123456789ab.tmp`;
  await makeStaging(folder, staging, folder);
  for (const name of ['a.csv', 'b.las']) writeFileSync(join(folder, staging, 'new', name), '');
  const files = ['a.csv', 'b.las'].map((name) => ({ name, replaces: false }));
  if (record)
    writeFileSync(
      join(folder, staging, record),
      JSON.stringify({ force: false, folders: [{ path: '.', files, removed: [] }] }),
    );
  return staging;
}

describe('subray info of what a killed run left', () => {
  it.each([
    [undefined, '2 outputs unfinished; the next run with an output in this folder removes them'],
    [
      'commit',
      '2 outputs complete, but not all under their names; the next run with an output in this folder names them',
    ],
    ['undo', '2 outputs half replaced; the next run with an output in this folder brings the former files back'],
  ] as const)('warns of a file that belongs to it (record: %s)', async (record, words) => {
    const staging = await leave(record);
    const { code, stdout, stderr } = await subray(`info ${join(folder, 'a.csv')} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'cloud', points: 1 });
    expect(stderr).toContain(`warning: ${join(folder, 'a.csv')}: a run that was killed left ${words}`);
    expect(stderr).toContain(`(in ${staging})`);
    expect((await subray(`info ${join(folder, 'other.csv')}`)).stderr).toBe('');
  });

  it('warns of a file that has no name yet, beside the error', async () => {
    await leave('commit');
    const { code, stderr } = await subray(`info ${join(folder, 'b.las')}`);
    expect(code).toBe(2);
    expect(stderr).toContain('a run that was killed left 2 outputs complete, but not all under their names');
    expect(stderr).toContain('there is no such file');
  });

  it('says that a run is still at work', async () => {
    await leave(undefined, PID);
    const { stderr } = await subray(`info ${join(folder, 'a.csv')}`);
    expect(stderr).toContain('a run that is still at work writes 2 outputs');
  });

  it('lists the unfinished outputs of a folder', async () => {
    const staging = await leave('commit');
    const { code, stdout } = await subray(`info ${folder}`);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `folder  ${folder}`,
      `a run that was killed left 2 outputs complete, but not all under their names; the next run with an output in this folder names them (in ${staging})`,
      '  a.csv',
      '  b.las',
      '',
    ]);
    const json = JSON.parse((await subray(`info ${folder} --json`)).stdout);
    expect(json).toMatchObject({
      kind: 'folder',
      unfinished: [{ run: 'dead', state: 'commit', files: ['a.csv', 'b.las'] }],
    });
  });

  it('asks for a file in a folder without any', async () => {
    const { code, stderr } = await subray(`info ${folder}`);
    expect(code).toBe(2);
    expect(stderr).toContain('it is a folder');
  });
});
