import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planCampaign } from '../../src/campaign/node-campaign.js';
import { CampaignFolder, tasksIn } from './campaign-folder.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples/campaigns');

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

it('there are three examples, which examples.long.test.ts runs', () => {
  expect(readdirSync(EXAMPLES).sort()).toEqual(['driving', 'forest-plots', 'indoor']);
});

it.each(readdirSync(EXAMPLES))('the campaign %s plans different surveys in more than one split', async (name) => {
  const folder = join(place.path, name);
  const { tasks: count, splits } = await planCampaign(join(EXAMPLES, name, 'campaign.yaml'), { folder });
  expect(new Set(tasksIn(folder).map(({ id }) => id)).size).toBe(count);
  expect(Object.keys(splits).length).toBeGreaterThan(1);
});
