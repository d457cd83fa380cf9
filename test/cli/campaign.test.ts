import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MergeOptions, MergeReport } from '../../src/campaign/merge/merge-campaign.js';
import { CAMPAIGN, CampaignFolder } from '../campaign/campaign-folder.js';
import { subray } from './fakes.js';

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

const MERGED: MergeReport = {
  surveys: 1,
  missing: { failed: [], left: [] },
  clouds: 1,
  points: 1,
  files: [],
};

describe('subray campaign merge', () => {
  it.each([
    ['--tar=500MB', 5e8],
    ['--tar', 1e9],
  ])('takes %s', async (word, bytes) => {
    const mergeTasks = vi.fn(async (_: string, options?: MergeOptions) => {
      expect(options?.tarBytes).toBe(bytes);
      return MERGED;
    });
    expect(await subray(`campaign merge folder --quiet ${word}`, { mergeTasks })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(mergeTasks).toHaveBeenCalledOnce();
  });

  it('refuses tars of no size', async () => {
    const mergeTasks = vi.fn(async () => MERGED);
    const { code, stderr } = await subray('campaign merge folder --tar=0', { mergeTasks });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--tar: found 0, expected a size above 0')]);
    expect(mergeTasks).not.toHaveBeenCalled();
  });
});

describe('subray campaign plan', () => {
  it('says what of a campaign rows take the place of', async () => {
    const [from, out] = [join(place.path, 'rows.jsonl'), join(place.path, 'out')];
    writeFileSync(from, '{"x": 1}\n');
    const words = ['campaign', 'plan', place.write(CAMPAIGN), '--from', from, '-o', out, '--quiet'];
    const { code, stderr } = await subray(words);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/count and the variable x are not used\n$/)]);
  });
});
