import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Progress } from '../../src/base/log.js';
import {
  cleanCampaign,
  planCampaign,
  runCampaign,
  statusOfCampaign,
  verifyCampaign,
} from '../../src/campaign/node-campaign.js';
import { taskFolder } from '../../src/campaign/run/task-folders.js';
import { sampleOf } from '../support/long-run.js';
import { BASE, CAMPAIGN, CampaignFolder, digestOfTasks, tasksIn } from './campaign-folder.js';

let place: CampaignFolder;
let expected: string;
/** A campaign whose surveys are done. */
let finished: string;
let plans = 0;

const OPTIONS = { threads: 1, cache: false };

async function plan(campaign: object = CAMPAIGN, base: object = BASE): Promise<string> {
  const folder = join(place.path, `run-${plans++}`);
  await planCampaign(place.write(campaign, base), { folder });
  return folder;
}

/** A copy of it, for changes. */
function copyOfFinished(): string {
  const folder = join(place.path, `run-${plans++}`);
  cpSync(finished, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  place = new CampaignFolder();
  finished = await plan();
  const report = await runCampaign(finished, OPTIONS);
  expect(report).toMatchObject({ tasks: 6, before: 0, done: 6, failed: 0, left: 0 });
  expect(report.points).toBeGreaterThan(100);
  expected = digestOfTasks(finished);
});
afterAll(() => place.remove());

