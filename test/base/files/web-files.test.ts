import { describe, expect, it } from 'vitest';
import { describeSystemError } from '../../../src/base/files/file-error.js';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { readBeside } from '../../../src/scene/read/scene-file.js';

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const reasonOf = (action: Promise<unknown>) => action.then(() => 'none', describeSystemError);

/** A server that answers with the requested URL, and the requests that it got. */
function server(answer: (url: string) => Response | Promise<Response> = (url) => new Response(url)) {
  const asked: string[] = [];
  const get: typeof fetch = async (url) => {
    asked.push(String(url));
    return answer(String(url));
  };
  return { asked, fetch: get };
}

describe('sources of a page', () => {
  it('are Blobs, bytes, texts and URLs', async () => {
    const { fetch, asked } = server();
    const files = createWebFiles({
      sources: {
        'blob.txt': new Blob(['blob']),
        'file.txt': new File(['file'], 'file.txt'),
        'bytes.txt': Uint8Array.of(0x61),
        'text.txt': 'text',
        'there.glb': new URL('https://a.example/tree.glb?key=1'),
      },
      fetch,
    });
    const names = ['blob.txt', 'file.txt', 'bytes.txt', 'text.txt', 'there.glb'];
    expect((await Promise.all(names.map((name) => files.read(name)))).map(textOf)).toEqual([
      'blob',
      'file',
      'a',
      'text',
      'https://a.example/tree.glb?key=1',
    ]);
    expect(asked).toHaveLength(1);
  });

  it('come before what the server has, which is fetched once', async () => {
    const { fetch, asked } = server();
    const files = createWebFiles({ sources: { 'a.txt': 'mine' }, base: 'https://a.example/data/', fetch });
    expect(textOf(await files.read('a.txt'))).toBe('mine');
    const path = files.resolve('models', '../trees/oak no. 1.obj');
    await files.stat(path);
    await files.open(path);
    expect(textOf(await files.read(path))).toBe('https://a.example/data/trees/oak%20no.%201.obj');
    expect(asked).toHaveLength(1);
  });

  it('have neighbours at their URLs', async () => {
    const { fetch } = server();
    const files = createWebFiles({ fetch });
    const folder = 'https://a.example/surveys';
    expect(files.resolve(folder, '../models/a.glb')).toBe('https://a.example/models/a.glb');
    expect(files.resolve(folder, 'https://b.example/c.glb')).toBe('https://b.example/c.glb');
    expect(files.isAbsolute('https://b.example/c.glb')).toBe(true);
    expect(textOf(await files.read('https://a.example/surveys/x.yaml'))).toBe('https://a.example/surveys/x.yaml');
  });

  it('are asked for again where they could not be had', async () => {
    let calls = 0;
    const { fetch } = server(() => (++calls === 1 ? new Response('', { status: 503 }) : new Response('late')));
    const files = createWebFiles({ base: 'https://a.example/', fetch });
    expect(await reasonOf(files.read('a'))).toBe('the server answered 503');
    expect(textOf(await files.read('a'))).toBe('late');
  });

  it.each([
    [new Response('', { status: 404 }), 'it does not exist'],
    [new Response('', { status: 403 }), 'permission denied'],
    [new Response('', { status: 500 }), 'the server answered 500'],
  ])('say why they cannot be had', async (response, reason) => {
    const files = createWebFiles({ base: 'https://a.example/', fetch: server(() => response).fetch });
    expect(await reasonOf(files.stat('a'))).toBe(reason);
  });

  it('say that nothing answered', async () => {
    const { fetch } = server(() => Promise.reject(new TypeError('Failed to fetch')));
    const files = createWebFiles({ base: 'https://a.example/', fetch });
    expect(await reasonOf(files.stat('a'))).toBe('it could not be fetched (Failed to fetch)');
    await expect(files.read('http://')).rejects.toThrow();
  });
});

describe('hostile files of a page', () => {
  it.each(['../secret', 'scene/../../secret', '..', '../../etc/passwd'])('%j leads out of the folder', async (path) => {
    const { fetch, asked } = server();
    const files = createWebFiles({ sources: { 'scene/a.obj': '' }, base: 'https://a.example/data/', fetch });
    expect(await reasonOf(files.read(files.resolve('.', path)))).toBe('it lies outside the folder that was given');
    expect(asked).toEqual([]);
  });

  it('lead nowhere else by an escaped name', async () => {
    const { fetch, asked } = server();
    const files = createWebFiles({ base: 'https://a.example/data/', fetch });
    await files.read('%2e%2e/secret?a#b');
    expect(asked).toEqual(['https://a.example/data/%252e%252e/secret%3Fa%23b']);
  });

  it.each(['../b.mtl', '/b.mtl', 'https://b.example/b.mtl', '%2e%2e/b.mtl', 'a\\..\\..\\b.mtl'])(
    'do not reach %j from a scene at a URL',
    async (reference) => {
      const { fetch, asked } = server();
      const files = createWebFiles({ fetch });
      await expect(readBeside(files, 'https://a.example/models/a.obj', reference, 100)).rejects.toThrow(
        "which is outside the file's own folder",
      );
      expect(asked).toEqual([]);
    },
  );

  it('reach their neighbours and no more from a scene in a dropped folder', async () => {
    const files = createWebFiles({ sources: { 'a/b.obj': 'x', 'a/t/b.mtl': 'y', 'secret.txt': 'z' } });
    expect(textOf(await readBeside(files, 'a/b.obj', 't/b.mtl', 100))).toBe('y');
    await expect(readBeside(files, 'a/b.obj', '../secret.txt', 100)).rejects.toThrow('outside the file');
    await expect(readBeside(files, 'a/b.obj', 't/b.mtl', 0)).rejects.toThrow('at most 0 are allowed');
  });

  it('are not read to the end if their body has none', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const { fetch } = server(() => new Response(endless));
    const files = createWebFiles({ base: 'https://a.example/', fetch, fetchBytesMax: 10_000 });
    expect(await reasonOf(files.stat('endless'))).toBe('it has more than 10000 bytes');
    expect(sent).toBeLessThan(20_000);
  });

  it.each([
    ['../out.las', 'it lies outside the folder of the page'],
    ['/out.las', 'it lies outside the folder of the page'],
    ['https://a.example/out.las', 'it is a URL'],
    ['scene/a.obj', 'it is a file that was given to be read'],
  ])('are not written to %j', async (path, reason) => {
    const files = createWebFiles({ sources: { 'scene/a.obj': '' } });
    await expect(files.create(path, { force: true })).rejects.toThrow(`cannot write: ${reason}`);
  });
});

