import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planCampaign, runCampaign } from '../../src/campaign/node-campaign.js';
import { taskFolder } from '../../src/campaign/run/task-folders.js';
import { CampaignFolder, tasksIn } from './campaign-folder.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples/campaigns');
/** Changes with which a survey of each example takes a second: less of its way, wider steps. */
const REDUCED: Readonly<Record<string, object>> = {
  driving: {
    legs: [
      {
        path: [
          [-0.6, -1.53, 0],
          [0.6, -1.53, 0],
        ],
        speed: 10,
      },
    ],
  },
  'forest-plots': { scanner: { id: 'riegl-vz-400', verticalStep: 3, horizontalStep: 3 } },
  indoor: { scanner: { id: 'faro-focus-s350', verticalStep: 3, horizontalStep: 3 } },
};

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

const read = (name: string, file: string) => parse(readFileSync(join(EXAMPLES, name, file), 'utf8'));

it('the examples are those that are tested', () => {
  expect(readdirSync(EXAMPLES).sort()).toEqual(Object.keys(REDUCED));
});

describe.each(Object.keys(REDUCED))('the campaign %s', (name) => {
  it('runs, and makes a cloud and what learning programs read', async () => {
    const [campaign, base] = ['campaign.yaml', 'base.yaml'].map((file) => read(name, file));
    const folder = join(place.path, `${name}-run`);
    const reduced = place.write({ ...campaign, count: 1 }, { ...base, ...REDUCED[name] });
    await planCampaign(reduced, { folder });
    const report = await runCampaign(folder, { threads: 1, cache: false });
    expect(report).toMatchObject({ tasks: 1, done: 1, failed: 0 });
    expect(report.points).toBeGreaterThan(5_000);
    const [task] = tasksIn(folder);
    const files = readdirSync(taskFolder(folder, task.id), { recursive: true, encoding: 'utf8' });
    expect(files).toContain(base.output[0]);
    if (base.frames)
      expect(files.filter((file) => file.startsWith(`${base.frames.folder}/`)).length).toBeGreaterThan(3);
  });
});
