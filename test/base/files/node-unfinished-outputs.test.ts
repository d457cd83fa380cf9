import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processTag } from '../../../src/base/files/node-process-tag.js';
import { makeStaging } from '../../../src/base/files/node-staging.js';
import { listUnfinished } from '../../../src/base/files/node-unfinished-outputs.js';

let folder: string;
let frames: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'subray-unfinished-')));
  frames = join(folder, 'frames');
  mkdirSync(frames);
});
afterEach(() => rmSync(folder, { recursive: true }));

const [MACHINE, BOOT, PID, START] = processTag().split('-');
const name = (tag: string[]) => `.subray-${tag.join('-')}-0123456789ab.tmp`;
const DEAD = name([MACHINE, BOOT, '99999999', START]);

const COMMIT = {
  force: false,
  folders: [
    { path: '.', files: [{ name: 'a.las', replaces: false }], removed: [] },
    { path: 'frames', files: ['1.pcd', '2.pcd'].map((file) => ({ name: file, replaces: false })), removed: [] },
  ],
};

describe('the list of unfinished outputs', () => {
  it('names the outputs of a run that was killed while it wrote, and changes nothing', async () => {
    await makeStaging(folder, DEAD, folder);
    writeFileSync(join(folder, DEAD, 'new', 'b.las'), '');
    writeFileSync(join(folder, DEAD, 'new', 'a.las'), '');
    const outputs = { staging: join(folder, DEAD), run: 'dead', state: 'data', files: ['a.las', 'b.las'] };
    expect(await listUnfinished(folder)).toEqual([outputs]);
    expect(await listUnfinished(folder)).toEqual([outputs]);
    expect(await listUnfinished(frames)).toEqual([]);
  });

  it.each(['commit', 'undo'] as const)('reads the record of a set of two folders (%s)', async (state) => {
    for (const place of [folder, frames]) await makeStaging(place, DEAD, folder);
    writeFileSync(join(folder, DEAD, state), JSON.stringify(COMMIT));
    // This one has its name already.
    writeFileSync(join(frames, '1.pcd'), '');
    writeFileSync(join(frames, DEAD, 'new', '2.pcd'), '');
    expect(await listUnfinished(folder)).toMatchObject([{ state, files: ['a.las'] }]);
    expect(await listUnfinished(frames)).toMatchObject([{ state, files: ['1.pcd', '2.pcd'] }]);
  });

  it('tells living runs from dead ones, and from those of other machines', async () => {
    const tags = { alive: [MACHINE, BOOT, PID, START], elsewhere: ['0badcafe', BOOT, PID, START] };
    for (const tag of Object.values(tags)) await makeStaging(folder, name(tag), folder);
    const runs = (await listUnfinished(folder)).map(({ run }) => run);
    expect(runs.sort()).toEqual(['alive', 'elsewhere']);
  });

  it('lists what waits where the record is damaged, and nothing in folders that are missing or hold other things', async () => {
    await makeStaging(folder, DEAD, folder);
    writeFileSync(join(folder, DEAD, 'commit'), '{');
    writeFileSync(join(folder, DEAD, 'new', 'a.las'), '');
    expect(await listUnfinished(folder)).toMatchObject([{ state: 'data', files: ['a.las'] }]);
    expect(await listUnfinished(join(folder, 'missing'))).toEqual([]);
    mkdirSync(join(frames, '.subray-mine.tmp'));
    writeFileSync(join(frames, DEAD), 'a file');
    expect(await listUnfinished(frames)).toEqual([]);
    expect(readdirSync(frames)).toHaveLength(2);
  });
});
