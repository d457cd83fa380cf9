import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { AbortedError } from '../../src/base/errors.js';
import { planCampaign, statusOfCampaign } from '../../src/campaign/node-campaign.js';
import type { Task } from '../../src/campaign/plan/plan-file.js';
import { isLong } from '../support/long-run.js';
import { BASE, CAMPAIGN, CampaignFolder, faultOf } from './campaign-folder.js';

let place: CampaignFolder;
beforeAll(() => {
  place = new CampaignFolder();
});
afterAll(() => place.remove());

const plan: CampaignFolder['plan'] = (...given) => place.plan(...given);
const failing: (...given: Parameters<typeof plan>) => Promise<string> = (...given) => faultOf(plan(...given));

describe('a plan', () => {
  it('stays as it is when variables are added, draws become more and keys change places', async () => {
    const before = await plan(CAMPAIGN);
    const { variables, set } = CAMPAIGN;
    const more = {
      ...CAMPAIGN,
      count: 12,
      variables: { first: { normal: [2, 0.5], clip: [1, 3] }, ...variables },
      set: { '/legs/0/name': 'stand', '/footprint/subrays': 4, '/name': 'patch', ...set, '/seed': '$first' },
    };
    const unused = { ...more, set: { ...set, '/legs/0/name': '$first' } };
    expect(await failing(unused)).toContain('legs[0].name');
    const grown = await plan({ ...CAMPAIGN, count: 12 });
    expect(grown.slice(0, 6)).toEqual(before);
    const added = await plan({
      ...CAMPAIGN,
      variables: { depth: { loguniform: [1e-3, 1e-2] }, ...variables },
      set: { '/legs/0/duration': '$depth', ...set },
    });
    const kept = added.map(({ variables: { ground, x } }) => ({ ground, x }));
    expect(kept).toEqual(before.map(({ variables: drawn }) => drawn));
    expect(new Set(grown.map(({ id }) => id)).size).toBe(12);
    expect(new Set(grown.map(({ survey }) => survey.seed)).size, 'a seed each').toBe(12);
  });

  it.runIf(isLong)('with 600 draws is the start of one with 2,100, which several threads check', async () => {
    const campaign = (count: number) => ({ ...CAMPAIGN, count });
    const [before, grown] = [await plan(campaign(600)), await plan(campaign(2100), BASE, { threads: 2 })];
    expect(grown).toHaveLength(2100);
    expect(grown.slice(0, 600)).toEqual(before);
    const faulty = { ...CAMPAIGN, count: 2100, set: { ...CAMPAIGN.set, '/footprint/subrays': '$x' } };
    const [alone, together] = [
      await failing(faulty, BASE, { threads: 1 }),
      await failing(faulty, BASE, { threads: 2 }),
    ];
    expect(together).toBe(alone);
    expect(together).toContain('campaign.yaml');
    expect(together).toMatch(/20 surveys cannot be run; no more were looked for[\s\S]*survey 0 \(/);
  });

  it('draws again what sees nothing, in all cells of the grid, where that is to be found', async () => {
    const legs = [{ ...BASE.legs[0], on: 'ground' }];
    const campaign = {
      ...CAMPAIGN,
      count: 4,
      grid: { height: [2, 3] },
      variables: { x: { uniform: [-30, 30] } },
      set: { '/legs/0/position': ['$x', 0, '$height'] },
    };
    const base = { ...BASE, legs };
    const found = await plan(campaign, base, { check: true });
    const unseen = await plan(campaign, base);
    const isWithin = ({ variables: { x } }: Task) => Math.abs(x as number) <= 10;
    expect(found.every(isWithin)).toBe(true);
    expect(unseen.filter(isWithin), 'half of them').toHaveLength(4);
    for (const [k, task] of found.entries()) {
      expect(task.attempt !== undefined).toBe(!isWithin(unseen[k]));
      if (task.attempt === undefined) expect(task).toEqual(unseen[k]);
      expect(task.attempt).toBe(found[k ^ 1].attempt);
    }
    const never = { ...campaign, variables: { x: { uniform: [20, 30] } } };
    expect(await failing(never, base, { check: true })).toMatch(/survey 0 \(height: 2, x: .*found no ground at/);
  });

  it('names the row of a program whose survey reads a file that is not there, or sees nothing', async () => {
    const campaign = {
      ...CAMPAIGN,
      variables: {},
      set: { '/scene/parts/1/instances/csv': '$table', '/legs/0/position': ['$x', 0, 2] },
    };
    const { parts } = BASE.scene;
    writeFileSync(join(place.path, 'tree.obj'), 'v -1 0 0\nv 1 0 0\nv 0 0 2\nf 1 2 3\n');
    writeFileSync(join(place.path, 'some.csv'), 'x,y\n3,0\n');
    const tree = { name: 'tree', file: 'tree.obj', instances: { csv: 'some.csv' } };
    const base = { ...BASE, scene: { parts: [...parts, tree] } };
    const checked = (rows: string) => faultOf(place.planFrom(rows, campaign, base, { check: true }));
    expect(await checked('{"table": "some.csv", "x": 0}\n')).toBe('no fault');
    expect(await checked('{"table": "some.csv", "x": 0}\n{"table": "gone.csv", "x": 0}\n')).toMatch(
      /survey 1 \(table: "gone.csv", x: 0\): .*gone.csv/,
    );
    expect(await checked('{"table": "some.csv", "x": 900}\n')).toMatch(/survey 0 \(table: "some.csv", x: 900\): /);
  });

  it('ends quietly when it is stopped', async () => {
    const folder = join(place.path, 'stopped');
    const stop = new AbortController();
    const file = place.write({ ...CAMPAIGN, count: 600 });
    const planning = planCampaign(file, { folder, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(planning).rejects.toThrow(AbortedError);
    expect(existsSync(folder)).toBe(false);
  });

  it('crosses draws with the grid, and has a draw for each cell where asked for', async () => {
    const tasks = await plan({
      ...CAMPAIGN,
      count: 3,
      grid: { sensor: ['velodyne-vlp-16', 'velodyne-hdl-32e'], height: [1, 2] },
      variables: { ...CAMPAIGN.variables, y: { uniform: [0, 1], per: 'cell' } },
      set: {
        '/scanner': '$sensor',
        '/legs/0/position': ['$x', '$y', '$height'],
        '/scene/parts/0/generate/seed': '$ground',
      },
    });
    expect(tasks.map(({ survey }) => survey.scanner).slice(0, 4)).toEqual([
      'velodyne-vlp-16',
      'velodyne-vlp-16',
      'velodyne-hdl-32e',
      'velodyne-hdl-32e',
    ]);
    const first = tasks.slice(0, 4).map(({ variables }) => variables);
    expect(new Set(first.map(({ x }) => x)).size).toBe(1);
    expect(new Set(first.map(({ y }) => y)).size).toBe(4);
    expect(first.map(({ height }) => height)).toEqual([1, 2, 1, 2]);
  });

  it('tells of splits with a share that no survey is in', async () => {
    const warned = async (count: number, split: object) => {
      await plan({ ...CAMPAIGN, count, split });
      return place.warnings.filter((text) => text.startsWith('split: '));
    };
    const shares = { train: 0.7, val: 0.15, test: 0.15 };
    expect(await warned(3, shares)).toEqual([
      'split: no survey is in "val" or "test": there are too few for these shares; a greater count fills them',
    ]);
    expect(await warned(3, { by: ['ground'], train: 0.9, test: 0.1, none: 0 })).toEqual([
      'split: no survey is in "test": there are too few values of ground for these shares; a greater count fills them',
    ]);
    expect(await warned(20, shares)).toEqual([]);
  });

  it('divides surveys by what must not be in two splits, and keeps values for the test', async () => {
    const towns = ['velodyne-vlp-16', 'velodyne-hdl-32e', 'velodyne-hdl-64e', 'ouster-os1-64'];
    const tasks = await plan({
      ...CAMPAIGN,
      count: 200,
      variables: { ...CAMPAIGN.variables, block: { integer: [1, 30] }, sensor: { choice: towns } },
      set: { ...CAMPAIGN.set, '/scanner': '$sensor', '/scene/parts/0/instance': '$block' },
      split: { by: ['block'], train: 0.7, val: 0.1, test: 0.2 },
      holdout: { sensor: 0.25 },
    });
    const splitsOf = (name: string) => {
      const found = new Map<unknown, Set<string | undefined>>();
      for (const { variables, split } of tasks)
        found.set(variables[name], (found.get(variables[name]) ?? new Set()).add(split));
      return [...found.values()];
    };
    expect(splitsOf('block').every((splits) => splits.size === 1)).toBe(true);
    const ofSensors = splitsOf('sensor').map((splits) => [...splits].sort().join(' '));
    expect(ofSensors.sort()).toEqual(['test', 'train val', 'train val', 'train val']);
    const train = tasks.filter(({ split }) => split === 'train').length;
    expect(train).toBeGreaterThan(200 * 0.45);
    expect(train).toBeLessThan(200 * 0.92);
  });

  it('draws the numbers and truths that are keys of weights, and texts in quotes', async () => {
    const drawn = async (weights: string, split = {}) => {
      const set = { '/legs/0/duration': '$x', '/scene/parts/0/generate/seed': '$ground' };
      const text = stringify({ ...CAMPAIGN, ...split, count: 40, set, variables: { ground: { seed: {} }, x: 'HERE' } });
      place.write();
      const tasks = await place.planFile(place.writeText(text.replace('HERE', `{ choice: ${weights} }`)));
      return tasks.map((task) => [task.split, task.variables.x]);
    };
    const values = (found: unknown[][]) => [...new Set(found.map(([, value]) => value))].sort();
    expect(values(await drawn('{ 0.001: 1, 2e-3: 3 }'))).toEqual([0.001, 0.002]);
    const split = { split: { train: 0.5, test: 0.5 }, holdout: { x: 0.5 } };
    const divided = await drawn('{ 0.001: 1, 0.002: 3 }', split);
    expect(values(divided)).toEqual([0.001, 0.002]);
    expect(new Set(divided.map(String)).size).toBe(2);
    expect(await faultOf(drawn('{ "0.001": 1, true: 1 }'))).toMatch(/found "0\.001"[\s\S]*found true/);
    expect(await faultOf(drawn('{ 1: 1, .inf: 1 }'))).toContain('variables.x.choice: found the value Infinity');
  });

  it('numbers names of semantic classes in the order in which surveys mention them', async () => {
    const base = {
      ...BASE,
      scene: { ...BASE.scene, labels: [{ match: '*', on: 'object', semantic: 'moss' }] },
    };
    const campaign = {
      ...CAMPAIGN,
      variables: { ...CAMPAIGN.variables, name: { choice: { moss: 1, ash: 1 } } },
      set: { ...CAMPAIGN.set, '/scene/labels/0/semantic': '$name' },
    };
    const tasks = await plan(campaign, base);
    const numbers = tasks.map(({ survey }) => (survey.scene as { semantics: object }).semantics);
    const merged = Object.assign({}, ...numbers);
    expect(Object.values(merged).sort()).toEqual([256, 257]);
    expect(Object.values(numbers[0])).toEqual([256]);
  });
});

describe('a plan is refused', () => {
  it.each([
    [
      { set: { '/legs/1/position': [0, 0, '$x'] } },
      'set: found "/legs/1/position", expected a JSON Pointer to a place of base.yaml, where legs has 1 item',
    ],
    [
      { set: { '/legs/0/duration': 1, '/epochs': ['$x'] } },
      'set: found "/epochs", expected a JSON Pointer to a place of base.yaml, other than epochs',
    ],
    [{ set: { '/epochs/0/legs': '$x' } }, 'set: found "/epochs/0/legs", expected a JSON Pointer to a place of base'],
    [
      { set: { '/name': '$x', '/legs/0/duration': 1, '/legs/0': { position: [0, 0, 2] } } },
      'set: found "/legs/0/duration", which "/legs/0" below it replaces, expected it after "/legs/0", or left out',
    ],
    [{ set: { '/legz/0/position': '$x' } }, 'where the survey has no legz; did you mean "legs"?'],
    [
      { set: { '/legs/0': '$x', '/legs/0/position': [0, 0, 2] } },
      'set: found "/legs/0/position", which leads nowhere in what is set before it, where legs[0] has nothing below it',
    ],
    [{ set: { '/legs/0/position/0/x': '$x' } }, 'where legs[0].position[0] has nothing below it'],
    [{ variables: { 'nom é': { uniform: [1, 3] } } }, 'variables: found the name "nom é", expected a name of letters'],
    [{ variables: { x: { seed: 3 } } }, 'variables.x.seed: found 3, expected a map with nothing: {}'],
    [{ variables: { x: {} } }, 'variables.x: found no kind of variable, expected one of uniform'],
    [{ set: { 'legs/0': '$x' } }, 'expected a JSON Pointer'],
    [{ set: { '/__proto__/a': '$x' } }, 'expected a JSON Pointer'],
    [{ set: { '/name': '$town' } }, 'expected a variable or an axis of the grid behind $'],
    [
      { variables: { x: { uniform: [3, 1] } } },
      'variables.x.uniform: found [3,1], expected a list of two numbers, the lower first',
    ],
    [
      { variables: { x: { uniform: [-1e308, 1e308] } } },
      'variables.x.uniform: found [-1e+308,1e+308], expected limits whose difference is at most 1.79',
    ],
    [
      { variables: { x: { normal: [0, 1], clip: [50, 60] } } },
      'variables.x.clip: found [50,60], expected limits that some of its values lie between',
    ],
    [{ variables: { x: { normal: [0, 1], clip: [3, 1] } } }, 'variables.x.clip: found [3,1], expected the lower limit'],
    [
      { variables: { x: { uniform: [0, 1], clip: [0, 1] } } },
      'variables.x.clip: found [0,1], expected none: only normal',
    ],
    [
      { variables: { x: { choice: [] } } },
      'variables.x.choice: found an empty list, expected a list of values, or a map',
    ],
    [
      { variables: { x: { choice: { a: -1, b: 1 } } } },
      'variables.x.choice.a: found -1, expected a weight, a number >= 0',
    ],
    [
      { variables: { x: { uniform: [1, 3], integer: [1, 3] } } },
      'variables.x: found uniform and integer, expected one of uniform',
    ],
    [{ variables: { x: { unifrom: [1, 3] } } }, 'unifrom'],
    [{ split: { train: 0.5 } }, 'split: found shares of 0.5 together, expected 1'],
    [{ split: { by: ['y'], train: 1 } }, 'expected a variable or an axis of the grid'],
    [{ variables: { x: { loguniform: [5e-324, 0.001] } } }, 'expected limits whose ratio is at most 1.79'],
    [{ variables: { x: { normal: [1e308, 1e308] } } }, 'expected values of at most 1.79'],
    [{ variables: { x: { choice: [1, { a: NaN }] } } }, 'variables.x.choice[1].a: found NaN, expected a finite number'],
    [{ variables: { x: { choice: { a: 1e308, b: 1e308 } } } }, 'expected weights whose sum is at most 1.79'],
    [{ variables: {}, grid: { x: [1, [2, Infinity]] } }, 'grid.x[1][1]: found Infinity, expected a finite number'],
    [{ split: { by: 'x', train: 1 } }, 'split.by: found "x", expected a list of names of variables or axes'],
    [{ split: { by: [], train: 1 } }, 'split.by: found an empty list, expected a list of names of variables or axes'],
    [{ split: { by: [1], train: 1 } }, 'split.by[0]: found 1, expected a name of letters'],
    [{ split: { train: 1.5 } }, 'split.train: found 1.5, expected a number >= 0 and <= 1'],
    [{ split: { train: '0.5' } }, 'split.train: found "0.5", expected a number >= 0 and <= 1'],
    [{ split: { train: NaN } }, 'split.train: found NaN, expected a number >= 0 and <= 1'],
    [{ split: { train: 0.5, '../a': 0.5 } }, 'split: found the name "../a", expected up to 64 letters'],
    [{ split: { train: 0.5, Train: 0.5 } }, 'split: found the name "Train", expected one that differs from "train"'],
    [{ holdout: { x: 0.5 } }, 'expected a choice of several values'],
    [{ count: 1e9 }, 'count'],
    [{ survey: 'other.yaml' }, 'survey: other.yaml: cannot read the file: it does not exist'],
  ])('%j', async (change, words) => {
    const variables = { x: { uniform: [1, 3] } };
    const set = { '/legs/0/position': ['$x', 0, 2] };
    const message = await failing({ ...CAMPAIGN, variables, set, ...change });
    expect(message).toContain(words);
    expect(message).toMatch(/campaign\.yaml(:\d+:\d+)?: |other\.yaml/);
  });

  it('with the surveys that cannot be run, by number, value and line of the campaign', async () => {
    const variables = { subrays: { integer: [-3, 3] } };
    const set = { '/footprint/subrays': '$subrays' };
    const message = await failing({ ...CAMPAIGN, count: 30, variables, set });
    expect(message).toMatch(/\d+ surveys cannot be run\n/);
    expect(message).toMatch(/campaign\.yaml:\d+:\d+: survey \d+ \(subrays: -\d\): footprint\.subrays: found -\d/);
  });

  it('after looking for 20 faults at most, as a message says if there is more to look at', async () => {
    const set = { ...CAMPAIGN.set, '/footprint/subrays': '$x' };
    const message = (count: number) => failing({ ...CAMPAIGN, count, set });
    expect(await message(20)).toMatch(/20 surveys cannot be run\n/);
    expect(await message(21)).toMatch(/20 surveys cannot be run; no more were looked for\n/);
  });

  it('if one is there already, was edited, or is of another version', async () => {
    const folder = join(place.path, 'again');
    const file = place.write();
    await planCampaign(file, { folder });
    await expect(planCampaign(file, { folder })).rejects.toThrow('has a plan already');
    await planCampaign(file, { folder, force: true });
    const lines = join(folder, 'plan.jsonl');
    const text = readFileSync(lines, 'utf8');
    writeFileSync(lines, text.replace('"patch"', '"patsh"'));
    await expect(statusOfCampaign(folder)).rejects.toThrow('is not the plan that was written');
    writeFileSync(lines, text);
    const facts = join(folder, 'plan.json');
    const whole = JSON.parse(readFileSync(facts, 'utf8'));
    writeFileSync(facts, JSON.stringify({ ...whole, plan: 2 }));
    await expect(statusOfCampaign(folder)).rejects.toThrow('found a plan of version 2, expected 1');
    writeFileSync(facts, JSON.stringify({ ...whole, results: 1 }));
    await expect(statusOfCampaign(folder)).rejects.toThrow('the plan is for results version 1');
    writeFileSync(facts, JSON.stringify({ ...whole, engine: 'gpu' }));
    await expect(statusOfCampaign(folder)).rejects.toThrow('is not as the plan was written: it has been edited');
    rmSync(lines);
    writeFileSync(facts, JSON.stringify(whole));
    await expect(statusOfCampaign(folder)).rejects.toThrow('cannot read: there is no such file');
    writeFileSync(facts, '{');
    await expect(statusOfCampaign(folder)).rejects.toThrow('found no JSON');
    await expect(statusOfCampaign(join(place.path, 'none'))).rejects.toThrow('has no plan.json');
  });
});