describe('the tasks of a campaign', () => {
  it.each(sampleOf([3, 7], 1))('have the same bytes from %i shards', async (count) => {
    const folder = await plan();
    let done = 0;
    for (let index = count - 1; index >= 0; index--)
      done += (await runCampaign(folder, { ...OPTIONS, shard: `${index}/${count}` })).done;
    expect(done, 'each once').toBe(6);
    expect(digestOfTasks(folder)).toBe(expected);
    expect(await runCampaign(folder, OPTIONS)).toMatchObject({ before: 6, done: 0 });
  });

  it('are counted over all shards while one of them runs', async () => {
    const folder = await plan();
    await runCampaign(folder, { ...OPTIONS, shard: '0/2' });
    const told: [number, number][] = [];
    const onProgress = ({ done, total }: Progress) => void told.push([done, total]);
    await runCampaign(folder, { ...OPTIONS, shard: '1/2', onProgress });
    expect(told).toEqual([4, 5, 6].map((done) => [done, 6]));
    expect(digestOfTasks(folder)).toBe(expected);
  });

  it('are run again where files are missing or short, and by two at once', async () => {
    const folder = copyOfFinished();
    const [a, b] = tasksIn(folder).map(({ id }) => taskFolder(folder, id));
    rmSync(join(a, 'cloud.las'));
    writeFileSync(join(b, 'cloud.las'), 'x');
    expect(await statusOfCampaign(folder)).toMatchObject({ done: 4, left: 2, remaining: [0, 1] });
    const both = await Promise.all([runCampaign(folder, OPTIONS), runCampaign(folder, OPTIONS)]);
    expect(both.map(({ done, before }) => done + before)).toEqual([6, 6]);
    expect(digestOfTasks(folder)).toBe(expected);
  });

  it('are verified by their content', async () => {
    const folder = copyOfFinished();
    expect(await verifyCampaign(folder)).toMatchObject({ planned: 6, tasks: 6, files: 12, wrong: [] });
    const path = join(taskFolder(folder, tasksIn(folder)[3].id), 'cloud.las');
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(path, bytes);
    expect((await verifyCampaign(folder)).wrong).toEqual([
      { path, found: 'has another content than its survey wrote' },
    ]);
  });

  it('stop at a signal and when the time is over, with what is left', async () => {
    const folder = await plan();
    expect(await runCampaign(folder, { ...OPTIONS, signal: AbortSignal.abort() })).toMatchObject({ done: 0, left: 6 });
    const report = await runCampaign(folder, { ...OPTIONS, maxSeconds: 0 });
    expect([report.done + report.left, report.left > 0]).toEqual([6, true]);
    await runCampaign(folder, OPTIONS);
    expect(digestOfTasks(folder)).toBe(expected);
  });

  it('stop no other if they fail by their own fault, and are tried again only on request', async () => {
    const legs = [{ ...BASE.legs[0], on: 'ground' }];
    const campaign = { ...CAMPAIGN, grid: { y: [0, 50] }, count: 2 };
    campaign.set = { ...CAMPAIGN.set, '/legs/0/position': ['$x', '$y', 2] };
    const folder = await plan(campaign, { ...BASE, legs });
    expect(await runCampaign(folder, { ...OPTIONS, shard: '0/2' })).toMatchObject({ tasks: 2, left: 0 });
    expect(await runCampaign(folder, OPTIONS)).toMatchObject({ failed: 2, left: 0 });
    const status = await statusOfCampaign(folder);
    expect(status).toMatchObject({ done: 2, failed: 2, left: 0 });
    expect(status.failures[0]).toMatchObject({ index: 1, fault: 'survey', attempts: 1 });
    expect(status.failures[0].message).toContain('found no ground at');
    expect(await runCampaign(folder, { ...OPTIONS, retry: true })).toMatchObject({ before: 2, failed: 2 });
    expect((await statusOfCampaign(folder)).failures[1]).toMatchObject({ index: 3, attempts: 2 });
  });

  it('are left where a file that they read has changed, and run when it is as it was', async () => {
    const file = join(place.path, 'ground.obj');
    writeFileSync(file, 'mtllib ground.mtl\nusemtl soil\nv -90 -90 0\nv 90 -90 0\nv 0 90 0\nf 1 2 3\n');
    const library = join(place.path, 'ground.mtl');
    writeFileSync(library, 'newmtl soil\nKd 0.5 0.5 0.5\n');
    const campaign = {
      ...CAMPAIGN,
      count: 2,
      variables: { x: { uniform: [-1, 1] } },
      set: { '/legs/0/position': ['$x', 0, 2] },
    };
    const folder = await plan(campaign, { ...BASE, scene: { parts: [{ file: 'ground.obj' }] } });
    for (const path of [file, library]) {
      const whole = readFileSync(path, 'utf8');
      writeFileSync(path, `${whole}# another\n`);
      const warnings: string[] = [];
      const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
      expect(await runCampaign(folder, { ...OPTIONS, log })).toMatchObject({ done: 0, failed: 0, changed: 2, left: 0 });
      expect(warnings).toEqual([expect.stringContaining(`${path}: has changed since the plan was made`)]);
      expect(await statusOfCampaign(folder)).toMatchObject({ done: 0, failed: 0, left: 2 });
      writeFileSync(path, whole);
    }
    expect(await runCampaign(folder, OPTIONS)).toMatchObject({ done: 2, failed: 0 });
  });

  it.each(sampleOf(['gone', 'a folder'], 1))(
    'are left where a file that they read is %s, and run when it is back',
    async (what) => {
      const file = join(place.path, 'plain.obj');
      writeFileSync(file, 'v -90 -90 0\nv 90 -90 0\nv 0 90 0\nf 1 2 3\n');
      const set = { '/legs/0/position': ['$x', 0, 2] };
      const campaign = { ...CAMPAIGN, count: 2, variables: { x: { uniform: [-1, 1] } }, set };
      const folder = await plan(campaign, { ...BASE, scene: { parts: [{ file: 'plain.obj' }] } });
      renameSync(file, `${file}.away`);
      if (what === 'a folder') mkdirSync(file);
      expect(await runCampaign(folder, OPTIONS)).toMatchObject({ done: 0, failed: 0, changed: 2 });
      rmSync(file, { recursive: true, force: true });
      renameSync(`${file}.away`, file);
      expect(await runCampaign(folder, OPTIONS)).toMatchObject({ done: 2, failed: 0 });
    },
  );

  it('are left where their folder cannot be made or goes while they run, in plain words', async () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    const folder = await plan();
    writeFileSync(join(folder, 'tasks'), 'in the way');
    expect(await runCampaign(folder, { ...OPTIONS, log })).toMatchObject({ done: 0, failed: 0, left: 6 });
    expect(warnings).toEqual([expect.stringContaining('cannot write: a part of the path is a file, not a folder')]);
    expect((await verifyCampaign(folder)).wrong).toEqual([{ path: join(folder, 'tasks'), found: 'is no folder' }]);
    rmSync(join(folder, 'tasks'));
    const onProgress = () => rmSync(join(folder, 'tasks'), { recursive: true, force: true });
    expect(await runCampaign(folder, { ...OPTIONS, onProgress })).toMatchObject({ failed: 0 });
    await runCampaign(folder, OPTIONS);
    expect(digestOfTasks(folder)).toBe(expected);
  });

  it('are done again where their manifest or the note of their failure is damaged, which verify tells', async () => {
    const folder = copyOfFinished();
    const tasks = tasksIn(folder);
    const damaged = ['{"files":[null]}', '{"files":[]}', '[]', ''];
    for (const [k, text] of damaged.entries())
      writeFileSync(join(taskFolder(folder, tasks[k].id), 'task.json'), text.replace('{', `{"id":"${tasks[k].id}",`));
    mkdirSync(join(folder, 'failed'));
    for (const [k, text] of ['{}', '5'].entries()) writeFileSync(join(folder, 'failed', `${tasks[k].id}.json`), text);
    const found = 'is not whole: files are missing or cut off';
    expect(await verifyCampaign(folder)).toMatchObject({ planned: 6, tasks: 2 });
    expect((await verifyCampaign(folder)).wrong).toEqual(
      tasks.slice(0, 4).map(({ id }) => ({ path: taskFolder(folder, id), found })),
    );
    expect(await statusOfCampaign(folder)).toMatchObject({ done: 2, failed: 0, left: 4 });
    expect(await runCampaign(folder, OPTIONS)).toMatchObject({ done: 4, before: 2 });
    expect(digestOfTasks(folder)).toBe(expected);
  });

  it('are not removed while files in their folder grow, if they are another machine’s', async () => {
    const folder = copyOfFinished();
    const [{ id }] = tasksIn(folder);
    const staged = join(folder, 'tasks', id.slice(0, 2), `.${id}.00000000-00000000-1-1.0.tmp`);
    mkdirSync(join(staged, 'new'), { recursive: true });
    writeFileSync(join(staged, 'new', 'cloud.las'), 'x');
    const before = new Date(Date.now() - 3 * 86_400_000);
    for (const path of [join(staged, 'new'), staged]) utimesSync(path, before, before);
    expect(await cleanCampaign(folder, 1)).toEqual([]);
    utimesSync(join(staged, 'new', 'cloud.las'), before, before);
    expect(await cleanCampaign(folder, 1)).toEqual([{ path: staged }]);
  });

  it('leave folders only where their process was killed, which gc removes', async () => {
    const folder = copyOfFinished();
    const group = join(folder, 'tasks', tasksIn(folder)[0].id.slice(0, 2));
    const names = readdirSync(group);
    expect(names.every((name) => !name.startsWith('.'))).toBe(true);
    const dead = join(group, `.${tasksIn(folder)[0].id}.00000000-00000000-1-1.0.tmp`);
    mkdirSync(dead);
    expect(await cleanCampaign(folder, 1), 'of another machine, and new').toEqual([]);
    expect(await cleanCampaign(folder, 0)).toEqual([{ path: dead }]);
    expect(readdirSync(group)).toEqual(names);
  });
});
