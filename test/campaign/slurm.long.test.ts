import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cleanCampaign,
  planCampaign,
  runCampaign,
  statusOfCampaign,
  submitCampaign,
} from '../../src/campaign/node-campaign.js';
import { BASE, CAMPAIGN, CampaignFolder, digestOfTasks } from './campaign-folder.js';
import { HAS_SLURM, NEEDS_SLURM, SlurmCluster } from './slurm-cluster.js';

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js');
/** About a second each. */
const SLOW = { ...BASE, legs: [{ ...BASE.legs[0], duration: 3 }], footprint: { ...BASE.footprint, subrays: 19 } };
const TASKS = 24;

describe.skipIf(!HAS_SLURM)(`a campaign on Slurm${NEEDS_SLURM}`, () => {
  let place: CampaignFolder;
  let cluster: SlurmCluster;
  let expected: string;

  beforeAll(async () => {
    place = new CampaignFolder();
    cluster = new SlurmCluster(join(place.path, 'slurm'), 26_817, MAIN);
    const whole = await plan('whole');
    await runCampaign(whole, { threads: 1 });
    expected = digestOfTasks(whole);
    await cluster.ready();
  });
  afterAll(() => {
    cluster.stop();
    place.remove();
  });

  async function plan(name: string): Promise<string> {
    const folder = join(place.path, name);
    await planCampaign(place.write({ ...CAMPAIGN, count: TASKS }, SLOW), { folder });
    return folder;
  }

  /** Submits the script for a campaign, and waits until shares run on both nodes. */
  async function submit(folder: string): Promise<void> {
    const script = join(folder, 'submit.sh');
    writeFileSync(script, await submitCampaign('slurm', folder, { shards: 4 }));
    cluster.call('sbatch', script);
    await cluster.until(() => cluster.jobs().filter(({ state }) => state === 'RUNNING').length === 2, 20);
  }

  /** Waits until a survey is done, while others are not. */
  const begun = (folder: string) => cluster.until(() => readdirSync(join(folder, 'tasks')).length > 0, 30);

  async function finish(folder: string): Promise<void> {
    await cluster.until(() => cluster.jobs().length === 0, 200);
    expect(await statusOfCampaign(folder)).toMatchObject({ done: TASKS, failed: 0, left: 0 });
    await cleanCampaign(folder, 0);
    expect(digestOfTasks(folder)).toBe(expected);
  }

  /** Lines of the logs of the jobs of a campaign. */
  const outputOf = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('slurm-'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');

  it('has the bytes of one process, also where shares are told to end and go back into the queue', async () => {
    const folder = await plan('requeued');
    await submit(folder);
    const [{ id }] = cluster.jobs().filter(({ state }) => state === 'RUNNING');
    await begun(folder);
    cluster.call('scancel', '--signal=TERM', '--batch', id);
    await cluster.until(() => cluster.jobs().some((job) => job.id === id && job.state === 'PENDING'), 20);
    await finish(folder);
    expect(outputOf(folder)).toContain('stopping');
  });

  it('has the bytes of one process, also where a node dies', async () => {
    const folder = await plan('killed');
    await submit(folder);
    await begun(folder);
    cluster.killNode('n1');
    await finish(folder);
  });
});
