import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AbortedError, UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { type DrawCloudOptions, drawCloud } from '../../../src/picture/cloud/node-draw-cloud.js';
import { sampleOf } from '../../support/long-run.js';
import { VARIED_BOUNDS, variedCloud } from '../varied-cloud.js';

let folder: string;
const inFolder = (name: string) => join(folder, name);
const fixture = (name: string) => join(import.meta.dirname, '../../io/fixtures', name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-crew-'));
  const header = { bounds: VARIED_BOUNDS, software: 'subray test', created: new Date(0) };
  const output = { path: inFolder('varied.las'), format: 'las', pointFormat: 7 } as const;
  const sink = await createPointSink(output, header, { files: nodeFiles });
  await sink.write(variedCloud(40_000));
  await sink.finish();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Many rounds of one thread; rounds that come out even, and that do not; more threads than batches. */
const CREWS = [
  { threads: 1, batchPoints: 999 },
  { threads: 2, batchPoints: 5000 },
  { threads: 3, batchPoints: 777 },
  { threads: 4, batchPoints: 20_000 },
];

const SMALL = { width: 240, height: 180, force: true } as const;

async function draw(path: string, options: DrawCloudOptions) {
  const png = inFolder('drawn.png');
  const description = await drawCloud(await openLas(nodeFiles, path), png, { ...SMALL, ...options });
  return { description, bytes: readFileSync(png) };
}

describe('a crew', () => {
  it.each(sampleOf(['varied.las', 'format-1.laz'], 1))('finds the same in %s however many they are', async (name) => {
    const path = existsSync(fixture(name)) ? fixture(name) : inFolder(name);
    const alone = await draw(path, { threads: 1 });
    expect(alone.description).toEqual(await describeCloud(await openLas(nodeFiles, path), { threads: 1 }));
    for (const crew of CREWS) {
      const batchPoints = name === 'varied.las' ? crew.batchPoints : Math.ceil(crew.batchPoints / 50);
      const drawn = await draw(path, { ...crew, batchPoints });
      expect(drawn.bytes.equals(alone.bytes), JSON.stringify(crew)).toBe(true);
      expect(drawn.description).toEqual(alone.description);
      expect(await describeCloud(await openLas(nodeFiles, path), { ...crew, batchPoints })).toEqual(alone.description);
    }
  });

  it.each(sampleOf(['energy', 'instance', 'rgb'] as const, 1))('colours by %s as one of them does', async (color) => {
    const [alone, three] = await Promise.all([
      draw(inFolder('varied.las'), { color, threads: 1 }),
      drawCloud(await openLas(nodeFiles, inFolder('varied.las')), inFolder('three.png'), {
        ...SMALL,
        color,
        threads: 3,
        batchPoints: 3000,
      }),
    ]);
    expect(readFileSync(inFolder('three.png')).equals(alone.bytes)).toBe(true);
    expect(three).toEqual(alone.description);
  });

  it.each([1, 2])('says that a file has become shorter, with %d threads', async (threads) => {
    const cloud = await openLas(nodeFiles, inFolder('varied.las'));
    const longer = { ...cloud, pointCount: 41_000 };
    const png = inFolder('shorter.png');
    const error = await drawCloud(longer, png, { ...SMALL, threads }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).format()).toBe(`${cloud.path}: the file has become shorter`);
    expect(existsSync(png)).toBe(false);
  });

  it.each([1, 2])('says that a file is damaged, with %d threads', async (threads) => {
    const cloud = await openLas(nodeFiles, fixture('format-1.laz'));
    const longer = { ...cloud, header: { ...cloud.header, recordLength: cloud.header.recordLength + 1 } };
    const error = await describeCloud(longer, { threads }).catch((thrown: unknown) => thrown);
    expect((error as UserError).message).toMatch(/^compressed items of 28 bytes, records of 29$/);
  });

  it.each([1, 2])('stops when it is told to, with %d threads', async (threads) => {
    const controller = new AbortController();
    const png = inFolder('stopped.png');
    const cloud = await openLas(nodeFiles, inFolder('varied.las'));
    const onProgress = () => controller.abort();
    const { signal } = controller;
    const drawing = drawCloud(cloud, png, { ...SMALL, threads, batchPoints: 1000, signal, onProgress });
    await expect(drawing).rejects.toThrow(AbortedError);
    expect(existsSync(png)).toBe(false);
  });

  it('counts how far it is, to the end', async () => {
    const seen: number[] = [];
    const onProgress = ({ done, total }: { done: number; total: number }) => seen.push(done / total);
    await draw(inFolder('varied.las'), { threads: 2, batchPoints: 5000, onProgress });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });
});
