import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listenTo, SURVEY, TestStudio } from './studio.js';

const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`;

const studio = await TestStudio.open();
const put = (body: string, tag?: string) =>
  studio.api('document', { method: 'PUT', body, headers: tag === undefined ? {} : { 'If-Match': tag } });
const onDisk = () => readFileSync(studio.survey, 'utf8');

describe('the survey file', () => {
  it('is given with its name and the SHA-256 of its bytes', async () => {
    const { status, headers, text } = await studio.api('document');
    expect([status, headers.etag, headers['x-subray-name'], text]).toEqual([200, tagOf(SURVEY), 'survey.yaml', SURVEY]);
  });

  it('is written where nobody has changed it, with what is in no folder but it', async () => {
    const names = readdirSync(studio.folder);
    const next = `# ä\n${SURVEY}`;
    const { status, headers } = await put(next, tagOf(SURVEY));
    expect([status, headers.etag, onDisk()]).toEqual([200, tagOf(next), next]);
    expect(readdirSync(studio.folder)).toEqual(names);
    expect((await put(SURVEY, tagOf(next))).status).toBe(200);
  });

  it('is not written where an editor has', async () => {
    const theirs = `${SURVEY}# theirs\n`;
    writeFileSync(studio.survey, theirs);
    const { status, headers, text } = await put('# mine\n', tagOf(SURVEY));
    expect([status, headers.etag, onDisk()]).toEqual([412, tagOf(theirs), theirs]);
    expect(JSON.parse(text).message).toBe('survey.yaml was changed by another program since it was opened');
    expect((await put(SURVEY, headers.etag)).status).toBe(200);
  });

  it('is written once where two write at the same time', async () => {
    const answers = await Promise.all(['# a\n', '# b\n', '# c\n'].map((text) => put(text, tagOf(SURVEY))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await put(SURVEY, tagOf(onDisk()))).status).toBe(200);
  });

  it.each([undefined, '*', '', '"', 'abc', `W/${tagOf(SURVEY)}`, tagOf(SURVEY).slice(1, -1)])(
    'is not written by who does not say what it replaces: %s',
    async (tag) => {
      expect((await put('# mine\n', tag)).status).toBe(428);
      expect(onDisk()).toBe(SURVEY);
    },
  );

  it('is missing once removed, and written again only with that version', async () => {
    rmSync(studio.survey);
    const { status, headers } = await studio.api('document');
    expect([status, headers.etag]).toEqual([404, '"none"']);
    expect((await put(SURVEY, tagOf(SURVEY))).status).toBe(412);
    expect((await put(SURVEY, '"none"')).status).toBe(200);
    expect(onDisk()).toBe(SURVEY);
    expect((await put('# mine\n', '"none"')).status).toBe(412);
  });

  it.each([
    [
      'is no text',
      Uint8Array.of(0xff, 0xfe, 0x41),
      'survey.yaml: found bytes that are not UTF-8, expected a text file',
    ],
    [
      'is too large',
      new Uint8Array(2 ** 20 + 1).fill(0x20),
      'survey.yaml: found 1048577 bytes, expected a survey of at most 1048576 bytes',
    ],
  ])('is reported with its version if it %s, and written over only with that version', async (_, bytes, message) => {
    writeFileSync(studio.survey, bytes);
    const { status, headers, text } = await studio.api('document');
    expect([status, headers['x-subray-name'], JSON.parse(text).message]).toEqual([422, 'survey.yaml', message]);
    const refused = await put(SURVEY, tagOf(SURVEY));
    expect([refused.status, refused.headers.etag]).toEqual([412, headers.etag]);
    const others = Buffer.concat([bytes, Buffer.of(0x21)]);
    writeFileSync(studio.survey, others);
    expect((await put(SURVEY, headers.etag)).status).toBe(412);
    expect(readFileSync(studio.survey).equals(others)).toBe(true);
    expect((await put(SURVEY, (await studio.api('document')).headers.etag)).status).toBe(200);
    expect(onDisk()).toBe(SURVEY);
  });

  it('tells those who listen when it changes, and of no other file', async () => {
    const events = await listenTo(studio);
    await events.heard(': listening\n\n');
    // Looked at for the first time.
    await new Promise((resolve) => setTimeout(resolve, 100));
    studio.write('other.yaml', 'a: 1\n');
    const theirs = `${SURVEY}# theirs again\n`;
    writeFileSync(studio.survey, theirs);
    await events.heard(`event: document\ndata: {"version":${tagOf(theirs)}}\n\n`);
    expect((await put(SURVEY, tagOf(theirs))).status).toBe(200);
    await events.heard(`event: document\ndata: {"version":${tagOf(SURVEY)}}\n\n`);
    // Also when it is a survey no more.
    writeFileSync(studio.survey, new Uint8Array(2 ** 20 + 1));
    const { headers } = await studio.api('document');
    await events.heard(`event: document\ndata: {"version":${headers.etag}}\n\n`);
    expect((await put('# last\n', headers.etag)).status).toBe(200);
    await events.heard(`event: document\ndata: {"version":${tagOf('# last\n')}}\n\n`);
    expect(events.text().match(/^event:/gm)).toHaveLength(4);
    events.close();
  });
});

describe('a server without a survey file', () => {
  it('says so in the page, and has no document', async () => {
    const empty = await TestStudio.open({ survey: undefined });
    expect((await empty.send('/')).text).toContain('<meta name="subray-server" content="empty" />');
    expect((await empty.api('document')).status).toBe(404);
    const headers = { 'If-Match': '"none"' };
    expect((await empty.api('document', { method: 'PUT', body: SURVEY, headers })).status).toBe(404);
  });
});
