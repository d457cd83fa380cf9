import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { makeStaging } from '../../src/base/files/node-staging.js';
import type { Log } from '../../src/base/log.js';
import { cloudsOf } from '../../src/campaign/merge/clouds-of-task.js';
import { chooseClouds } from '../../src/campaign/merge/contact-sheet.js';
import type { MergedTask } from '../../src/campaign/merge/data-set.js';
import type { MergedFile } from '../../src/campaign/merge/merge-file.js';
import { cleanCampaign, mergeTasks, planCampaign, runCampaign } from '../../src/campaign/node-campaign.js';
import { sha256 } from '../../src/campaign/node-sha256.js';
import { taskFolder } from '../../src/campaign/run/task-folders.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { DEAD_STAGING } from '../support/dead-staging.js';
import { readTar } from '../support/read-tar.js';
import { BASE, CAMPAIGN, CampaignFolder, tasksIn } from './campaign-folder.js';
import { crateFaults, croissantFaults } from './data-set-rules.js';

const OPTIONS = { threads: 1, cache: false };

const SURVEY = {
  ...BASE,
  scene: {
    parts: [
      { name: 'ground', generate: { kind: 'terrain', seed: 1, triangles: 200, extent: 20 } },
      { name: 'town', generate: { kind: 'street', seed: 1, triangles: 20_000 } },
    ],
  },
  scanner: { id: BASE.scanner, rotationRate: 20 },
  legs: [{ name: 'stand', position: [0, 0, 2], duration: 0.01 }],
};

const ABOUT = {
  description: 'Streets | for tests',
  license: 'CC-BY-4.0',
  creator: ['A. Maker', 'B. Maker'],
  date: '2026-03-31',
  url: 'https://example.org/streets',
  version: '1.0.0',
};

const STREETS = {
  ...CAMPAIGN,
  ...ABOUT,
  campaign: 'streets',
  count: 4,
  variables: { ...CAMPAIGN.variables, height: { choice: [2, 2.5] }, note: { choice: ['plain', 'a "b", c'] } },
  set: {
    '/scene/parts/1/generate/seed': '$ground',
    '/legs/0/position': ['$x', 0, '$height'],
    '/name': '$note',
  },
  split: { by: ['ground'], train: 0.6, val: 0.4 },
};

let place: CampaignFolder;
/** Of streets, planned and run. */
let streets: string;
/** Three patches of ground, without a split and without a description. */
let patches: string;
let copies = 0;

/** A copy of a folder, for changes. */
function copyOf(folder: string): string {
  const other = join(place.path, `copy-${copies++}`);
  cpSync(folder, other, { recursive: true });
  return other;
}

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const json = (folder: string, path: string) => JSON.parse(read(folder, path));

interface Line {
  index: number;
  split: string;
  variables: Record<string, unknown>;
  path: string;
  bytes: number;
  sha256: string;
  points?: number;
}