describe('outputs of a page', () => {
  it('are handed out as Blobs', async () => {
    const files = createWebFiles();
    const file = await files.create('out/a.las');
    await file.append(new TextEncoder().encode('points'));
    expect(() => files.blob('out/a.las')).toThrow('no finished output has this name in memory');
    await file.commit();
    expect(await files.blob('out/a.las').text()).toBe('points');
    expect(files.outputs).toEqual(['out/a.las']);
  });

  it('have scratch files in memory', async () => {
    const file = await createWebFiles().openSet().create('a.las');
    const scratch = await file.openScratch();
    const large = new Uint8Array(9 * 2 ** 20).map((_, i) => i % 251);
    await scratch.write(large, 0);
    await scratch.write(Uint8Array.of(7), 5 * 2 ** 20);
    const target = new Uint8Array(large.length - 10);
    await scratch.read(target, 10);
    large[5 * 2 ** 20] = 7;
    expect(Buffer.compare(target, large.subarray(10))).toBe(0);
  });

  it('go to the handles that the user has chosen', async () => {
    const disk = new FakeFolder();
    const handle = disk.file('chosen.las', 'old');
    const files = createWebFiles({ handles: { 'a.las': handle } });
    const given = await files.create('a.las');
    await given.append(new TextEncoder().encode('new'));
    await given.abort();
    expect(disk.texts()).toEqual({ 'chosen.las': 'old' });
    const file = await files.create('a.las');
    await file.append(new TextEncoder().encode('new'));
    await file.commit();
    expect(disk.texts()).toEqual({ 'chosen.las': 'new' });
    expect(files.outputs).toEqual([]);
  });

  it('go into a folder that the user has chosen, and leave nothing there that is not complete', async () => {
    const disk = new FakeFolder();
    disk.file('there.las', 'old');
    const files = createWebFiles({ folder: disk.handle });
    await expect(files.create('there.las')).rejects.toThrow('cannot write: the file exists');
    const given = await files.create('a.las');
    await given.append(new TextEncoder().encode('new'));
    await given.abort();
    expect(disk.texts()).toEqual({ 'there.las': 'old' });
    expect(await files.taken('.')).toEqual(['there.las']);
    expect(await files.taken('frames')).toEqual([]);
    const file = await files.create('there.las', { force: true });
    await file.append(new TextEncoder().encode('new'));
    await file.writeAt(new TextEncoder().encode('N'), 0);
    await file.commit();
    expect(disk.texts()).toEqual({ 'there.las': 'New' });
    await files.remove('there.las');
    expect(disk.texts()).toEqual({});
  });

  it('are refused in words if the page may not write them', async () => {
    const disk = new FakeFolder();
    disk.refuses = true;
    const files = createWebFiles({ folder: disk.handle });
    await expect(files.create('a.las')).rejects.toThrow('cannot write: not allowed');
  });
});

/** A folder of the File System Access API, as far as it is used. */
class FakeFolder {
  refuses = false;
  private readonly files = new Map<string, Uint8Array>();

  file(name: string, text: string): FileSystemFileHandle {
    this.files.set(name, new TextEncoder().encode(text));
    return this.handleOf(name);
  }

  texts(): Record<string, string> {
    return Object.fromEntries([...this.files].map(([name, bytes]) => [name, textOf(bytes)]));
  }

  get handle(): FileSystemDirectoryHandle {
    const { files } = this;
    const folder = {
      getFileHandle: async (name: string, { create = false } = {}) => {
        if (this.refuses && create) throw new DOMException('not allowed', 'NotAllowedError');
        if (!this.files.has(name)) {
          if (!create) throw new DOMException('none', 'NotFoundError');
          this.files.set(name, new Uint8Array());
        }
        return this.handleOf(name);
      },
      getDirectoryHandle: () => Promise.reject(new DOMException('none', 'NotFoundError')),
      keys: async function* () {
        yield* files.keys();
      },
      removeEntry: async (name: string) => void this.files.delete(name),
    };
    return folder as unknown as FileSystemDirectoryHandle;
  }

  private handleOf(name: string): FileSystemFileHandle {
    const createWritable = async () => {
      let bytes = new Uint8Array();
      return {
        write: async ({ position, data }: { position: number; data: Uint8Array }) => {
          const grown = new Uint8Array(Math.max(bytes.length, position + data.length));
          grown.set(bytes);
          grown.set(data, position);
          bytes = grown;
        },
        close: async () => void this.files.set(name, bytes),
        abort: async () => {},
      };
    };
    return { createWritable } as unknown as FileSystemFileHandle;
  }
}
