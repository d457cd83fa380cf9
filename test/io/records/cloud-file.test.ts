import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/base/files/files.js';
import { type CloudEncoder, createCloudFile } from '../../../src/io/records/cloud-file.js';
import type { CodedPoints } from '../../../src/io/records/coded-points.js';

/** Files that record the calls on the one that is created; `fault` fails the call of that name. */
function recordedFiles(fault?: string) {
  const calls: string[] = [];
  const call = async (name: string, ...given: unknown[]) => {
    calls.push([name, ...given].join(' '));
    if (name === fault) throw new Error(`no ${name}`);
  };
  let size = 0;
  const file = {
    path: '/a.xyz',
    get size() {
      return size;
    },
    append: (bytes: Uint8Array) => {
      size += bytes.length;
      return call('append', ...bytes);
    },
    writeAt: (bytes: Uint8Array, at: number) => call('writeAt', at, ...bytes),
    commit: () => call('commit'),
    abort: () => call('abort'),
  };
  const files = {
    create: async (path: string, { force }: { force?: boolean }) => {
      calls.push(`create ${path} ${force}`);
      return file;
    },
  } as unknown as Files;
  return { files, calls };
}

const points = (count: number): CodedPoints => ({ count, bytes: [] });

/** The number of points in front, a 7 for each point, an 8 behind all. */
const encoder: CloudEncoder = {
  blockBytes: 4,
  head: (count) => Uint8Array.of(count),
  append: ({ count }, buffer) => buffer.append(new Uint8Array(count).fill(7)),
  end: (buffer) => buffer.append(Uint8Array.of(8)),
};

describe('the file of a cloud', () => {
  it('has its head written again when the points are known, and its name after that', async () => {
    const { files, calls } = recordedFiles();
    const sink = await createCloudFile('a.xyz', encoder, { files, force: true });
    await sink.write(points(2));
    await sink.write(points(4));
    expect(await sink.finish()).toEqual({ path: '/a.xyz', points: 6, bytes: 8 });
    expect(calls).toEqual(['create a.xyz true', 'append 0 7 7 7', 'append 7 7 7 8', 'writeAt 0 6', 'commit']);
  });

  it('may end with its last point', async () => {
    const { files, calls } = recordedFiles();
    const sink = await createCloudFile('a.xyz', { ...encoder, end: undefined }, { files });
    await sink.write(points(1));
    expect(await sink.finish()).toEqual({ path: '/a.xyz', points: 1, bytes: 2 });
    expect(calls).toEqual(['create a.xyz undefined', 'append 0 7', 'writeAt 0 1', 'commit']);
  });

  it.each(['append', 'writeAt', 'commit'])('is taken away where it cannot be finished: %s', async (fault) => {
    const { files, calls } = recordedFiles(fault);
    const sink = await createCloudFile('a.xyz', encoder, { files });
    await sink.write(points(1));
    await expect(sink.finish()).rejects.toThrow(`no ${fault}`);
    expect(calls.at(-1)).toBe('abort');
    expect(calls.at(-2)).toContain(fault);
  });

  it('is taken away where its last part cannot be made, or nobody wants it', async () => {
    const broken = { ...encoder, end: () => Promise.reject(new Error('no end')) };
    const { files, calls } = recordedFiles();
    await expect((await createCloudFile('a.xyz', broken, { files })).finish()).rejects.toThrow('no end');
    expect(calls).toEqual(['create a.xyz undefined', 'abort']);
    calls.length = 0;
    const sink = await createCloudFile('a.xyz', encoder, { files });
    await sink.write(points(5));
    await sink.abort();
    expect(calls).toEqual(['create a.xyz undefined', 'append 0 7 7 7', 'abort']);
  });
});