const linesOf = (folder: string): Line[] =>
  read(folder, 'manifest.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Files of a merge, in one digest. */
const digestOf = (folder: string, files: readonly MergedFile[]): string =>
  sha256(files.map(({ path }) => `${path} ${sha256(readFileSync(join(folder, path)))}`).join('\n'));

class Warnings implements Log {
  readonly texts: string[] = [];
  info(): void {}
  warn(text: string): void {
    this.texts.push(text);
  }
}

beforeAll(async () => {
  place = new CampaignFolder();
  streets = join(place.path, 'streets');
  await planCampaign(place.write(STREETS, SURVEY), { folder: streets });
  expect(await runCampaign(streets, OPTIONS)).toMatchObject({ done: 4, failed: 0, left: 0 });
  patches = join(place.path, 'patches');
  await planCampaign(place.write({ ...CAMPAIGN, count: 3 }), { folder: patches });
  await runCampaign(patches, OPTIONS);
});
afterAll(() => place.remove());

/** A copy of the streets, merged, with archives of a size that takes more than two. */
let merged: string;
let mergedFiles: readonly MergedFile[];
const TARS = { tarBytes: 150_000 };

describe('the data set of a campaign', () => {
  beforeAll(async () => {
    merged = copyOf(streets);
    mergedFiles = (await mergeTasks(merged, TARS)).files;
  });

  it('has the same bytes wherever and whenever it is merged', async () => {
    const again = join(place.path, 'elsewhere', 'deep');
    mkdirSync(again, { recursive: true });
    cpSync(join(streets, 'plan.json'), join(again, 'plan.json'));
    cpSync(join(streets, 'plan.jsonl'), join(again, 'plan.jsonl'));
    cpSync(join(streets, 'tasks'), join(again, 'tasks'), { recursive: true });
    const { files } = await mergeTasks(again, TARS);
    expect(digestOf(again, files)).toBe(digestOf(merged, mergedFiles));
    for (const path of readdirSync(merged).filter((name) => /\.(json|jsonl|csv|md|txt)$/.test(name)))
      for (const secret of [place.path, hostname(), new Date().toISOString().slice(0, 10)])
        expect(read(merged, path), `${path} has no ${secret}`).not.toContain(secret);
  });

  it('is listed file by file, with sums that are right', () => {
    const lines = linesOf(merged);
    const tasks = tasksIn(merged);
    expect(lines.map(({ index }) => index)).toEqual(tasks.flatMap(({ index }) => [index, index]));
    for (const { index, split, variables, path, bytes, sha256: sum } of lines) {
      const content = readFileSync(join(merged, path));
      expect([content.length, sha256(content)]).toEqual([bytes, sum]);
      expect({ split, variables }).toEqual({ split: tasks[index].split, variables: tasks[index].variables });
    }
    const sums = read(merged, 'SHA256SUMS').trim().split('\n');
    const listed = sums.map((line) => line.slice(66));
    for (const { path } of lines) expect(listed).toContain(path);
    for (const line of sums) expect(sha256(readFileSync(join(merged, line.slice(66))))).toBe(line.slice(0, 64));
    expect(listed).toEqual(expect.arrayContaining(['plan.json', 'plan.jsonl', 'README.md', 'croissant.json']));
    if (spawnSync('sha256sum', ['--version']).status !== 0) return;
    const check = (cwd: string) => spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd }).status;
    expect(check(merged)).toBe(0);
    const changed = copyOf(merged);
    appendFileSync(join(changed, lines[1].path), ' ');
    expect(check(changed)).toBe(1);
  });

  it('has a table with a row a cloud, and the clouds of each split', () => {
    const clouds = linesOf(merged).filter(({ points }) => points !== undefined);
    const [head, ...rows] = read(merged, 'manifest.csv').trimEnd().split('\r\n');
    expect(head).toBe(
      'index,id,split,path,bytes,sha256,points,variable.ground,variable.x,variable.height,variable.note',
    );
    expect(rows.length).toBe(4);
    rows.forEach((row, k) => {
      const { index, split, path, bytes, points, variables } = clouds[k];
      expect(row.startsWith(`${index},`)).toBe(true);
      expect(row).toContain(`,${split},${path},${bytes},`);
      expect(row).toContain(`,${points},${variables.ground},${variables.x},${variables.height},`);
      expect(row.endsWith(variables.note === 'plain' ? ',plain' : ',"a ""b"", c"')).toBe(true);
    });
    for (const name of ['train', 'val']) {
      const own = clouds.filter(({ split }) => split === name).map(({ path }) => path);
      expect(own.length).toBeGreaterThan(0);
      expect(read(merged, `splits/${name}.txt`)).toBe(own.map((path) => `${path}\n`).join(''));
    }
  });

  it('has the statistics of its points', async () => {
    const found = json(merged, 'statistics.json');
    const expected = await countAll(merged);
    expect(found).toMatchObject({ surveys: 4, clouds: 4, files: 8, points: expected.points });
    const bySemantic = Object.fromEntries(
      found.semantics.map((one: { number: number; points: number; instances: number }) => [
        one.number,
        [one.points, one.instances],
      ]),
    );
    expect(bySemantic).toEqual(expected.semantics);
    expect(Object.keys(bySemantic).length).toBeGreaterThan(5);
    expect(found.pulsesByReturns).toEqual(expected.pulses);
    expect([found.intensity.min, found.intensity.max]).toEqual(expected.intensity);
    expect(found.intensity.mean).toBeCloseTo(expected.meanIntensity, 4);
    expect(Math.abs(found.range.min - expected.range[0])).toBeLessThanOrEqual(0.1);
    expect(Math.abs(found.range.max - expected.range[1])).toBeLessThanOrEqual(0.1);
    expect(Math.abs(found.range.quantiles['50 %'] - expected.medianRange)).toBeLessThanOrEqual(0.1);
    const counts = expected.counts.sort((a, b) => a - b);
    expect(found.pointsPerCloud).toEqual({ min: counts[0], median: counts[1], max: counts[3] });
    const { train, val } = found.splits;
    expect(train.points + val.points).toBe(found.points);
    expect(train.surveys + val.surveys).toBe(4);
    const shares = found.semantics.reduce((sum: number, { share }: { share: number }) => sum + share, 0);
    expect(shares).toBeCloseTo(1, 6);
    const heights = linesOf(merged).filter((line) => line.points && line.variables.height === 2).length;
    expect(found.variables.height).toMatchObject({ distinct: 2, min: 2, max: 2.5, values: { 2: heights } });
    const histogram = found.range.histogram.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    expect(histogram).toBe(found.points);
  });

  it('has one table of labels, which all clouds follow', async () => {
    const { semantics, classes } = json(merged, 'labels.json');
    expect(semantics).toMatchObject({ 0: 'none', 1: 'terrain', 10: 'carriageway', 80: 'car' });
    expect(classes).toMatchObject({ 2: 'Ground', 6: 'Building' });
    const expected = await countAll(merged);
    for (const number of Object.keys(expected.semantics)) expect(semantics).toHaveProperty(number);
  });

  it('is described as Croissant, RO-Crate and the card want it', () => {
    const croissant = json(merged, 'croissant.json');
    expect(croissantFaults(croissant, merged)).toEqual([]);
    expect(croissant).toMatchObject({
      name: 'streets',
      license: 'https://spdx.org/licenses/CC-BY-4.0',
      datePublished: '2026-03-31',
    });
    expect(croissant.recordSet[0].data).toEqual(
      [{ 'splits/name': 'train' }, { 'splits/name': 'val' }].sort(bySplitOf(merged)),
    );
    const crate = json(merged, 'ro-crate-metadata.json');
    expect(crateFaults(crate, merged)).toEqual([]);
    expect(JSON.stringify(crate)).toContain('campaign.yaml');
    const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(merged, 'README.md')) ?? [];
    expect(parse(front)).toMatchObject({ pretty_name: 'streets', license: 'cc-by-4.0', size_categories: ['n<1K'] });
    expect(body).toContain('![Some of the clouds](contact-sheet.png)');
    expect(body).toContain('| car |');
    expect(body).toContain('A. Maker, B. Maker');
  });

  it('is shown by a picture of its clouds in the colours of its legend', () => {
    const { width, height, data } = decode(readFileSync(join(merged, 'contact-sheet.png')));
    expect([width, height > 328]).toEqual([4 * 488 + 8, true]);
    const colours = new Set<string>();
    const rowsOfPictures = 328 + 8;
    for (let at = rowsOfPictures * width * 3; at < data.length; at += 3) colours.add(data.slice(at, at + 3).join());
    // House, carriageway and car.
    for (const swatch of [
      [0xdc, 0x8a, 0x68],
      [0x7d, 0x87, 0x98],
      [0x3f, 0x8f, 0xe0],
    ])
      expect(colours).toContain(swatch.join());
    const isLit = (x: number, y: number) => data[3 * (y * width + x)] > 0x50;
    for (let picture = 0; picture < 4; picture++) {
      const [left, top] = [8 + picture * 488, 8];
      let lit = 0;
      for (let y = top + 40; y < top + 320; y++) for (let x = left; x < left + 480; x++) if (isLit(x, y)) lit++;
      expect(lit, `picture ${picture} shows a cloud`).toBeGreaterThan(500);
    }
  });

  it('keeps what its owner wrote, and replaces what a merge wrote', async () => {
    const folder = copyOf(patches);
    writeFileSync(join(folder, 'README.md'), '# My own\n');
    await expect(mergeTasks(folder)).rejects.toThrow('exists, and is not as a merge wrote it');
    expect(read(folder, 'README.md')).toBe('# My own\n');
    expect(existsSync(join(folder, 'manifest.jsonl')), 'all or none').toBe(false);
    await mergeTasks(folder, { force: true, tarBytes: 1e9 });
    expect(read(folder, 'README.md')).toContain('pretty_name');
    expect(existsSync(join(folder, 'tars/all-000000.tar'))).toBe(true);
    await mergeTasks(folder);
    expect(existsSync(join(folder, 'tars/all-000000.tar')), 'no longer asked for').toBe(false);
    appendFileSync(join(folder, 'README.md'), 'a line of mine\n');
    await expect(mergeTasks(folder)).rejects.toThrow('exists, and is not as a merge wrote it');
    expect(read(folder, 'README.md')).toContain('a line of mine');
    writeFileSync(join(folder, 'merge.json'), '{}');
    await expect(mergeTasks(folder)).rejects.toThrow('is not what a merge has written');
  });

  it('writes nothing that a link leads to, even if told to replace files', async () => {
    const elsewhere = join(place.path, 'of-others');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'notes.md'), 'mine');
    for (const [name, target] of [
      ['README.md', 'notes.md'],
      ['merge.json', 'notes.md'],
      ['tars', '.'],
    ]) {
      const folder = copyOf(patches);
      symlinkSync(join(elsewhere, target), join(folder, name));
      await expect(mergeTasks(folder, { force: true, tarBytes: 1e9 })).rejects.toMatchObject({
        message: 'cannot write: it is a link, and a merge writes only in the folder of the campaign',
        place: { file: join(folder, name) },
      });
      expect(readdirSync(elsewhere)).toEqual(['notes.md']);
      expect(readFileSync(join(elsewhere, 'notes.md'), 'utf8')).toBe('mine');
      expect(existsSync(join(folder, 'manifest.jsonl')), 'all or none').toBe(false);
    }
  });

  it('is refused where a file of a survey has changed', async () => {
    const folder = copyOf(patches);
    const cloud = join(taskFolder(folder, tasksIn(folder)[1].id), 'cloud.las');
    const bytes = readFileSync(cloud);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(cloud, bytes);
    await expect(mergeTasks(folder)).rejects.toThrow(`1 file of surveys wrong\n  ${cloud}: has another content`);
  });

  it('removes what a merge left that was killed, in all its folders, as gc does', async () => {
    for (const tidy of [mergeTasks, (folder: string) => cleanCampaign(folder, 1)]) {
      const folder = copyOf(patches);
      const places = ['.', 'splits', 'tars'].map((name) => join(folder, name));
      for (const path of places) mkdirSync(path, { recursive: true });
      for (const path of places) await makeStaging(path, DEAD_STAGING, folder);
      await tidy(folder);
      for (const path of places.filter((each) => existsSync(each)))
        expect(readdirSync(path), path).not.toContain(DEAD_STAGING);
    }
  });

  it('removes nothing that a record names which was tampered with', async () => {
    const folder = copyOf(patches);
    const name = join(place.path, 'not-its-own');
    mkdirSync(name);
    writeFileSync(join(name, 'file'), 'x');
    symlinkSync(name, join(folder, 'away'));
    const files = {
      'plan.json': sha256(readFileSync(join(folder, 'plan.json'))),
      'away/file': sha256(Buffer.from('x')),
    };
    writeFileSync(join(folder, 'merge.json'), JSON.stringify({ merge: 1, files }));
    await mergeTasks(folder);
    expect([existsSync(join(folder, 'plan.json')), existsSync(join(name, 'file'))]).toEqual([true, true]);
  });

  it('is refused while surveys are missing, unless a part is asked for', async () => {
    const folder = copyOf(patches);
    const tasks = tasksIn(folder);
    for (const k of [1, 2]) rmSync(taskFolder(folder, tasks[k].id), { recursive: true });
    await expect(mergeTasks(folder)).rejects.toMatchObject({
      message: '2 of 3 surveys are not done: 1-2',
      hint: `subray campaign run ${folder} continues; --partial merges what is there`,
    });
    const report = await mergeTasks(folder, { partial: true });
    expect(report).toMatchObject({ surveys: 1, clouds: 1, missing: { failed: [], left: [1, 2] } });
    expect([...new Set(linesOf(folder).map(({ index }) => index))]).toEqual([0]);
    expect(json(folder, 'statistics.json').missing).toEqual({ failed: [], left: [1, 2] });
    expect(read(folder, 'README.md')).toContain('**Not complete:** 1 of 3 surveys; these are missing: 1-2.');
    mkdirSync(join(folder, 'failed'));
    for (const k of [1, 2]) {
      const failure = { id: tasks[k].id, index: k, fault: 'survey', attempts: 1, message: 'no such file' };
      writeFileSync(join(folder, 'failed', `${tasks[k].id}.json`), JSON.stringify(failure));
    }
    await expect(mergeTasks(folder)).rejects.toThrow('2 of 3 surveys failed: 1-2; survey 1: no such file');
    rmSync(join(folder, 'tasks'), { recursive: true });
    await expect(mergeTasks(folder, { partial: true })).rejects.toThrow('no survey is done');
  });

  it('says what only its maker knows, and leaves it out', async () => {
    const folder = copyOf(patches);
    const log = new Warnings();
    await mergeTasks(folder, { log });
    expect(log.texts.map((text) => text.split(' and nobody')[0])).toEqual([
      'croissant.json lacks what its format requires',
      'ro-crate-metadata.json lacks what its format requires',
    ]);
    expect(log.texts[0]).toContain('add license:, creator:, date:, url: to the campaign');
    expect(croissantFaults(json(folder, 'croissant.json'), folder)).toEqual(
      ['license', 'url', 'creator', 'datePublished'].map((key) => `the document lacks ${key}`),
    );
    const crate = json(folder, 'ro-crate-metadata.json');
    expect(crateFaults(crate, folder)).toEqual(['./ lacks datePublished', './ lacks license', 'datePublished']);
    appendFileSync(join(folder, 'labels.json'), ' ');
    expect(crateFaults(crate, folder)).toContain('labels.json has another content');
    expect(existsSync(join(folder, 'splits'))).toBe(false);
    expect(read(folder, 'README.md')).toContain('No license is stated.');
  });
});

