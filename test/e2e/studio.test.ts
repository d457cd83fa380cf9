import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../src/workbench/frames.js';
import { decodeWire, encodeWhole } from '../../src/workbench/wire.js';
import { SURVEY } from '../server/studio.js';
import { workplace } from './subray.js';

const place = workplace();
place.write('survey.yaml', SURVEY);
place.write('ground.obj', 'v -10 -10 0\nv 10 -10 0\nv 10 10 0\nv -10 10 0\nf 1 2 3\nf 1 3 4\n');
const temporary = place.folder('temporary');
const own = workplace({ TMPDIR: temporary, TEMP: temporary });

/** Starts the studio in the folder of the survey; returns a function for requests, once it listens. */
async function start(...words: string[]) {
  const running = own.start('studio', `${place.path}/survey.yaml`, '--no-open', ...words);
  const line = await new Promise<string>((resolve) => running.child.stdout?.once('data', resolve));
  const { origin, hash } = new URL(line);
  const headers = { 'X-Subray-Token': hash.slice('#token='.length) };
  const api = (path: string, asking: RequestInit = {}) => fetch(`${origin}/api/${path}`, { ...asking, headers });
  const run = (ask: object) =>
    api('ask/run', { method: 'POST', body: encodeWhole({ engine: 'cpu', text: SURVEY, ...ask }) });
  return { ...running, line, api, run };
}

const sessions = () => readdirSync(temporary).filter((name) => name.startsWith('subray-studio-'));

describe('subray studio, as a program', () => {
  it('prints one line, runs what subray run does, and leaves nothing with Ctrl-C in the middle of a run', async () => {
    const studio = await start();
    expect(studio.line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}\n$/);
    const [answer] = [...new FrameReader().take(new Uint8Array(await (await studio.run({ run: 'a' })).arrayBuffer()))]
      .filter(({ kind }) => kind !== 'event')
      .map(({ content }) => decodeWire(content));
    expect(answer).toHaveProperty('stored');
    const las = Buffer.from(await (await studio.api('file/a/cloud.las')).arrayBuffer());
    expect((await place.run('run', 'survey.yaml', '--engine', 'cpu', '--out', 'own')).code).toBe(0);
    expect(las.equals(readFileSync(`${place.path}/own/cloud.las`))).toBe(true);

    const before = place.names();
    const long = await studio.run({ run: 'b', text: SURVEY.replace('0.05', '3600') });
    await long.body?.getReader().read();
    expect(sessions()).toHaveLength(1);
    studio.child.kill('SIGINT');
    const { code, stdout, stderr } = await studio.outcome;
    expect([code, stdout, stderr]).toEqual([0, studio.line, '\nstopping; once more ends at once\n']);
    expect(sessions()).toEqual([]);
    expect(place.names()).toEqual(before);
  });

  it('removes at its start what a killed one left', async () => {
    const killed = await start();
    killed.child.kill('SIGKILL');
    await killed.outcome;
    const left = sessions();
    expect(left).toHaveLength(1);
    const next = await start();
    expect(sessions()).toHaveLength(1);
    expect(sessions()).not.toEqual(left);
    next.child.kill('SIGTERM');
    expect((await next.outcome).code).toBe(0);
    expect(sessions()).toEqual([]);
  });
});
