import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAMPAIGN, CampaignFolder, faultOf } from './campaign-folder.js';

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

describe('rows of a program', () => {
  const { count: _, ...campaign } = { ...CAMPAIGN, variables: { x: CAMPAIGN.variables.x } };

  it('take the place of draws, beside other variables and the grid', async () => {
    const rows = '{"ground": 7, "split": "train"}\n\n{"split": "test", "ground": 8}\n';
    const grid = { height: [1, 2] };
    const set = { ...CAMPAIGN.set, '/legs/0/position': ['$x', 0, '$height'] };
    const tasks = await place.planFrom(rows, { ...campaign, grid, set });
    const drawn = await place.plan(CAMPAIGN);
    expect(tasks.map(({ split, variables }) => [split, variables])).toEqual(
      [0, 1].flatMap((draw) =>
        [1, 2].map((height) => [['train', 'test'][draw], { height, ground: 7 + draw, x: drawn[draw].variables.x }]),
      ),
    );
    expect(tasks[3].survey).toMatchObject({ scene: { parts: [{ generate: { seed: 8 } }] } });
  });

  it.each([
    ['{"ground": 7}\n[1]\n', {}, 'rows.jsonl:2: found "[1]", expected a JSON object'],
    ['{"ground": 7}\n{"x": 1, "ground": 7}\n', {}, 'rows.jsonl:2: found the names x, ground, expected ground'],
    ['{"$ground": 7}\n', {}, 'rows.jsonl:1: found the name "$ground", expected letters'],
    ['{"ground": 7, "split": 3}\n', {}, 'rows.jsonl:1: split: found 3'],
    ['{"ground": 7, "split": "a b"}\n', {}, 'rows.jsonl:1: split: found "a b", expected up to 64 letters'],
    [
      '{"ground": 7, "split": "a"}\n{"ground": 7, "split": "A"}\n',
      {},
      'rows.jsonl:2: split: found "A", expected one that differs from "a" by more than its case',
    ],
    ['{"ground": 7}\n{"ground": 1, "ground" : 7}\n', {}, 'rows.jsonl:2: found the name "ground" twice'],
    ['{"ground": {"a": [{"b": ":"}, {"b": "\\":"}], "c": 1, "c": 2}}\n', {}, 'rows.jsonl:1: found a name twice'],
    ['{"ground": 1e400}\n', {}, 'rows.jsonl:1: ground: found a number that is too large, expected a finite one'],
    ['\n', {}, 'rows.jsonl: found no rows'],
    ['{"ground": 7}\n', { grid: { ground: [1] } }, 'grid.ground: the rows of --from have it; leave one out'],
    ['{"soil": 7}\n', {}, 'a variable or an axis of the grid behind $'],
    ['{"ground": -7}\n', {}, 'survey 0 (ground: -7, x: '],
  ])('are refused as %j', async (rows, more, message) => {
    expect(await faultOf(place.planFrom(rows, { ...campaign, ...more }))).toContain(message);
  });

  it('have objects with colons and quotes in texts, and the same names in several objects', async () => {
    const ground = [{ b: 'a: "b" \\' }, { b: ':' }];
    const set = { ...CAMPAIGN.set, '/scene/parts/0/generate/seed': 1, '/name': '$ground' };
    const text = await faultOf(place.planFrom(`${JSON.stringify({ ground })}\n`, { ...campaign, set }));
    expect(text).toMatch(/survey 0 \(.*name: found a list of 2/);
  });

  it('are refused where they are not UTF-8', async () => {
    const rows = Buffer.from('{"ground": "\u00fc"}\n', 'latin1');
    expect(await faultOf(place.planFrom(rows, campaign))).toContain('rows.jsonl: found bytes that are not UTF-8');
  });

  it('take the place of the count, of variables of their names and of the split, which is said', async () => {
    const split = { by: ['ground'], train: 0.5, val: 0.5 };
    const tasks = await place.planFrom('{"x": 1, "split": "a"}\n{"x": 2, "split": "b"}\n', { ...CAMPAIGN, split });
    const drawn = await place.plan(CAMPAIGN);
    expect(tasks.map((task) => [task.variables, task.split])).toEqual([
      [{ ground: drawn[0].variables.ground, x: 1 }, 'a'],
      [{ ground: drawn[1].variables.ground, x: 2 }, 'b'],
    ]);
    await place.planFrom('{"x": 1, "split": "a"}\n', { ...CAMPAIGN, split });
    expect(place.warnings).toEqual([
      `${join(place.path, 'rows.jsonl')} has the draws: of ${join(place.path, 'campaign.yaml')}, count, the variable x and split are not used`,
    ]);
    await place.planFrom('{"ground": 1}\n', campaign);
    expect(place.warnings).toEqual([]);
  });

  it('take the place of what is held out, and have the split test that other choices need', async () => {
    const variables = { ...CAMPAIGN.variables, x: { choice: [1, 2] }, y: { choice: [3, 4] } };
    const set = { ...CAMPAIGN.set, '/legs/0/position': ['$x', '$y', 2] };
    const given = { ...CAMPAIGN, variables, set, split: { train: 0.5, test: 0.5 }, holdout: { x: 0.5, y: 0.5 } };
    const rows = (second: string) => `{"x": 1, "split": "train"}\n{"x": 1, "split": "${second}"}\n`;
    const [train, test] = await place.planFrom(rows('test'), given);
    expect([train.variables.x, test.variables.x]).toEqual([1, 1]);
    expect(train.variables.y).not.toBe(test.variables.y);
    expect(place.warnings[0]).toContain('count, the variable x, split and the holdout of x are not used');
    expect(await faultOf(place.planFrom(rows('val'), given))).toContain('a row of --from with the split test');
  });

  it('are as the documentation has them', async () => {
    const docs = readFileSync('docs/campaigns.md', 'utf8');
    const blockWith = (text: string) => {
      const found = [...docs.matchAll(/```\w+\n([^`]*)```/g)].find(([, block]) => block.includes(text));
      return found?.[1] ?? '';
    };
    writeFileSync(join(place.path, 'base.yaml'), blockWith('name: street'));
    const from = join(place.path, 'rows.jsonl');
    writeFileSync(from, blockWith('{ "town": 7'));
    const tasks = await place.planFile(place.writeText(blockWith('campaign: streets')), { from });
    expect(tasks.map(({ split, variables: { town, height } }) => [split, town, height])).toEqual([
      ['train', 7, 1.9],
      ['train', 7, 1.9],
      ['test', 8, 2],
      ['test', 8, 2],
    ]);
  });
});
