import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

/** Output for a path, with the exit code. */
const saidOf = async (path: string) => {
  const { code, stdout, stderr } = await subray(`info ${path}`);
  return { code, said: stdout + stderr };
};

describe('subray info of a file without its name', () => {
  it('says which run left it, and how to go on', async () => {
    const staging = await leave();
    const path = join(folder, staging, 'new', 'b.las');
    expect(await saidOf(path)).toEqual({
      code: 2,
      said:
        `subray: ${path}: it has no name of its own yet: a run that was killed left 2 outputs unfinished; the next run with an ` +
        `output in this folder removes them, and files under these names are older (in ${staging})\n` +
        `  take the command of that run again; subray info ${folder} lists what else there is\n`,
    });
    expect(await saidOf(join(folder, staging))).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^folder .*\na run that was killed left 2 outputs unfinished; .*\n {2}a\.csv\n {2}b\.las\n$/,
      ),
    });
  });

  it.each([
    [
      '99999999',
      BOOT,
      /: a program that was killed left it unfinished: it would have become c\.laz\n {2}take the command .* again/,
    ],
    [PID, BOOT, /: a program that is still at work writes it; it becomes c\.laz when it is complete\n {2}wait/],
  ])('says the same of a single one (process %s)', async (pid, boot, words) => {
    const path = join(folder, `.c.laz.${[MACHINE, boot, pid, START].join('-')}-0123456789ab.tmp`);
    writeFileSync(path, 'LASF');
    const { code, said } = await saidOf(path);
    expect(said).toMatch(words);
    expect(code).toBe(2);
  });
});

describe('subray info of what a run with --resume keeps', () => {
  const manifest = {
    ...{ format: 'subray journal 1', software: 'subray 9.9', engine: 'cpu', device: 'cpu', scene: '' },
    legs: [
      { scanner: 'a', leg: '1', pulses: 1000, digest: '' },
      { scanner: 'a', leg: '2', pulses: 234, digest: '' },
    ],
  };

  it('says how much that is, and how to go on', async () => {
    const path = join(folder, 'cloud.laz.resume');
    mkdirSync(path);
    writeFileSync(join(path, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(path, 'leg1-pulse0.part'), new Uint8Array(2048));
    expect(await saidOf(path)).toEqual({
      code: 0,
      said: [
        `folder  ${path}`,
        'what a run with --resume keeps until it is complete: 1 part, 2 KiB',
        'the whole run has 2 legs and 1,234 pulses (cpu engine, subray 9.9)',
        'the same command with --resume goes on from there; without the folder it begins anew',
        '',
      ].join('\n'),
    });
    const { stdout } = await subray(`info ${path} --json`);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'journal', path, parts: 1, bytes: 2048, legs: 2, pulses: 1234 });
    for (const name of ['leg1-pulse0.part', 'manifest.json'])
      expect(await saidOf(join(path, name))).toEqual({
        code: 2,
        said:
          `subray: ${join(path, name)}: it belongs to what a run with --resume keeps until it is complete, and is no file of points\n` +
          `  subray info ${path} says how to go on\n`,
      });
  });
});

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
