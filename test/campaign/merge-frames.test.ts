import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { MergedTask } from '../../src/campaign/merge/data-set.js';
import { MERGE_LAYOUTS } from '../../src/campaign/merge/layouts/index.js';
import { mergeTasks, planCampaign, runCampaign } from '../../src/campaign/node-campaign.js';
import type { Task } from '../../src/campaign/plan/plan-file.js';
import { taskFolder } from '../../src/campaign/run/task-folders.js';
import type { DataSetName } from '../../src/io/data-sets/data-sets.js';
import { KittiTracking, sequencesOf } from '../simulation/frames/kitti-tracking-loader.js';
import { NuScenes } from '../simulation/frames/nuscenes-loader.js';
import { createCustomInfos, splitOf } from '../simulation/frames/openpcdet-loader.js';
import { inLong, isLong, sampleOf } from '../support/long-run.js';
import { BASE, CAMPAIGN, CampaignFolder, tasksIn } from './campaign-folder.js';

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

/** The scanner of these surveys turns in a fiftieth of a second. */
const scanner = { id: BASE.scanner, rotationRate: 50 };

/** Surveys of a campaign, half of them in each of two splits. */
const FEW = inLong(4, 2);

/** Surveys of two frames each, planned and run. */
async function framed(
  dataset: DataSetName,
  folder: string,
  { count = FEW, name = dataset, ...sections }: Record<string, unknown> & { count?: number; name?: string } = {},
): Promise<{ folder: string; tasks: Task[] }> {
  const { output: _, footprint: __, scanner: ___, ...base } = BASE;
  const survey = {
    ...base,
    ...(sections.scanners === undefined && { scanner }),
    legs: [{ name: 'stand', position: [0, 0, 2], duration: 0.04 }],
    ...sections,
    frames: { dataset, folder },
  };
  const campaign = { ...CAMPAIGN, count, split: { by: ['ground'], train: 0.5, val: 0.5 } };
  const out = join(place.path, name);
  await planCampaign(place.write(campaign, survey), { folder: out });
  expect(await runCampaign(out, { threads: 1, cache: false })).toMatchObject({ done: count });
  return { folder: out, tasks: tasksIn(out) };
}

const STREET = {
  parts: [{ name: 'street', generate: { kind: 'street', seed: 1, triangles: 20_000, length: 30, parked: 0.9 } }],
};

/** Whether two files hold the same bytes, and some. */
function expectSame(path: string, other: string): void {
  expect(readFileSync(path).equals(readFileSync(other)), path).toBe(true);
  expect(readFileSync(path).length).toBeGreaterThan(0);
}

/** Whether statistics and the sheet of pictures have the points of frames, so many of them of a class. */
function expectCounted(folder: string, points: number, name: string, ofClass: number): void {
  const statistics = JSON.parse(read(folder, 'statistics.json'));
  expect(statistics.points).toBe(points);
  expect(ofClass).toBeGreaterThan(0);
  expect(statistics.semantics.find((row: { name: string }) => row.name === name)).toMatchObject({ points: ofClass });
  expect(statSync(join(folder, 'contact-sheet.png')).size).toBeGreaterThan(10_000);
  expect(Object.values(JSON.parse(read(folder, 'labels.json')).semantics)).toContain(name);
}

