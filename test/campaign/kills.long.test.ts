import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanCampaign, planCampaign, runCampaign } from '../../src/campaign/node-campaign.js';
import { BASE, CAMPAIGN, CampaignFolder, digestOfTasks } from './campaign-folder.js';

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js');
const KILLS = 20;
/** Seconds until a run is killed: from the start of the program to several surveys later. */
const LATEST = 2.5;

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

/** Starts a run of all tasks, and kills it after so many seconds; returns whether it ended before. */
async function runAndKill(folder: string, seconds: number): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN, 'campaign', 'run', folder, '--threads', '1'], { stdio: 'ignore' });
  const ended = new Promise<boolean>((done) => child.once('exit', (code) => done(code === 0)));
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const complete = await ended;
  clearTimeout(timer);
  return complete;
}

it(`a campaign killed at ${KILLS} random moments has the bytes of one that was not`, async () => {
  const base = { ...BASE, legs: [{ ...BASE.legs[0], duration: 0.05 }] };
  const campaign = { ...CAMPAIGN, count: 240 };
  const [whole, killed] = ['whole', 'killed'].map((name) => join(place.path, name));
  for (const folder of [whole, killed]) await planCampaign(place.write(campaign, base), { folder });
  await runCampaign(whole, { threads: 1 });
  let complete = 0;
  for (let k = 0; k < KILLS; k++) if (await runAndKill(killed, Math.random() * LATEST)) complete++;
  expect(complete, 'most runs were killed').toBeLessThan(KILLS / 2);
  const report = await runCampaign(killed, { threads: 1 });
  expect(report.before + report.done).toBe(240);
  await cleanCampaign(killed, 0);
  expect(digestOfTasks(killed)).toBe(digestOfTasks(whole));
});
