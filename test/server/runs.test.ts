import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PackedPoints } from '../../src/cloud/display/packed-points.js';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { openStudioServer } from '../../src/server/studio-server.js';
import type { StoredRun } from '../../src/workbench/run-files.js';
import { encodeWhole } from '../../src/workbench/wire.js';
import { type Outcome, SURVEY, TestStudio } from './studio.js';

const studio = await TestStudio.open();
const RUN = { text: SURVEY, engine: 'cpu', threads: 1 };
/** Path of the cloud that a run keeps. */
const cloudOf = (answer: Outcome['answer']): string =>
  (answer as { report: { outputs: { path: string }[] } }).report.outputs[0].path;
const save = (ask: object) => studio.api('save', { method: 'POST', body: encodeWhole(ask) });

describe('a run', () => {
  it('tells its points, and has the same files as subray run, byte for byte', async () => {
    const { events, answer } = await studio.ask('run', { ...RUN, run: 'first' });
    const report = answer?.report as { points: number };
    const shown = events.flatMap(({ kind, chunk }) => (kind === 'points' ? [chunk as PackedPoints] : []));
    expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(report.points);
    expect(shown[0].words.length).toBe(5 * shown[0].count);
    const told = [...new Set(events.map(({ kind }) => kind))].filter((kind) =>
      /^(sources|tone|classes|points)$/.test(String(kind)),
    );
    expect(told).toEqual(['sources', 'tone', 'classes', 'points']);
    const { outputs, beside } = (answer as { stored: StoredRun }).stored;
    expect(beside).toMatchObject({
      files: [{ name: 'cloud.labels.json' }, { name: 'clouds/cloud.labels.json' }],
      more: 0,
    });
    expect(outputs).toMatchObject([{ name: 'cloud.las' }, { name: 'clouds/cloud.csv' }]);

    const own = mkdtempSync(join(tmpdir(), 'subray-studio-own-'));
    afterAll(() => rmSync(own, { recursive: true }));
    await runSurvey(await loadSurvey(studio.survey, { outputFolder: own }), { engine: 'cpu', threads: 1 });
    for (const name of ['cloud.las', 'cloud.labels.json', 'clouds/cloud.csv']) {
      const { status, headers, body } = await studio.api(`file/first/${name}`);
      expect(status).toBe(200);
      expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name.split('/').pop()}`);
      expect(Number(headers['content-length'])).toBe(body.length);
      expect(body.equals(readFileSync(join(own, name))), name).toBe(true);
    }
    expect((await studio.api('file/first/points.subray.las')).body.length).toBeGreaterThan(1000);
  });

  it.each([
    'first/none.las',
    'none/cloud.las',
    'first',
    'first/',
    'first/clouds',
    'first//cloud.las',
    'first/../../survey.yaml',
    'first/%2e%2e/%2e%2e/x',
    '../first/cloud.las',
    '..%2ffirst/cloud.las',
    'first/clouds%2f..%2f..%2f..%2fsurvey.yaml',
    '%2e%2e/x',
    'first/%2fetc%2fpasswd',
    'first//etc/passwd',
    'first/cloud.las%00',
    'first/..%5ccloud.las',
    '.hidden/cloud.las',
  ])('has no file at %s', async (path) => {
    const { status } = await studio.api(`file/${path}`);
    expect([404, 422]).toContain(status);
  });

  it.each(['../first', '', 'a/b', '..', '.x', 'a\\b', 'x'.repeat(65), 7, null, ['first']])(
    'cannot have the name %j',
    async (run) => {
      const { failure } = await studio.ask('run', { ...RUN, run });
      expect(failure).toMatchObject({ kind: 'user', message: expect.stringMatching(/expected a name of a run/) });
    },
  );

  it('has a name of its own', async () => {
    const { failure } = await studio.ask('run', { ...RUN, run: 'first' });
    expect(failure).toMatchObject({ kind: 'user', message: expect.stringMatching(/there is a run in/) });
  });

  it('has no such file behind a link that leads out of its folder', async () => {
    const { answer } = await studio.ask('run', { ...RUN, run: 'linked' });
    const path = cloudOf(answer);
    symlinkSync('/etc/passwd', join(path, '../passwd.las'));
    expect((await studio.api('file/linked/passwd.las')).status).toBe(404);
  });

  it('ends with a failure if it asks for nonsense, and the server goes on', async () => {
    for (const ask of [{}, { text: 7, run: 'a' }, { text: SURVEY, run: 'b', engine: 'x' }, { text: 'a: [', run: 'c' }])
      expect((await studio.ask('run', ask)).failure).toBeDefined();
    expect((await studio.ask('check', { text: SURVEY })).answer).toMatchObject({ faults: [] });
  });
});

describe('closing the connection', () => {
  /** Hours of scanning. */
  const long = SURVEY.replace('duration: 0.05', 'duration: 3600');

  it('ends the run within a second, and nothing of it is left, though a run before it opened the scene', async () => {
    expect((await studio.ask('run', { ...RUN, run: 'opens' })).answer).toBeDefined();
    const body = encodeWhole({ ...RUN, text: long, run: 'closed' });
    const headers = { 'X-Subray-Token': studio.token };
    const asked = request({ host: '127.0.0.1', port: studio.port, path: '/api/ask/run', method: 'POST', headers });
    asked.on('error', () => {});
    const response = new Promise<void>((resolve) =>
      asked.on('response', (answer) => {
        let bytes = 0;
        answer.on('data', ({ length }: Buffer) => {
          bytes += length;
          if (bytes > 2 ** 20) resolve();
        });
        answer.on('error', () => {});
      }),
    );
    asked.end(body);
    await response;
    expect((await studio.ask('run', { ...RUN, run: 'second' })).failure).toMatchObject({
      message: expect.stringMatching(/another run is still going on/),
    });
    const at = performance.now();
    asked.destroy();
    let ended = await studio.ask('run', { ...RUN, run: 'after-0' });
    for (let k = 1; ended.failure && performance.now() - at < 1000; k++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended = await studio.ask('run', { ...RUN, run: `after-${k}` });
    }
    expect(ended.failure).toBeUndefined();
    expect((await studio.api('file/closed/cloud.las')).status).toBe(404);
  });
});

describe('a copy of outputs', () => {
  it('copies what the survey asks for to where it says, and no other file', async () => {
    const { status, text } = await save({ run: 'first' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ saved: SAVED });
    for (const name of SAVED)
      expect(readFileSync(join(studio.folder, name)).equals((await studio.api(`file/first/${name}`)).body)).toBe(true);
    expect(readdirSync(studio.folder).sort()).toEqual([
      'cloud.labels.json',
      'cloud.las',
      'clouds',
      'ground.obj',
      'survey.yaml',
    ]);
  });

  const SAVED = ['cloud.labels.json', 'cloud.las', 'clouds/cloud.csv', 'clouds/cloud.labels.json'];

  it('replaces nothing before somebody said so', async () => {
    writeFileSync(join(studio.folder, 'cloud.las'), 'mine');
    const { status, text } = await save({ run: 'first' });
    expect(status).toBe(409);
    expect(JSON.parse(text)).toEqual({ exist: SAVED });
    expect((await save({ run: 'first', force: 'yes' })).status).toBe(409);
    expect(readFileSync(join(studio.folder, 'cloud.las'), 'utf8')).toBe('mine');
    expect((await save({ run: 'first', force: true })).status).toBe(200);
    expect(readFileSync(join(studio.folder, 'cloud.las'), 'latin1').slice(0, 4)).toBe('LASF');
  });

  it('does not replace what the survey reads, whatever is said', async () => {
    studio.write('ways/way.csv', 'time,x,y,z,roll,pitch,heading\n0,0,0,9,0,0,0\n1,1,0,9,0,0,0\n');
    const text = SURVEY.replace(/legs:.*\n/, 'legs: [{ trajectory: { file: ways/way.csv } }]\n').replace(
      /output:.*\n/,
      'output: [ways/way.csv]\n',
    );
    expect((await studio.ask('run', { ...RUN, text, run: 'reads' })).failure).toBeUndefined();
    const answer = await save({ run: 'reads', force: true });
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([
      422,
      expect.stringMatching(/way\.csv, which the survey reads/),
    ]);
    expect(readFileSync(join(studio.folder, 'ways/way.csv'), 'utf8')).toMatch(/^time,/);
  });

  it('follows no link out of the folder', async () => {
    const text = SURVEY.replace(/output:.*\n/, 'output: [up/cloud.las]\n');
    expect((await studio.ask('run', { ...RUN, text, run: 'up' })).failure).toBeUndefined();
    const elsewhere = mkdtempSync(join(tmpdir(), 'subray-studio-elsewhere-'));
    afterAll(() => rmSync(elsewhere, { recursive: true }));
    symlinkSync(elsewhere, join(studio.folder, 'up'));
    const { status, text: told } = await save({ run: 'up', force: true });
    expect([status, readdirSync(elsewhere)]).toEqual([422, []]);
    expect(told).toMatch(/it leads out of/);
  });

  it.each(['none', '../first', '', 7, undefined])('fails without the run %j', async (run) => {
    expect((await save({ run })).status).toBe(404);
  });
});

describe('the folder of runs', () => {
  it('is temporary, readable by its owner alone, and gone when the server is closed', async () => {
    const other = await TestStudio.open();
    const { answer } = await other.ask('run', { ...RUN, run: 'r' });
    const path = cloudOf(answer);
    expect(path).toMatch(/subray-studio-[^/]+\/runs\/r\/points\.subray\.las$/);
    expect(existsSync(path)).toBe(true);
    await other.server.close();
    expect(existsSync(join(path, '../../..'))).toBe(false);
  });

  it('stays if it was named', async () => {
    const runs = join(mkdtempSync(join(tmpdir(), 'subray-studio-kept-')), 'runs');
    afterAll(() => rmSync(join(runs, '..'), { recursive: true }));
    const other = await TestStudio.open({ runs });
    await other.ask('run', { ...RUN, run: 'kept' });
    await other.server.close();
    expect(readdirSync(join(runs, 'kept'))).toContain('cloud.las');
    const again = await TestStudio.open({ runs });
    expect((await again.api('file/kept/cloud.las')).status).toBe(200);
    const { answer: listed } = await again.ask('runs', {});
    expect(listed).toEqual([
      expect.objectContaining({ run: 'kept', text: SURVEY, stopped: false, sources: [{ id: 1, name: 'leg 1' }] }),
    ]);
    const { events } = await again.ask('cloud', { cloud: { run: 'kept' } });
    expect(events[0]).toEqual({ kind: 'classes', classes: { 1: 'Unclassified' } });
    expect(events[1]).toMatchObject({ kind: 'tone', tone: { power: expect.any(Number) } });
    const { points } = (listed as unknown as { points: number }[])[0];
    const shown = events.flatMap(({ chunk }) => (chunk === undefined ? [] : [(chunk as { count: number }).count]));
    expect(shown.reduce((sum, count) => sum + count)).toBe(points);
    expect(points).toBeGreaterThan(500);
  });

  it('closing ends the runs that go on', async () => {
    const other = await TestStudio.open();
    const long = other.ask('run', { ...RUN, text: SURVEY.replace('0.05', '3600'), run: 'long' }).catch(() => 'cut off');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const at = performance.now();
    await other.server.close();
    expect(performance.now() - at).toBeLessThan(1500);
    expect(await long).toBe('cut off');
  });
});

describe('a server', () => {
  it.each([
    [{ survey: '/none/survey.yaml' }, /no such file/],
    [{ host: '203.0.113.7' }, /--host: found "203\.0\.113\.7", which is no address of this machine/],
    [{ host: 'no host' }, /--host: found "no host"/],
    [{ port: studio.port }, /--port: found \d+, which another program uses/],
    [{ runs: join(studio.survey, 'runs') }, /cannot write/],
  ])('is refused for %j', async (options, words) => {
    await expect(openStudioServer({ survey: studio.survey, ...options })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(words),
    });
  });
});