describe('frames of surveys', () => {
  it.runIf(isLong)('are sequences of SemanticKITTI, whose numbers say the split', async () => {
    const { folder, tasks } = await framed('semantic-kitti', 'frames/all');
    const { frames } = await mergeTasks(folder);
    expect(frames).toMatchObject({ folder: join(folder, 'dataset'), layout: 'semantic-kitti', by: 'hard links' });
    const numbers = { train: ['00', '01', '02', '03', '04'], val: ['08', '22', '23', '24'] };
    const used = { train: 0, val: 0 };
    for (const task of tasks) {
      const split = task.split as 'train' | 'val';
      const own = join(taskFolder(folder, task.id), 'frames/all');
      const sequence = join(folder, 'dataset/sequences', numbers[split][used[split]++]);
      for (const path of ['velodyne/000001.bin', 'labels/000001.label', 'poses.txt', 'times.txt', 'calib.txt'])
        expectSame(join(sequence, path), join(own, path));
      expect(statSync(join(sequence, 'poses.txt')).nlink).toBe(2);
    }
    expect(readdirSync(join(folder, 'dataset/sequences'))).toHaveLength(4);
    const { labels, learning_map, learning_map_inv, split } = parse(read(folder, 'dataset/semantic-kitti.yaml'));
    expect([labels[40], learning_map[40], learning_map_inv[9]]).toEqual(['road', 9, 40]);
    expect(Object.keys(learning_map)).toEqual(Object.keys(labels));
    const words = tasks.flatMap(({ id }) => {
      const files = ['000000', '000001'].map((frame) =>
        join(taskFolder(folder, id), `frames/all/labels/${frame}.label`),
      );
      return files.flatMap((file) => [...new Uint32Array(new Uint8Array(readFileSync(file)).buffer)]);
    });
    expectCounted(folder, words.length, 'terrain', words.filter((word) => (word & 0xffff) === 72).length);
    expect(split.train).toEqual([0, 1, 2, 3].slice(0, used.train));
    expect(split.valid).toEqual([8, 22, 23, 24].slice(0, used.val));
    const surveys = JSON.parse(read(folder, 'dataset/surveys.json'));
    expect(surveys.surveys[tasks.findIndex((task) => task.split === 'val')]).toBe('sequences/08/');
  });

  it('are frames of OpenPCDet, numbered through, with a list for each split', async () => {
    const { folder, tasks } = await framed('openpcdet', '.', { scene: STREET });
    await mergeTasks(folder);
    const lists: Record<string, string[]> = { train: [], val: [], test: [] };
    for (const [k, task] of tasks.entries())
      for (const frame of [0, 1]) {
        const digits = String(2 * k + frame).padStart(6, '0');
        lists[task.split ?? ''].push(digits);
        const own = taskFolder(folder, task.id);
        expectSame(join(folder, `dataset/points/${digits}.npy`), join(own, `points/00000${frame}.npy`));
        expect(existsSync(join(folder, `dataset/labels/${digits}.txt`))).toBe(true);
      }
    const root = join(folder, 'dataset');
    for (const [split, numbers] of Object.entries(lists)) expect(splitOf(root, split), split).toEqual(numbers);
    const { train, val } = createCustomInfos(root);
    expect([train, val].map((infos) => infos.map(({ name }) => name))).toEqual([lists.train, lists.val]);
    expect(train.length).toBeGreaterThan(0);
  });

  it.runIf(isLong)('are sequences of KITTI tracking, with a list for each split and for all', async () => {
    const { folder, tasks } = await framed('kitti-tracking', 'k', { scene: STREET });
    const { frames } = await mergeTasks(folder);
    expect(frames).toMatchObject({ layout: 'kitti-tracking', files: 7 * tasks.length });
    const root = join(folder, 'dataset');
    for (const [k, task] of tasks.entries()) {
      const own = join(taskFolder(folder, task.id), 'k');
      const of = (sequence: string) => [
        ...['label_02', 'calib', 'oxts'].map((name) => `training/${name}/${sequence}.txt`),
        `training/velodyne/${sequence}/000001.bin`,
      ];
      const merged = of(`000${k}`);
      for (const [file, path] of of('0000').entries()) expectSame(join(root, merged[file]), join(own, path));
      expectSame(join(root, `boxes/000${k}/000001.json`), join(own, 'boxes/000001.json'));
      expect(new KittiTracking(root, `000${k}`).labels).toEqual(new KittiTracking(own).labels);
    }
    const inSplit = (split: string) =>
      Object.fromEntries(tasks.flatMap((task, k) => (task.split === split ? [[`000${k}`, 2]] : [])));
    for (const split of ['train', 'val']) expect(sequencesOf(root, split), split).toEqual(inSplit(split));
    expect(sequencesOf(root)).toEqual({ ...inSplit('train'), ...inSplit('val') });
    expect(JSON.parse(read(root, 'surveys.json')).surveys[1]).toBe('0001');
    expect(JSON.parse(read(folder, 'statistics.json')).points).toBe(
      tasks.reduce((sum, _, k) => {
        const { scans } = new KittiTracking(root, `000${k}`);
        return sum + scans.reduce((points, scan) => points + scan.length / 4, 0);
      }, 0),
    );
  });

  it('are described with their points, without those of a frame that was left out', async () => {
    const legs = [{ name: 'stand', position: [0, 0, 2], duration: 0.05 }];
    const { folder } = await framed('openpcdet', 'f', { count: 2, name: 'left-out', legs });
    await mergeTasks(folder);
    const { points } = JSON.parse(read(folder, 'statistics.json'));
    expect(points).toBeGreaterThan(1000);
    for (const file of ['README.md', 'croissant.json', 'ro-crate-metadata.json'])
      expect(read(folder, file), file).toContain(`2 simulated laser scans with ${points} labelled points`);
  });

  it('of OpenPCDet are in no list where they have no object; an empty list is told of', async () => {
    const { folder } = await framed('openpcdet', '.', { name: 'bare', count: 2 });
    await mergeTasks(folder);
    const root = join(folder, 'dataset');
    expect(readdirSync(join(root, 'points'))).toHaveLength(4);
    expect(['train', 'val', 'test'].map((split) => splitOf(root, split))).toEqual([[], [], []]);
    const { warnings, log } = warningLog();
    MERGE_LAYOUTS.openpcdet.arrange([taskOf(0, 'train', 'ImageSets/train.txt')], log);
    expect(warnings).toEqual([
      'ImageSets/val.txt is empty: no survey is in the split "val", which OpenPCDet evaluates with',
    ]);
  });

  it('are folders of Pointcept in those of their splits, in the folder that is asked for', async () => {
    const { folder, tasks } = await framed('pointcept', 'p');
    const dataset = join(place.path, 'learn');
    mkdirSync(dataset);
    writeFileSync(join(dataset, 'notes.txt'), 'mine');
    await expect(mergeTasks(folder, { dataset, force: true })).rejects.toThrow('exists, and no merge made it');
    expect(readFileSync(join(dataset, 'notes.txt'), 'utf8')).toBe('mine');
    const other = join(place.path, 'learn-2');
    await mergeTasks(folder, { dataset: other });
    await mergeTasks(folder, { dataset: other });
    for (const task of tasks) {
      const scene = join(other, task.split ?? '', `00000${task.index}_000001`);
      expectSame(join(scene, 'coord.npy'), join(taskFolder(folder, task.id), 'p/train/000001/coord.npy'));
    }
    const statistics = JSON.parse(read(folder, 'statistics.json'));
    expectCounted(folder, statistics.points, 'terrain', statistics.points);
    expectSame(join(other, 'classes.json'), join(taskFolder(folder, tasks[0].id), 'p/classes.json'));
    expect(readdirSync(place.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.runIf(isLong)('are scenes of nuScenes in one set of tables, which its program reads', async () => {
    const { folder, tasks } = await framed('nuscenes', 'n', { scene: STREET, count: 2 });
    await mergeTasks(folder);
    const root = join(folder, 'dataset');
    const set = new NuScenes(root);
    const splits = JSON.parse(read(root, 'v1.0-trainval/splits.json'));
    const all = set.tables.sample.flatMap((sample) => set.load(sample).points);
    expectCounted(folder, all.length, 'vehicle.car', all.filter(({ label }) => label === 17).length);
    for (const [k, scene] of set.tables.scene.entries()) {
      expect(scene.name).toBe(`scene-00000${k}`);
      expect(splits[`subray_${tasks[k].split}`]).toContain(scene.name);
      const own = new NuScenes(join(taskFolder(folder, tasks[k].id), 'n'));
      const [samples, ownSamples] = [set.samplesOf(scene), own.samplesOf(own.tables.scene[0])];
      expect(samples).toHaveLength(2);
      for (const [frame, sample] of samples.entries()) {
        const [merged, before] = [set.load(sample), own.load(ownSamples[frame])];
        expect(merged.points.length).toBeGreaterThan(100);
        expect(merged.points).toEqual(before.points);
        expect(merged.annotations.length).toBeGreaterThan(0);
        expect(merged.annotations.map(({ size }) => size)).toEqual(before.annotations.map(({ size }) => size));
      }
    }
    expect(Object.values(splits).flat()).toHaveLength(2);
    expect(set.tables.category).toHaveLength(32);
  });

  it.each(
    sampleOf(
      [
        ['semantic-kitti', 'velodyne/000001.bin', ['sequences/00/', 'sequences/01/']],
        ['pointcept', 'coord.npy', ['train/000000_left_*', 'train/000000_right_*']],
        ['nuscenes', '', ['scene-000000_left', 'scene-000000_right']],
      ] as const,
      1,
    ),
  )('are a sequence for each of several scanners, in %s', async (dataset, path, places) => {
    const scanners = ['left', 'right'].map((name) => ({ name, scanner }));
    const { folder } = await framed(dataset, 'f/%s/own', { scanners, count: 1, name: `${dataset}-2` });
    const { frames } = await mergeTasks(folder);
    const surveys = JSON.parse(read(folder, 'dataset/surveys.json')).surveys;
    expect(surveys[0]).toEqual({ left: places[0], right: places[1] });
    expect(frames?.files).toBeGreaterThan(8);
    if (dataset === 'semantic-kitti')
      for (const place of places) expect(existsSync(join(folder, 'dataset', place, path))).toBe(true);
    if (dataset === 'pointcept')
      for (const place of places)
        expect(existsSync(join(folder, 'dataset', place.replace('*', '000001'), path))).toBe(true);
    if (dataset === 'nuscenes')
      expect(new NuScenes(join(folder, 'dataset')).tables.scene.map(({ name }) => name)).toEqual(places);
  });

  it('of several scanners in a folder of nuScenes are one scene', async () => {
    const scanners = ['top', 'left'].map((name) => ({ name, scanner }));
    const { folder } = await framed('nuscenes', 'n', { scanners, count: 2, name: 'lidars' });
    await mergeTasks(folder);
    const set = new NuScenes(join(folder, 'dataset'));
    expect(set.tables.scene.map(({ name }) => name)).toEqual(['scene-000000', 'scene-000001']);
    expect(set.tables.sensor.map(({ channel }) => channel)).toEqual(['LIDAR_TOP', 'LIDAR_LEFT']);
    for (const sample of set.tables.sample)
      for (const channel of ['LIDAR_TOP', 'LIDAR_LEFT'])
        expect(set.load(sample, channel).points.length).toBeGreaterThan(100);
    expect(readdirSync(join(folder, 'dataset/boxes/LIDAR_LEFT'))).toHaveLength(4);
  });

  it('are numbered as sequences of KITTI tracking, with their frames in the lists of their splits', () => {
    const points = [0, 1].map((frame) => `training/velodyne/0000/00000${frame}.bin`);
    const others = ['training/oxts/0000.txt', 'training/evaluate_tracking.seqmap.training', 'boxes/000000.json'];
    const surveys = [
      taskOf(0, 'train', ...points, ...others, 'frames.labels.json'),
      { ...taskOf(3, 'val', points[0]), scanner: 'left' },
      taskOf(4, undefined, points[0]),
    ];
    const { placed, texts, places } = MERGE_LAYOUTS['kitti-tracking'].arrange(surveys, warningLog().log);
    expect(placed.map(({ path }) => path)).toEqual([
      ...[...points, 'training/oxts/0000.txt', 'boxes/0000/000000.json'],
      ...['training/velodyne/0001/000000.bin', 'training/velodyne/0002/000000.bin'],
    ]);
    const lines = ['0000 empty 000000 000002\n', '0001 empty 000000 000001\n', '0002 empty 000000 000001\n'];
    expect(texts).toEqual({
      'training/evaluate_tracking.seqmap.training': lines.join(''),
      'training/evaluate_tracking.seqmap.train': lines[0] + lines[2],
      'training/evaluate_tracking.seqmap.val': lines[1],
    });
    expect(places).toEqual({ 0: '0000', 3: { left: '0001' }, 4: '0002' });
  });

  it('continue from 22 on, with a warning, beyond the numbers of SemanticKITTI', () => {
    const surveys = Array.from({ length: 12 }, (_, index) => taskOf(index, 'train', 'poses.txt'));
    const { warnings, log } = warningLog();
    const { placed } = MERGE_LAYOUTS['semantic-kitti'].arrange(surveys, log);
    const numbers = ['00', '01', '02', '03', '04', '05', '06', '07', '09', '10', '22', '23'];
    expect(placed.map(({ path }) => path)).toEqual(numbers.map((number) => `sequences/${number}/poses.txt`));
    expect(warnings.join()).toContain('2 sequences have numbers from 22 on');
  });
});

/** A survey with files. */
const taskOf = (index: number, split: string | undefined, ...names: string[]) => ({
  task: { index, id: '', split } as MergedTask,
  files: new Map(names.map((name) => [name, { name, bytes: 1, sha256: '' }])),
});

function warningLog() {
  const warnings: string[] = [];
  return { warnings, log: { info: () => {}, warn: (text: string) => void warnings.push(text) } };
}

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
