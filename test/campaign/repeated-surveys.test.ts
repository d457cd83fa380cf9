import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAMPAIGN, CampaignFolder, faultOf } from './campaign-folder.js';

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

describe('surveys that are the same', () => {
  const variables = { ground: { integer: [1, 2] }, y: { choice: ['a', 'b', 'c'] } };
  const set = { '/scene/parts/0/generate/seed': '$ground', '/seed': 3 };
  const campaign = { ...CAMPAIGN, count: 12, variables, set };
  const shares = { train: 0.5, test: 0.5 };

  it('are refused in two splits, with their numbers and with variables that make no difference', async () => {
    const split = { by: ['ground', 'y'], ...shares };
    const message = await faultOf(place.plan({ ...campaign, split }));
    expect(message).toMatch(
      /campaign\.yaml:\d+:\d+: surveys \d+ \((train|test)\) and \d+ \((train|test)\) are the same, in two splits/,
    );
    expect(message).toContain('no survey depends on y, which set does not use; split by');
    expect(message).toContain('split: { by: [ground], … }');
    const { y: _, ...others } = variables;
    const byDraw = await faultOf(place.plan({ ...campaign, variables: others, split: shares }));
    expect(byDraw).toMatch(/in two splits.*split by what surveys depend on: split: \{ by: \[ground\], … \}/s);
  });

  it('are refused in rows of a program that give them two splits', async () => {
    const { count: _, ...given } = { ...campaign, variables: {} };
    const rows = '{"ground": 1, "split": "train"}\n{"ground": 1, "split": "test"}\n';
    const message = await faultOf(place.planFrom(rows, given));
    expect(message).toContain('surveys 0 (train) and 1 (test) are the same, in two splits');
    expect(message).toContain('give rows that make the same survey the same split');
  });

  it('are counted in one warning where they are in one split', async () => {
    const { y: _, ...others } = variables;
    const tasks = await place.plan({ ...campaign, variables: others, split: { by: ['ground'], ...shares } });
    const repeated = tasks.length - new Set(tasks.map(({ id }) => id)).size;
    expect(repeated).toBe(10);
    expect(place.warnings).toEqual([
      expect.stringMatching(/^10 surveys are the same as one before, such as \d+ as \d+: both/),
    ]);
  });
});
