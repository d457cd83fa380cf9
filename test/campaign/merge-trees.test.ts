import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeTasks, planCampaign, runCampaign } from '../../src/campaign/node-campaign.js';
import { taskFolder } from '../../src/campaign/run/task-folders.js';
import { BASE, CAMPAIGN, CampaignFolder, tasksIn } from './campaign-folder.js';

const PLOT = { kind: 'forest', seed: 1, triangles: 5000, extent: 30, stems: 50 };

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

/** A merged campaign whose surveys have this generator. */
async function merged(name: string, generate: object, more: object = {}): Promise<string> {
  const folder = join(place.path, name);
  const survey = { ...BASE, scene: { parts: [{ name: 'ground', generate }] } };
  await planCampaign(place.write({ ...CAMPAIGN, ...more, count: 2 }, survey), { folder });
  await runCampaign(folder, { threads: 1, cache: false });
  const { files } = await mergeTasks(folder);
  expect(files.some(({ path }) => path === 'trees.csv')).toBe(generate === PLOT);
  return folder;
}

it('the trees of plots are one table, with their survey and split', async () => {
  const folder = await merged('plots', PLOT, { split: { by: ['ground'], train: 0.5, val: 0.5 } });
  const [head, ...rows] = readFileSync(join(folder, 'trees.csv'), 'utf8').trimEnd().split('\n');
  const expected = tasksIn(folder).flatMap(({ index, id, split }) => {
    const table = readFileSync(join(taskFolder(folder, id), 'cloud.trees.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(head).toBe(`index,survey,split,${table[0]}`);
    return table.slice(1).map((row) => `${index},${id},${split},${row}`);
  });
  expect(rows.length).toBeGreaterThan(4);
  expect(rows).toEqual(expected);
});

it('there is none without generated trees', async () => {
  await merged('patches', BASE.scene.parts[0].generate);
});
