import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { complaintOf, MEBIBYTE, mountSmall, PROGRAM, SQUARE, surveyText, workplace } from './subray.js';

const place = workplace();
place.write('square.obj', SQUARE);
place.write('s.yaml', surveyText({ output: '[ cloud.las, cloud.csv ]' }));

const isRoot = process.getuid?.() === 0;

const small = mountSmall(place.folder('small'));

it.skipIf(!existsSync('/dev/full'))('says on one line that its answer could not be printed', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'material', 'list'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, 'subray: cannot print: no space left on the device\n']);
});

describe('outputs that are there already', () => {
  const out = place.folder('there');

  it('are left alone, and replaced with --force', async () => {
    expect((await place.answer('run', 's.yaml', '--out', out)).code).toBe(0);
    const first = readFileSync(join(out, 'cloud.las'));
    const complaint = complaintOf(await place.answer('run', 's.yaml', '--out', out, '--seed', '2'));
    expect(complaint).toMatch(
      /^s\.yaml: 3 faults\n {2}s\.yaml:4:11: output ".*cloud\.las": cannot write: the file exists/,
    );
    expect(complaint).toContain('--force');
    expect(readFileSync(join(out, 'cloud.las')).equals(first)).toBe(true);
    expect((await place.answer('run', 's.yaml', '--out', out, '--seed', '2', '--force')).code).toBe(0);
    expect(readFileSync(join(out, 'cloud.las')).equals(first)).toBe(false);
    expect(place.names('there')).toEqual(['cloud.csv', 'cloud.labels.json', 'cloud.las']);
  });

  it.each([['run'], ['run', '--dry-run']])('count the labels among them: %s %s', async (...command) => {
    place.write('labelled/cloud.labels.json', '{}');
    const complaint = complaintOf(await place.answer(...command, 's.yaml', '--out', 'labelled'));
    expect(complaint).toMatch(
      /^s\.yaml:4:11: labels ".*cloud\.labels\.json": cannot write: the file exists; choose another name, or pass --force/,
    );
    expect(place.names('labelled')).toEqual(['cloud.labels.json']);
    expect(readFileSync(join(place.path, 'labelled/cloud.labels.json'), 'utf8')).toBe('{}');
  });

  it('are not in the way of a second survey with other names', async () => {
    place.write('two.yaml', surveyText({ output: '[ second.las ]' }));
    await place.answer('run', 's.yaml', '--out', 'beside');
    expect((await place.answer('run', 'two.yaml', '--out', 'beside')).code).toBe(0);
    expect(place.names('beside')).toContain('second.labels.json');
  });
});

describe('outputs that cannot be', () => {
  it('are refused where their folder cannot be made', async () => {
    place.write('file', '');
    const complaint = complaintOf(await place.answer('run', 's.yaml', '--out', 'file/below'));
    expect(complaint).toMatch(/output ".*below\/cloud\.las": cannot write: a part of the path is a file, not a folder/);
  });

  it('are refused where they are folders, also with --force', async () => {
    place.folder('folders/cloud.las');
    const complaint = complaintOf(await place.answer('run', 's.yaml', '--out', 'folders', '--force'));
    expect(complaint).toMatch(/^s\.yaml:4:11: output ".*cloud\.las": cannot write: it is a folder; name a file in it$/);
    expect(place.names('folders')).toEqual(['cloud.las']);
  });

  it.skipIf(isRoot)('are refused where there is no permission (skipped: root may write anywhere)', async () => {
    chmodSync(place.folder('closed'), 0o500);
    expect(complaintOf(await place.answer('run', 's.yaml', '--out', 'closed'))).toContain('permission denied');
    expect(place.names('closed')).toEqual([]);
  });

  it.skipIf(!small)('leave nothing where the disk is full (skipped: no file system can be mounted here)', async () => {
    const scene = '{ parts: [ { generate: { kind: terrain, triangles: 1000 } } ] }';
    const legs = '[ { position: [0, 0, 20], duration: 0.4 } ]';
    const scanner = 'velodyne-hdl-64e';
    place.write('full.yaml', surveyText({ scene, legs, scanner, output: '[ cloud.csv, cloud.las ]' }));
    const complaint = complaintOf(await place.answer('run', 'full.yaml', '--out', 'small'));
    expect(complaint).toMatch(/small\/\S+: cannot write: no space left on the device\n {2}free some space, or/);
    expect(place.names('small')).toEqual([]);
  });

  it.skipIf(!small)('leave no scene and no picture on a full disk either', async () => {
    const scene = ['scene', 'generate', 'terrain', '--triangles', '100000', '-o', 'small/ground.glb'];
    expect(complaintOf(await place.answer(...scene))).toContain('small/ground.glb: cannot write: no space left');
    place.write('small/filler', new Uint8Array(MEBIBYTE - 8192));
    if (!existsSync(join(place.path, 'there/cloud.las')))
      await place.answer('run', 's.yaml', '--out', 'there', '--force');
    const { code, stderr } = await place.answer('info', 'there/cloud.las', '--png', 'small/a.png');
    expect([code, stderr]).toEqual([2, expect.stringContaining('small/a.png: cannot write: no space left')]);
    expect(place.names('small')).toEqual(['filler']);
    rmSync(join(place.path, 'small/filler'));
  });
});

describe('two runs at once into one folder', () => {
  it('write whole files; the later one is refused or, with --force, replaces them', async () => {
    const clouds: Buffer[] = [];
    for (const [folder, force] of [['race', []] as const, ['race-forced', ['--force']] as const]) {
      place.folder(folder);
      const both = [1, 2].map(() =>
        place.run('run', 's.yaml', '--out', folder, '--quiet', '--engine', 'cpu', ...force),
      );
      const codes = (await Promise.all(both)).map(({ code }) => code).sort();
      expect(codes[0]).toBe(0);
      expect([0, 2]).toContain(codes[1]);
      if (force.length > 0) expect(codes[1]).toBe(0);
      expect(place.names(folder)).toEqual(['cloud.csv', 'cloud.labels.json', 'cloud.las']);
      clouds.push(readFileSync(join(place.path, folder, 'cloud.las')));
    }
    expect(clouds[0].equals(clouds[1])).toBe(true);
    const { stdout } = await place.answer('info', 'race/cloud.las', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'cloud', warnings: [] });
  });
});
