import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RunEvent } from 'subray/browser';
import { describe, expect, it, vi } from 'vitest';
import { DocumentChangedError } from '../../../studio/backend/backend.js';
import { ServerBackend } from '../../../studio/backend/server-backend.js';
import { SURVEY, TestStudio } from '../../server/studio.js';

const studio = await TestStudio.open();
vi.stubGlobal('document', { baseURI: `http://127.0.0.1:${studio.port}/` });
const backend = new ServerBackend(studio.token, true);
const onDisk = () => readFileSync(studio.survey, 'utf8');

/** The file of the survey, read by a page of its own. */
async function openDocument() {
  const { document } = new ServerBackend(studio.token, true);
  if (document === undefined) throw new Error('the server has a survey file');
  const opened = await document.look();
  document.take(opened);
  return { document, opened };
}

describe('a page of the server', () => {
  it('asks, hears of events in between, and gets files', async () => {
    const events: RunEvent[] = [];
    const ask = { text: SURVEY, run: 'r', engine: 'cpu', threads: 1 } as const;
    const { report, stored } = await backend.ask('run', ask, { onEvent: (event) => events.push(event) });
    const points = events.flatMap((event) => (event.kind === 'points' ? [event.chunk] : []));
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(report.points);
    const las = await backend.file('r', stored.outputs[0].name);
    expect(las.size).toBe(stored.outputs[0].bytes);
    expect((await las.slice(0, 4).text()).toString()).toBe('LASF');
    expect((await backend.file('r', 'clouds/cloud.csv')).size).toBe(stored.outputs[1].bytes);
  });

  it('is told what is wrong', async () => {
    const { faults } = await backend.ask('check', { text: 'legs: 7' });
    expect(faults.length).toBeGreaterThan(0);
    const run = { text: SURVEY, run: 'r' };
    await expect(backend.ask('run', run)).rejects.toMatchObject({
      kind: 'user',
      message: expect.stringMatching(/there is a run/),
    });
    await expect(backend.file('r', 'none.las')).rejects.toMatchObject({
      kind: 'user',
      message: expect.stringMatching(/no such file/),
    });
    await expect(new ServerBackend('', true).ask('check', { text: '' })).rejects.toMatchObject({
      kind: 'user',
      message: expect.stringMatching(/does not have the token[\s\S]*open the address that subray studio printed/),
    });
  });

  it('ends what it asked for', async () => {
    const control = new AbortController();
    const ask = { text: SURVEY.replace('0.05', '3600'), run: 'long', engine: 'cpu', threads: 1 } as const;
    const onEvent = ({ kind }: RunEvent) => {
      if (kind === 'points') control.abort();
    };
    await expect(backend.ask('run', ask, { signal: control.signal, onEvent })).rejects.toMatchObject({
      kind: 'aborted',
    });
    const stopped = new AbortController();
    stopped.abort();
    await expect(backend.ask('check', { text: SURVEY }, { signal: stopped.signal })).rejects.toMatchObject({
      kind: 'aborted',
    });
    // It hung up: nothing goes on.
    await vi.waitFor(async () => expect(await backend.ask('stop', { run: 'long' })).toEqual({ stopped: false }), 2000);
  });

  it('adds files', async () => {
    const text = SURVEY.replace('ground.obj', 'new folder/é.obj');
    const missing = { message: expect.stringContaining('new folder/é.obj') };
    expect(await backend.ask('scene', { text })).toMatchObject({ faults: [missing] });
    await backend.addFiles([{ name: 'new folder/é.obj', file: new Blob(['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n']) }]);
    expect(await backend.ask('scene', { text })).toEqual({ faults: [] });
  });

  it('copies outputs beside the survey, and over others only when told', async () => {
    expect(await backend.saveOutputs('r')).toHaveProperty('saved', expect.arrayContaining(['cloud.las']));
    expect(await backend.saveOutputs('r')).toHaveProperty('exist', expect.arrayContaining(['cloud.las']));
    expect(await backend.saveOutputs('r', { force: true })).toHaveProperty('saved');
    await expect(backend.saveOutputs('none')).rejects.toMatchObject({ kind: 'user' });
  });

  it('says that the server is gone', async () => {
    vi.stubGlobal('document', { baseURI: 'http://127.0.0.1:9/' });
    const gone = new ServerBackend(studio.token, false);
    await expect(gone.ask('check', { text: '' })).rejects.toMatchObject({
      kind: 'user',
      message: expect.stringMatching(/the server does not answer/),
    });
    expect(gone.document).toBeUndefined();
    vi.stubGlobal('document', { baseURI: `http://127.0.0.1:${studio.port}/` });
  });
});

