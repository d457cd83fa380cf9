// Runs alone: it counts what lies in the folder of temporary files.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processTag } from '../../../src/base/files/node-process-tag.js';
import { makeSessionFolder } from '../../../src/base/files/node-session-folder.js';
import { removeTemporaryFiles } from '../../../src/base/files/node-temporary.js';

const NAME = 'subray-session-test';
const before = process.env.TMPDIR;
const parent = mkdtempSync(join(tmpdir(), 'subray-sessions-'));
beforeAll(() => {
  process.env.TMPDIR = parent;
});
afterAll(() => {
  process.env.TMPDIR = before;
  rmSync(parent, { recursive: true });
});

/** The tag of a process of this machine that ended before the machine was started. */
const deadTag = () => processTag().replace(/^([0-9a-f]{8})-[0-9a-f]{8}/, '$1-00000000');

describe('the folder of a session', () => {
  it('is its own, nobody else reads it, and it goes with all that is in it', async () => {
    const [a, b] = [await makeSessionFolder(NAME), await makeSessionFolder(NAME)];
    expect(a.path).not.toBe(b.path);
    expect(statSync(a.path).mode & 0o777).toBe(0o700);
    mkdirSync(join(a.path, 'runs'));
    writeFileSync(join(a.path, 'runs/a.las'), 'a');
    await a.remove();
    await a.remove();
    expect(existsSync(a.path)).toBe(false);
    expect(existsSync(b.path)).toBe(true);
    removeTemporaryFiles();
    expect(existsSync(b.path)).toBe(false);
  });

  it('removes those of killed processes, and nothing else', async () => {
    const dead = `${NAME}-${deadTag()}-AbCdEf`;
    mkdirSync(join(parent, dead, 'runs'), { recursive: true });
    const kept = ['other', `${NAME}-${processTag()}-AbCdEf`, `${NAME}-x`, `x${dead}`, `${dead}x`];
    for (const name of kept) mkdirSync(join(parent, name));
    symlinkSync(join(parent, 'other'), join(parent, `${NAME}-${deadTag()}-linked`));
    const { path, remove } = await makeSessionFolder(NAME);
    const names = readdirSync(parent);
    expect(names).toEqual(expect.arrayContaining([...kept, `${NAME}-${deadTag()}-linked`, path.split('/').pop()]));
    expect(names).not.toContain(dead);
    await remove();
  });
});
