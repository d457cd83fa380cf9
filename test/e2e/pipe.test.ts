/** The program with its cloud on standard output, as a shell has it. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../support/long-run.js';
import { mountSmall, PROGRAM, SQUARE, surveyText, workplace } from './subray.js';

const place = workplace();
place.write('square.obj', SQUARE);
// Some 100,000 points: more than a pipe and the blocks in front of it hold.
const legs = '[ { position: [0, 0, 1.5], duration: 1 } ]';
place.write('s.yaml', surveyText({ legs, output: '[ cloud.laz ]' }));
place.folder('tmp');
const small = mountSmall(place.folder('small-tmp'));

/** Runs the program until it ends, with its temporary files in a folder of their own. */
async function piped(argv: readonly string[], take: (bytes: Buffer, stop: () => void) => void) {
  const env = { ...process.env, SUBRAY_CACHE: join(place.path, 'cache'), TMPDIR: join(place.path, 'tmp') };
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    cwd: place.path,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdout.on('data', (bytes) => take(bytes, () => child.stdout.destroy()));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, stderr };
}

const OPTIONS = ['--engine', 'cpu', '--quiet'];

describe('a cloud on standard output', () => {
  it.each(sampleOf(['laz', 'csv'], 1))('is a whole file: %s', async (format) => {
    const parts: Buffer[] = [];
    const argv = ['run', 's.yaml', '-o', '-', '--format', format, ...OPTIONS];
    const { code, stderr } = await piped(argv, (bytes) => void parts.push(bytes));
    expect([code, stderr]).toEqual([0, '']);
    place.write('w.yaml', surveyText({ legs, output: `[ whole.${format} ]` }));
    expect((await place.run('run', 'w.yaml', '--force', ...OPTIONS)).code).toBe(0);
    expect(Buffer.concat(parts).equals(readFileSync(join(place.path, `whole.${format}`)))).toBe(true);
  });

  const ENDED = [
    ['run', 'csv'],
    ['run', 'las'],
    ['convert', 'csv'],
    ['convert', 'las'],
  ];
  it.each(sampleOf(ENDED, 2))('ends with its reader, quietly, and leaves nothing: %s, %s', async (command, format) => {
    if (!place.names().includes('in.las')) {
      place.write('in.yaml', surveyText({ legs, output: '[ in.las ]' }));
      expect((await place.run('run', 'in.yaml', ...OPTIONS)).code).toBe(0);
    }
    const before = place.names();
    const argv = command === 'run' ? ['run', 's.yaml', '-o', '-', ...OPTIONS] : ['convert', 'in.las', '-'];
    const ended = await piped([...argv, '--format', format], (_, stop) => stop());
    expect(ended).toEqual({ code: 141, stderr: '' });
    expect(place.names('tmp')).toEqual([]);
    expect(place.names()).toEqual(before);
  });

  it('of frames ends with its reader, in a line, and leaves nothing', async () => {
    const more = 'frames: { file: f/%d.pcd, by: seconds, duration: 0.1 }';
    place.write('f.yaml', surveyText({ legs, output: '[ cloud.laz ]', more }));
    const before = place.names();
    const ended = await piped(['run', 'f.yaml', '--frames-to', '-', ...OPTIONS], (_, stop) => stop());
    expect(ended).toEqual({
      code: 0,
      stderr:
        'warning: --frames-to: the frames alone are written; left out: output\n' +
        'warning: whoever read the frames has closed the pipe: the run ends there\n',
    });
    expect(place.names('tmp')).toEqual([]);
    expect(place.names()).toEqual(before);
  });

  it.skipIf(!small)('says where it waits, and how to choose another folder, where that has no room', async () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, 'run', 's.yaml', '-o', '-', '--format', 'las', ...OPTIONS],
      {
        cwd: place.path,
        env: { ...process.env, SUBRAY_CACHE: join(place.path, 'cache'), TMPDIR: small },
        encoding: 'utf8',
      },
    );
    expect([status, stdout, stderr]).toEqual([
      2,
      '',
      `subray: ${small}: cannot write: no space left on the device\n` +
        '  what goes to standard output waits in this folder until it is complete: set the environment variable TMPDIR to a folder with room for all of it, or write to a file\n',
    ]);
    expect(place.names('small-tmp')).toEqual([]);
  });

  it.skipIf(!existsSync('/dev/full')).each(sampleOf(['csv', 'las'], 1))(
    'ends as with a file where the disk behind it is full, and leaves nothing: %s (needs /dev/full)',
    async (format) => {
      place.write('small.yaml', surveyText({ output: '[ small.las ]' }));
      if (!place.names().includes('small.las')) await place.run('run', 'small.yaml', ...OPTIONS);
      for (const argv of [
        ['run', 'small.yaml', '-o', '-', ...OPTIONS],
        ['convert', 'small.las', '-'],
      ]) {
        const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv, '--format', format], {
          cwd: place.path,
          env: { ...process.env, SUBRAY_CACHE: join(place.path, 'cache'), TMPDIR: join(place.path, 'tmp') },
          stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
          encoding: 'utf8',
        });
        expect([status, stderr.slice(stderr.indexOf('subray:'))], argv.join(' ')).toEqual([
          2,
          'subray: standard output: cannot write: no space left on the device\n  free some space, or write to another device\n',
        ]);
        expect(place.names('tmp')).toEqual([]);
      }
    },
  );
});
