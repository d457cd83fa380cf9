import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SURVEY, TestStudio } from './studio.js';

const studio = await TestStudio.open();
const secret = `${studio.folder}-secret`;
mkdirSync(secret);
afterAll(() => rmSync(secret, { recursive: true }));
writeFileSync(join(secret, 'secret.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
const RECORDING = 'time,x,y,z,roll,pitch,heading\n0,0,0,9,0,0,0\n1,1,0,9,0,0,0\n';
writeFileSync(join(secret, 'way.csv'), RECORDING);
symlinkSync(join(secret, 'secret.obj'), join(studio.folder, 'link.obj'));
symlinkSync(secret, join(studio.folder, 'linked'));
studio.write('models/tree.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
studio.write('models/.hidden.obj', '');
studio.write('models/notes.md', '');
studio.write('.git/config.yaml', '');
symlinkSync(join(studio.folder, 'models/tree.obj'), join(studio.folder, 'again.obj'));

/** The survey with another scene file. */
const withScene = (file: string) => SURVEY.replace('ground.obj', JSON.stringify(file));

/** The workbench's answer about a survey: faults of its check, or of its scene. */
async function fateOf(text: string): Promise<string> {
  const faultsOf = ({ answer }: { answer?: { faults?: unknown } }) => answer?.faults as { message: string }[];
  const checked = faultsOf(await studio.ask('check', { text }));
  if (checked.length > 0) return checked.map(({ message }) => message).join('\n');
  const read = await studio.ask('scene', { text });
  const faults = faultsOf(read);
  expect(read.failure).toBeUndefined();
  expect(read.events.filter(({ kind }) => kind === 'scene')).toEqual(faults.length > 0 ? [] : [expect.anything()]);
  return faults.length > 0 ? faults.map(({ message }) => message).join('\n') : 'read';
}

describe('a survey', () => {
  it('reads what lies beside it, and below', async () => {
    expect(await fateOf(SURVEY)).toBe('read');
    expect(await fateOf(withScene('models/tree.obj'))).toBe('read');
    expect(await fateOf(withScene('models/../again.obj'))).toBe('read');
    expect(await fateOf(withScene(join(studio.folder, 'models/tree.obj')))).toBe('read');
  });

  it.each([
    '/etc/passwd',
    '/etc/passwd.obj',
    join(secret, 'secret.obj'),
    `../${secret.split('/').pop()}/secret.obj`,
    'models/../../x.obj',
    'link.obj',
    'linked/secret.obj',
    'linked/nothing.obj',
  ])('is refused what lies elsewhere: %s', async (file) => {
    expect(await fateOf(withScene(file))).toMatch(/it lies outside of .*, below which files may be read/);
  });

  it.each(['C:\\Windows\\win.ini', '\\\\host\\share\\a.obj', 'C:/Windows/a.obj', 'file:///etc/passwd'])(
    'finds nothing at a path of another system: %s',
    async (file) => {
      expect(await fateOf(withScene(file))).toMatch(/does not exist|no such file|outside|not a|expected/);
    },
  );

  it('is refused with a NUL in a path', async () => {
    expect(await fateOf(withScene('ground.obj\0.txt').replace('\\u0000', '\\0'))).not.toBe('read');
  });

  it('makes the server ask no other', async () => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked++;
      response.end('v 0 0 0');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    for (const url of [`http://127.0.0.1:${port}/a.obj`, `https://127.0.0.1:${port}/a.obj`])
      expect(await fateOf(withScene(url))).toMatch(/does not exist|no such file/);
    other.close();
    expect(asked).toBe(0);
  });

  it.each(['/tmp/outside.las', '../outside.las', 'clouds/../../outside.las'])('writes nothing to %s', async (path) => {
    const text = SURVEY.replace(/output: .*\n/, `output: [${path}]\n`);
    const { failure } = await studio.ask('run', { text, run: 'elsewhere', engine: 'cpu', threads: 1 });
    expect(failure).toMatchObject({
      kind: 'user',
      message: expect.stringMatching(/outside of the folder of the outputs/),
    });
  });

  it('reads recordings by the same rule', async () => {
    const along = (file: string) => SURVEY.replace(/legs:.*\n/, `legs: [{ trajectory: { file: ${file} } }]\n`);
    studio.write('way.csv', RECORDING);
    expect(await fateOf(along('way.csv'))).toBe('read');
    expect(await fateOf(along('linked/way.csv'))).toMatch(/it lies outside of/);
  });
});

describe('a file that the page adds', () => {
  const put = (name: string, body: string) => studio.api(`source/${name}`, { method: 'PUT', body });

  it('is read in place of that of the same name, and written to no folder of the user', async () => {
    const names = readdirSync(studio.folder);
    expect(await fateOf(withScene('dropped/new.obj'))).toMatch(/no such file|does not exist/);
    expect((await put('dropped/new.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')).status).toBe(200);
    expect(await fateOf(withScene('dropped/new.obj'))).toBe('read');
    expect(await trianglesOf('ground.obj')).toEqual([2]);
    expect((await put('ground.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')).status).toBe(200);
    expect(await trianglesOf('ground.obj')).toEqual([1]);
    expect(readdirSync(studio.folder)).toEqual(names);
    expect(readFileSync(join(studio.folder, 'ground.obj'), 'utf8')).toContain('f 1 3 4');
  });

  it('is listed, and can be taken away again: then it is that of the folder', async () => {
    const listed = async () => JSON.parse((await studio.api('source')).text);
    expect(await listed()).toEqual(['dropped/new.obj', 'ground.obj']);
    expect((await studio.api('source/ground.obj', { method: 'DELETE' })).status).toBe(200);
    expect(await listed()).toEqual(['dropped/new.obj']);
    expect(await trianglesOf('ground.obj')).toEqual([2]);
    expect((await studio.api('source/a%2f..%2f..%2fx', { method: 'DELETE' })).status).toBe(400);
    expect(existsSync(join(studio.folder, 'ground.obj'))).toBe(true);
  });

  const trianglesOf = async (file: string) => {
    const { events } = await studio.ask('scene', { text: withScene(file) });
    return events.flatMap(({ view }) => (view === undefined ? [] : [(view as { triangles: number }).triangles]));
  };

  it.each([
    '',
    '..',
    '../x.obj',
    'a/../../x.obj',
    '%2e%2e/x.obj',
    'a%2f..%2f..%2fx.obj',
    '/etc/x',
    '%2fetc%2fx',
    'a//b',
    '.x',
    'a/.b/c',
    'C:x',
    'a%5cb',
    'a%00b',
    'a.',
    'x'.repeat(501),
  ])('cannot have the name %s', async (name) => {
    expect((await put(name, 'x')).status).toBe(400);
  });

  it('is told of by the name that the user knows, where it cannot be kept', async () => {
    expect((await put('plain', 'x')).status).toBe(200);
    const { status, text } = await put('plain/a.obj', 'x');
    expect([status, text]).toEqual([422, expect.stringMatching(/^\{"kind":"user","message":"plain\/a\.obj: /)]);
    expect(text).not.toContain('added');
    await studio.api('source/plain', { method: 'DELETE' });
  });

  it('is named from the folder in what is to be said of it', async () => {
    await put('dropped/haus.obj', 'mtllib haus.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const { events } = await studio.ask('scene', { text: withScene('dropped/haus.obj') });
    const warnings = events.flatMap(({ warnings }) => (warnings as string[] | undefined) ?? []);
    expect(warnings).toEqual([expect.stringMatching(/^dropped\/haus\.obj: material library "haus\.mtl" left out/)]);
    expect(warnings[0]).not.toContain(studio.folder);
  });
});

describe('files of the page', () => {
  it('are there with their types', async () => {
    const { text } = await studio.send('/');
    const scripts = [...text.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(scripts.length).toBeGreaterThan(1);
    for (const path of scripts) {
      const { status, headers, body } = await studio.send(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      expect(body.length).toBe(Number(headers['content-length']));
    }
    const head = await studio.send('/', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
  });

  it.each([
    '/../package.json',
    '/assets/../../cli/main.js',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/%2e%2e%2fcli%2fmain.js',
    '/assets/..%5c..%5cpackage.json',
    '/..\\package.json',
    '//etc/passwd',
    '/assets',
    '/assets/',
    '/etc/passwd',
    '/index.html/',
    '/index.html%00.js',
    '/./index.html',
    '/survey.yaml',
    '/ground.obj',
    '/constructor',
  ])('are no others: %s', async (path) => {
    expect((await studio.send(path)).status).toBe(404);
  });
});

describe('the list of files', () => {
  it('names what surveys may, and nothing that is hidden or elsewhere', async () => {
    const { status, text } = await studio.api('files');
    expect(status).toBe(200);
    const { files, isWhole } = JSON.parse(text);
    expect(isWhole).toBe(true);
    expect(files.map(({ path }: { path: string }) => path)).toEqual([
      'again.obj',
      'ground.obj',
      'models/tree.obj',
      'survey.yaml',
      'way.csv',
    ]);
    expect(files[3].bytes).toBe(SURVEY.length);
  });
});
