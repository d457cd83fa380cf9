import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import type { Files, InputFile } from '../../../src/base/files/files.js';
import { readTrajectory } from '../../../src/node-surveys.js';
import { readTrajectory as readTrajectoryOf, trajectoryFormatOf } from '../../../src/platform/read/read-trajectory.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subray-trajectory-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function failureOf(name: string): Promise<string> {
  const error = await readTrajectory(join(folder, name), { name }).catch((reason: unknown) => reason);
  if (error instanceof UserError) return error.format();
  throw error;
}

describe('the file of a trajectory', () => {
  it('is read by its ending, or as the format says', async () => {
    const rows = Array.from({ length: 20_000 }, (_, k) => `${k / 100},${k},${-k},7\n`).join('');
    await writeFile(join(folder, 'walk.csv'), `time,x,y,z\n${rows}`);
    const walk = await readTrajectory(join(folder, 'walk.csv'));
    expect([walk.times.length, walk.times[19_999], walk.positions[59_999]]).toEqual([20_000, 199.99, 7]);
    await writeFile(join(folder, 'walk.dat'), `time,x,y,z\n${rows}`);
    expect((await readTrajectory(join(folder, 'walk.dat'), { format: 'csv' })).times).toHaveLength(20_000);
    expect(['a.TRJ', 'b.out', 'c.sbet', 'd.nmea', 'e.txt', 'f'].map(trajectoryFormatOf)).toEqual([
      'helios', 'sbet', 'sbet', 'nmea', 'csv', undefined,
    ]); // biome-ignore format: a list of words
  });

  it('may be compressed by gzip', async () => {
    const rows = Array.from({ length: 20_000 }, (_, k) => `${k / 100},${k},${-k},7\n`).join('');
    const packed = gzipSync(`time,x,y,z\n${rows}`);
    for (const name of ['packed.csv.gz', 'packed.csv']) {
      await writeFile(join(folder, name), packed);
      expect((await readTrajectory(join(folder, name))).positions[59_999]).toBe(7);
    }
    await writeFile(join(folder, 'cut.csv.gz'), packed.subarray(0, 900));
    expect(await failureOf('cut.csv.gz')).toContain('cut.csv.gz: the gzip data are damaged or cut off');
    await writeFile(join(folder, 'bad.csv.gz'), gzipSync('time,x,y,z\n0,1,2,3\n1,x,2,3\n'));
    expect(await failureOf('bad.csv.gz')).toMatch(/^bad\.csv\.gz:3: /);
    expect(['a.CSV.GZ', 'c.sbet.gz', 'e.gz'].map(trajectoryFormatOf)).toEqual(['csv', 'sbet', undefined]);
  });

  it('is known as compressed only by its name if its format is binary', async () => {
    const sbet = new Float64Array(2 * 17).map((_, k) => (k % 17 === 0 ? 100 + k : 0.1));
    sbet[17] = 101;
    const bytes = new Uint8Array(sbet.buffer);
    bytes.set([0x1f, 0x8b]);
    await writeFile(join(folder, 'binary.sbet'), bytes);
    await writeFile(join(folder, 'binary.sbet.gz'), gzipSync(bytes));
    const [plain, packed] = [
      await readTrajectory(join(folder, 'binary.sbet')),
      await readTrajectory(join(folder, 'binary.sbet.gz')),
    ];
    expect(plain.times).toHaveLength(2);
    expect(packed).toEqual(plain);
  });

  it('is missed, refused or of unknown kind with a message', async () => {
    expect(await failureOf('absent.csv')).toBe('absent.csv: cannot read the file: it does not exist');
    await writeFile(join(folder, 'a.las'), '');
    expect(await failureOf('a.las')).toBe(
      'a.las: found the ending ".las", expected .csv, .txt, .tsv, .tum, .sbet, .out, .nmea, .trj\n  format: csv | sbet | nmea | helios | kitti sets the format',
    );
    await writeFile(join(folder, 'empty.csv'), '');
    expect(await failureOf('empty.csv')).toBe('empty.csv: found no row, expected a table of poses');
  });

  it('is closed when it was read, and when it was refused', async () => {
    for (const [text, outcome] of [
      ['time,x,y\n0,0,0\n1,1,0\n', 'read'],
      ['time,x,y\n0,x,0\n', 'refused'],
    ]) {
      const bytes = new TextEncoder().encode(text);
      const closed: string[] = [];
      const file: InputFile = {
        info: { kind: 'file', size: bytes.length },
        read: async (target, position) => {
          target.set(bytes.subarray(position));
          return bytes.length - position;
        },
        close: async () => void closed.push(outcome),
      };
      const files = { open: async () => file } as Partial<Files> as Files;
      const found = await readTrajectoryOf('t.csv', { files }).then(
        () => 'read',
        () => 'refused',
      );
      expect([found, closed]).toEqual([outcome, [outcome]]);
    }
  });

  it('is not a folder', async () => {
    const error = await readTrajectory(folder, { name: 'folder', format: 'csv' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).format()).toBe('folder: found no regular file, expected a trajectory');
  });
});