describe('tars of samples', () => {
  it('hold the files of each survey under its number, in order, in archives of a size', () => {
    const folder = merged;
    const tars = mergedFiles.filter(({ mediaType }) => mediaType === 'application/x-tar').map(({ path }) => path);
    expect(tars.length).toBeGreaterThan(2);
    for (const split of ['train', 'val']) {
      const own = tars.filter((path) => path.startsWith(`tars/${split}-`));
      const entries = own.flatMap((path) => [...readTar(readFileSync(join(folder, path)))]);
      const tasks = tasksIn(folder).filter((task) => task.split === split);
      const keys = tasks.map(({ index }) => String(index).padStart(8, '0'));
      const names = keys.flatMap((key) =>
        ['cloud.labels.json', 'cloud.las', 'json'].map((ending) => `${key}.${ending}`),
      );
      expect(entries.map(([name]) => name)).toEqual(names);
      tasks.forEach((task, k) => {
        const cloud = readFileSync(join(taskFolder(folder, task.id), 'cloud.las'));
        expect(entries[3 * k + 1][1].equals(cloud)).toBe(true);
        expect(JSON.parse(entries[3 * k + 2][1].toString())).toMatchObject({ index: task.index, split });
      });
    }
    const front = /^---\n([\s\S]*?)\n---\n/.exec(read(folder, 'README.md'))?.[1] ?? '';
    expect(parse(front).configs[0].data_files).toContainEqual({ split: 'val', path: 'tars/val-*.tar' });
    if (spawnSync('tar', ['--version']).status !== 0) return;
    const listed = spawnSync('tar', ['-tvf', tars[0]], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    });
    expect([listed.status, listed.stderr]).toEqual([0, '']);
    expect(listed.stdout).toMatch(/^-rw-r--r-- 0\/0 +\d+ 1970-01-01 00:00 0000000\d\.cloud\.labels\.json$/m);
    expect(spawnSync('tar', ['-xf', tars[0], '-C', place.path], { cwd: folder }).status).toBe(0);
  });
});

