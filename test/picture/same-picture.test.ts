import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { subray } from '../cli/fakes.js';
import { sampleOf } from '../support/long-run.js';
import { batchOf } from './picture-clouds.js';
import digests from './same-picture.json' with { type: 'json' };
import { VARIED_BOUNDS, variedCloud } from './varied-cloud.js';

const COLORS = ['auto', 'intensity', 'energy', 'class', 'return', 'height', 'instance', 'rgb'];
const FIXTURES = [
  'golden-format-7.las',
  'format-6-evlr.las',
  'format-6-evlr.laz',
  'format-1.laz',
  'one-point-las-1.0.laz',
];
const MADE = ['varied.las', 'few.las'];
/** Clouds that are drawn in every way; others are drawn in the most telling way. */
const EVERY_WAY = [...MADE, 'golden-format-7.las', 'format-1.laz'];
const SIZE = '--size 400x300';

/** Options with which one cloud is drawn; several pictures of colours that have a tone. */
const OPTIONS = [
  ...COLORS.map((color) => `--color ${color} ${SIZE}`),
  `--color energy --tone hable --exposure 2 ${SIZE}`,
  `--color intensity --tone decibel --background light --view side ${SIZE}`,
  '--color energy --tone linear --view top --size 333x211',
  '--color class --view perspective --size 801x601',
];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'subray-picture-'));
  await write('varied.las', variedCloud(150_000));
  await write(
    'few.las',
    batchOf([[1, 2, 3] as const, [4, 4, 4] as const, [90, 5, 20] as const].map((at) => ({ at, returnNumber: 1 }))),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function write(name: string, batch: PointBatch): Promise<void> {
  batch.returnCount.fill(15);
  const header = { bounds: VARIED_BOUNDS, software: 'subray test', created: new Date(0) };
  const output = { path: join(folder, name), format: 'las', pointFormat: batch.rgb ? 7 : 6, fields: 'all' } as const;
  const sink = await createPointSink(output, header, { files: nodeFiles });
  await sink.write(batch);
  await sink.finish();
}

const pathOf = (name: string) =>
  MADE.includes(name) ? join(folder, name) : join(import.meta.dirname, '../io/fixtures', name);

const digestOf = (data: string | NodeJS.ArrayBufferView) =>
  createHash('sha256').update(data).digest('hex').slice(0, 16);

/** Of the pixels, whatever the file makes of them. */
async function drawn(name: string, options: string): Promise<string> {
  const png = join(folder, 'drawn.png');
  const { code, stderr } = await subray(`info ${pathOf(name)} --png ${png} --force ${options}`);
  const lines = stderr
    .split('\n')
    .filter((line) => line !== '' && !/^draw: | has no \w+: all points have the same colour/.test(line));
  expect([code, lines]).toEqual([0, []]);
  return digestOf(decode(readFileSync(png)).data);
}

/** Results by cloud: the first digest of each way of drawing it, and its messages. */
const expected: Record<string, Record<string, string>> = digests;

describe('clouds look as they always did', () => {
  it.each(sampleOf([...MADE, ...FIXTURES], 3))('draws %s pixel by pixel as before', async (name) => {
    const found: Record<string, string> = {};
    const ways = EVERY_WAY.includes(name) ? sampleOf(OPTIONS, 6) : OPTIONS.slice(0, 1);
    for (const options of ways) found[options] = await drawn(name, options);
    const text = (await subray(`info ${pathOf(name)}`)).stdout.replace(/^file .*/m, '');
    const json = (await subray(`info ${pathOf(name)} --json`)).stdout.replace(/"path":"[^"]*"/, '');
    expect(expected[name]).toMatchObject({ ...found, text: digestOf(text), json: digestOf(json) });
  });
});
