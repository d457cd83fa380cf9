import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planCampaign, submitCampaign } from '../../src/campaign/node-campaign.js';
import { SUBMIT_KINDS } from '../../src/campaign/submit/index.js';
import type { SubmitOptions } from '../../src/campaign/submit/submit-campaign.js';
import { SUBMIT_NAMES, type SubmitName } from '../../src/campaign/submit/submit-names.js';
import { CampaignFolder } from './campaign-folder.js';

let place: CampaignFolder;
let folder: string;
beforeAll(async () => {
  place = new CampaignFolder();
  folder = join(place.path, "the plan's");
  await planCampaign(place.write(), { folder });
});
afterAll(() => place.remove());

const text = (name: SubmitName, options: SubmitOptions = {}) =>
  submitCampaign(name, folder, { image: 'lab/subray:1', shards: 3, seconds: 100_000, memoryBytes: 3e9, ...options });

describe('a campaign is submitted', () => {
  it('to each engine that has a name', () => {
    expect(SUBMIT_KINDS.map(({ name }) => name)).toEqual(SUBMIT_NAMES);
  });

  it.each(['slurm', 'parallel'] as const)('to %s by a script that a shell understands', async (name) => {
    const script = join(place.path, 'script.sh');
    writeFileSync(script, await text(name));
    execFileSync('bash', ['-n', script]);
    // The words that subray gets.
    writeFileSync(script, (await text(name)).replaceAll(/^(exec )?(subray|parallel) /gm, '$1printf "%s|" $2 '));
    const printed = execFileSync('bash', [script], { encoding: 'utf8', env: { ...process.env, SLURM_JOB_ID: '1' } });
    expect(printed).toContain(`campaign|run|${folder}|--`);
  });

  it('to Slurm with its limits', async () => {
    const script = await text('slurm');
    for (const line of ['--array=0-2', '--mem=2862M', '--time=1-03:46:40', '--job-name=subray-patches', '--requeue'])
      expect(script).toContain(`#SBATCH ${line}\n`);
    expect(script, 'a directive cannot quote the path').not.toContain('--output');
  });

  it('to Kubernetes by an indexed job', async () => {
    const { kind, spec } = parse(await text('k8s'));
    expect([kind, spec.completionMode, spec.completions, spec.backoffLimitPerIndex]).toEqual(['Job', 'Indexed', 3, 10]);
    const [container] = spec.template.spec.containers;
    expect(container.args.slice(0, 6)).toEqual(['campaign', 'run', folder, '--task-from-env', '--count', '3']);
    expect(container.image).toBe('lab/subray:1');
  });

  it('to AWS Batch as an array, and as a plain job if it is one', async () => {
    expect(JSON.parse(await text('aws-batch')).arrayProperties).toEqual({ size: 3 });
    const one = JSON.parse(await text('aws-batch', { shards: 1 }));
    expect([one.arrayProperties, one.containerOverrides.command]).toEqual([
      undefined,
      ['subray', 'campaign', 'run', folder, '--threads', '1', '--quiet'],
    ]);
  });

  it('to Google Batch as a group of tasks', async () => {
    const [group] = JSON.parse(await text('google-batch')).taskGroups;
    expect([group.taskCount, group.taskSpec.maxRunDuration]).toEqual(['3', '100000s']);
  });

  it('not without a container if one is needed, nor in more shares than surveys', async () => {
    await expect(text('k8s', { image: undefined })).rejects.toThrow('k8s needs a container, expected --image NAME');
    await expect(text('slurm', { shards: 7 })).rejects.toThrow('--shards: found 7, expected at most 6');
  });
});