describe('the clouds of a survey', () => {
  const files = (...names: string[]) => ({ files: names.map((name) => ({ name, bytes: 1, sha256: '' })) });
  const namesOf = (survey: Record<string, unknown>, ...names: string[]) =>
    cloudsOf({ survey }, files(...names)).map(({ name, isReadable }) => (isReadable ? name : `(${name})`));

  it('are the files of its first output, or its frames', () => {
    expect(namesOf({ output: ['a.las', 'a.ply'] }, 'a.labels.json', 'a.las', 'a.ply')).toEqual(['a.las']);
    expect(namesOf({ output: [{ file: './b/leg%03d.laz', by: 'leg' }] }, 'b/leg000.laz', 'b/leg001.laz')).toHaveLength(
      2,
    );
    expect(namesOf({ output: ['x.las'], frames: { file: 'f/%06d.pcd' } }, 'x.las', 'f/000000.pcd')).toEqual(['x.las']);
    expect(namesOf({ frames: { file: 'f/%06d.pcd' } }, 'f/000000.pcd', 'f/poses.txt')).toEqual(['f/000000.pcd']);
    const kitti = { frames: { dataset: 'semantic-kitti', folder: 'k' } };
    expect(namesOf(kitti, 'k/velodyne/000000.bin', 'k/labels/000000.label')).toEqual(['(k/velodyne/000000.bin)']);
    const pointcept = { frames: { dataset: 'pointcept', folder: '.' } };
    expect(namesOf(pointcept, 'train/000000/coord.npy', 'train/000000/pose.npy')).toEqual(['(train/000000/coord.npy)']);
  });

  it('are chosen evenly for the picture, over splits and numbers', () => {
    const tasks = Array.from({ length: 240 }, (_, index) => ({
      index,
      id: String(index).padStart(32, '0'),
      split: index % 4 === 0 ? 'test' : 'train',
      clouds: [{ name: 'a.las', bytes: 1, sha256: '', isReadable: true }],
    })) as unknown as MergedTask[];
    const look = { points: tasks.map(() => [5]) };
    const chosen = chooseClouds({ folder: '/', facts: { splits: { test: 60, train: 180 } }, tasks, look } as never);
    expect(chosen).toHaveLength(24);
    expect(chosen.filter(({ task }) => task.split === 'test')).toHaveLength(6);
    // Frames at the ends of a drive may be incomplete.
    const clouds = ['a', 'b', 'c'].map((name) => ({ name, bytes: 1, sha256: '' }));
    const ends = { points: [[198, 75_044, 512]] };
    const [frame] = chooseClouds({
      ...{ folder: '/', facts: { splits: {} }, look: ends },
      tasks: [{ index: 0, id: 'ab', clouds }],
    } as never);
    expect(frame).toMatchObject({ points: 75_044, path: expect.stringMatching(/b$/) });
    const numbers = chosen.filter(({ task }) => task.split === 'train').map(({ task }) => task.index);
    expect([numbers[0] < 20, numbers[numbers.length - 1] > 220, new Set(numbers).size]).toEqual([true, true, 18]);
  });
});