describe('the survey file of the page', () => {
  it('is opened and saved again and again', async () => {
    const { document, opened } = await openDocument();
    expect(opened).toMatchObject({ name: 'survey.yaml', text: SURVEY });
    for (const text of [`\ufeff# ü\n${SURVEY}`, `# 2\n${SURVEY}`, SURVEY]) {
      await document.save(text);
      expect(onDisk()).toBe(text);
      expect((await document.look()).text).toBe(text);
    }
  });

  it('is written over only on request if another program changed it', async () => {
    const { document } = await openDocument();
    writeFileSync(studio.survey, '# theirs\n');
    await expect(document.save('# mine\n')).rejects.toBeInstanceOf(DocumentChangedError);
    await expect(document.save('# mine\n')).rejects.toThrow(/survey.yaml was changed by another program/);
    expect(onDisk()).toBe('# theirs\n');
    const found = await document.look();
    expect(found.text).toBe('# theirs\n');
    writeFileSync(studio.survey, '# theirs, again\n');
    await expect(document.save('# mine\n', { over: found.version })).rejects.toBeInstanceOf(DocumentChangedError);
    expect(onDisk()).toBe('# theirs, again\n');
    await document.save('# mine\n', { over: (await document.look()).version });
    expect(onDisk()).toBe('# mine\n');
    rmSync(studio.survey);
    await expect(document.save(SURVEY)).rejects.toThrow(/survey.yaml was removed by another program/);
    expect((await document.look()).text).toBeUndefined();
    await document.save(SURVEY, { over: (await document.look()).version });
    await document.save(SURVEY);
    expect(onDisk()).toBe(SURVEY);
  });

  it('tells when another program changes it, not when the page does', async () => {
    const { document } = await openDocument();
    let heard = 0;
    const forget = document.onChanged(() => heard++);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await document.save(`# mine\n${SURVEY}`);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(heard).toBe(0);
    writeFileSync(studio.survey, SURVEY);
    await vi.waitFor(() => expect(heard).toBe(1), 3000);
    forget();
  });

  it('tells when it is gone, and when it is as it was again', async () => {
    const { document, opened } = await openDocument();
    let heard = 0;
    const forget = document.onChanged(() => heard++);
    await new Promise((resolve) => setTimeout(resolve, 300));
    rmSync(studio.survey);
    await vi.waitFor(() => expect(heard).toBe(1), 3000);
    writeFileSync(studio.survey, opened.text ?? '');
    await vi.waitFor(() => expect(heard).toBe(2), 3000);
    forget();
  });

  it.each([
    ['no text', Uint8Array.of(0xff, 0xfe, 0x41), /^survey\.yaml: found bytes that are not UTF-8/],
    [
      'too large',
      new Uint8Array(2 ** 20 + 1).fill(0x20),
      /^survey\.yaml: found 1048577 bytes, expected a survey of at/,
    ],
  ])('is written over only on request if it is %s by now', async (_, bytes, fault) => {
    const { document, opened } = await openDocument();
    writeFileSync(studio.survey, bytes);
    await expect(document.save('# mine\n')).rejects.toBeInstanceOf(DocumentChangedError);
    const found = await document.look();
    expect(found).toMatchObject({ name: 'survey.yaml', text: undefined, fault: expect.stringMatching(fault) });
    writeFileSync(studio.survey, Buffer.concat([bytes, Buffer.of(0x20)]));
    await expect(document.save('# mine\n', { over: found.version })).rejects.toBeInstanceOf(DocumentChangedError);
    await document.save('# mine\n', { over: (await document.look()).version });
    expect(onDisk()).toBe('# mine\n');
    await document.save(opened.text ?? '');
  });

  it('is written over only on request if it was never opened', async () => {
    const { document } = new ServerBackend(studio.token, true);
    await expect(document?.save('# mine\n')).rejects.toBeInstanceOf(DocumentChangedError);
    expect(onDisk()).toBe(SURVEY);
  });
});