/** Splits in the order in which the plan has them. */
const bySplitOf = (folder: string) => {
  const order = Object.keys(json(folder, 'plan.json').splits);
  return (a: Record<string, string>, b: Record<string, string>) =>
    order.indexOf(a['splits/name']) - order.indexOf(b['splits/name']);
};

/** The points of all clouds, counted plainly. */
async function countAll(folder: string) {
  const semantics: Record<number, [number, number]> = {};
  const pulses: Record<number, number> = {};
  const [intensities, ranges, counts]: number[][] = [[], [], []];
  for (const { path } of linesOf(folder).filter(({ points }) => points !== undefined)) {
    const cloud = await openReadable(nodeFiles, join(folder, path));
    const objects = new Set<string>();
    let points = 0;
    for await (const batch of readPoints(cloud)) {
      points += batch.count;
      for (let i = 0; i < batch.count; i++) {
        semantics[batch.semantic[i]] ??= [0, 0];
        const own = semantics[batch.semantic[i]];
        own[0]++;
        const object = `${batch.semantic[i]} ${batch.instance[i]}`;
        if (batch.instance[i] > 0 && !objects.has(object)) own[1]++;
        objects.add(object);
        if (batch.returnNumber[i] === 1) pulses[batch.returnCount[i]] = (pulses[batch.returnCount[i]] ?? 0) + 1;
        intensities.push(batch.intensity[i]);
        ranges.push(batch.range[i]);
      }
    }
    counts.push(points);
  }
  intensities.sort((a, b) => a - b);
  ranges.sort((a, b) => a - b);
  return {
    semantics,
    pulses,
    counts,
    points: counts.reduce((sum, count) => sum + count, 0),
    intensity: [intensities[0], intensities[intensities.length - 1]],
    meanIntensity: intensities.reduce((sum, value) => sum + value, 0) / intensities.length,
    range: [ranges[0], ranges[ranges.length - 1]],
    medianRange: ranges[Math.ceil(ranges.length / 2) - 1],
  };
}
