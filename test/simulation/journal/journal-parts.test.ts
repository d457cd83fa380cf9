import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { noCounts, OUTPUTS } from '../../../src/device/buffers.js';
import { type Chunk, type ChunkCounts, readOutputs } from '../../../src/engine/engine.js';
import { checksum } from '../../../src/simulation/journal/checksum.js';
import { JournalReader } from '../../../src/simulation/journal/journal-reader.js';
import { JournalWriter } from '../../../src/simulation/journal/journal-writer.js';
import {
  bytesOf,
  CHUNK_HEAD_BYTES,
  decodeHead,
  encodeHead,
  PART_HEAD_BYTES,
} from '../../../src/simulation/journal/part-layout.js';
import { isOfJournal, partName, startOfPart } from '../../../src/simulation/journal/part-names.js';
import { KEPT_BYTES } from '../../../src/survey/journal-bytes.js';
import { testRandom } from '../../support/random.js';

const KEY = '0123456789abcdef'.repeat(4);
let folder = '';
let warnings: string[] = [];
const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-journal-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

it('holds records of the sizes that an estimate takes', () => {
  expect(Object.fromEntries(OUTPUTS.map(({ name, bytes }) => [name, bytes]))).toEqual(KEPT_BYTES);
});

/** A chunk of `pulseCount` pulses whose records are random words. */
function chunkOf(pulseCount: number, given: Partial<ChunkCounts>, random = testRandom(pulseCount)): Chunk {
  const counts = { ...noCounts(), ...given };
  const outputs = readOutputs(counts, (_, length) => {
    const words = Uint32Array.from({ length }, () => random() * 2 ** 32);
    return { words, floats: new Float32Array(words.buffer) };
  });
  return { pulseCount, counts, outputs, hold: () => () => {} };
}

const writerOf = (seconds: number) => new JournalWriter({ files: nodeFiles, folder, key: KEY, seconds, log });
const readerOf = (key = KEY) => JournalReader.open({ files: nodeFiles, folder, key, log });

async function write(seconds: number, chunks: readonly [leg: number, first: number, chunk: Chunk][]): Promise<void> {
  const writer = writerOf(seconds);
  for (const [leg, first, chunk] of chunks) await writer.add(leg, first, chunk);
  await writer.stop();
}

const wordsOf = ({ counts, outputs }: Chunk) => [
  counts,
  ...OUTPUTS.map(({ name }) => [...outputs[name].words, ...new Uint32Array(outputs[name].floats.buffer)]),
];

const LEGS: [number, number, Chunk][] = [
  [0, 0, chunkOf(10, { hits: 90, returns: 7, parts: 3, samples: 11 })],
  [0, 10, chunkOf(4, {})],
  [1, 0, chunkOf(8, { returns: 2 })],
  [4, 0, chunkOf(1, { samples: 5 })],
];

describe('chunks', () => {
  it.each([0, 1000])('are read as they were written, over the ends of legs and parts of %d s', async (seconds) => {
    await write(seconds, LEGS);
    expect(readdirSync(folder)).toHaveLength(seconds === 0 ? 4 : 1);
    const reader = await readerOf();
    for (const [leg, first, chunk] of LEGS) {
      const found = await reader.next(leg, first, first + chunk.pulseCount);
      expect(found?.pulseCount).toBe(chunk.pulseCount);
      expect(wordsOf(found!)).toEqual(wordsOf(chunk));
    }
    expect(await reader.next(4, 1, 2)).toBeUndefined();
    await reader.close();
    expect(warnings).toEqual([]);
  });

  it('are found behind a gap, and only where a part goes on', async () => {
    await write(0, [LEGS[0], LEGS[2], LEGS[3]]);
    const reader = await readerOf();
    expect(reader.partCount).toBe(3);
    expect(reader.nextStart(0, 0)).toBeUndefined();
    expect(await reader.next(0, 4, 20)).toBeUndefined();
    expect((await reader.next(0, 0, 20))?.pulseCount).toBe(10);
    expect(await reader.next(0, 10, 20)).toBeUndefined();
    expect((await reader.next(1, 0, 8))?.pulseCount).toBe(8);
    expect([reader.partCount, warnings]).toEqual([1, []]);
    await reader.close();
  });

  it('are refused where they are longer than the leg', async () => {
    await write(0, [LEGS[0]]);
    const reader = await readerOf();
    expect(await reader.next(0, 0, 9)).toBeUndefined();
    expect(warnings.join()).toContain('(its pulses are not those of the leg)');
  });
});

describe('a large chunk', () => {
  it('is written and read slice by slice', async () => {
    const chunk = chunkOf(100_000, { returns: 80_000, samples: 2 ** 20 });
    await write(1000, [[0, 0, chunk]]);
    const reader = await readerOf();
    const found = await reader.next(0, 0, 100_000);
    for (const { name } of OUTPUTS)
      expect(Buffer.compare(bytesOf(found!.outputs[name].words), bytesOf(chunk.outputs[name].words))).toBe(0);
    expect(await reader.next(0, 100_000, 200_000)).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});

describe('a part', () => {
  const path = () => join(folder, 'leg1-pulse0.part');

  it('is not read if it is another journal’s, or has another name', async () => {
    await write(1000, LEGS);
    expect(await (await readerOf(KEY.replace('0', '1'))).next(0, 0, 20)).toBeUndefined();
    expect(warnings).toEqual([
      `${path()}: damaged at byte ${PART_HEAD_BYTES} (it is no part of this journal); what it held from there is traced again`,
    ]);
    renameSync(path(), join(folder, 'leg1-pulse5.part'));
    expect(await (await readerOf()).next(0, 5, 20)).toBeUndefined();
    expect(warnings[1]).toContain('(it does not begin as its name says)');
  });

  it('is not read if it claims more records than there are bytes, and nothing is allocated for them', async () => {
    await write(1000, [LEGS[0]]);
    const bytes = readFileSync(path());
    const counts = { ...noCounts(), returns: 2 ** 32 - 1, samples: 2 ** 32 - 1 };
    const head = encodeHead({ leg: 0, first: 0, pulseCount: 10, counts });
    bytes.set(new Uint8Array(head.buffer), PART_HEAD_BYTES);
    writeFileSync(path(), bytes);
    const before = process.memoryUsage().arrayBuffers;
    expect(await (await readerOf()).next(0, 0, 20)).toBeUndefined();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e7);
    expect(warnings.join()).toContain('(it ends early)');
  });

  it('never gives wrong chunks, whatever happened to it', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = testRandom(seed);
    await write(1000, LEGS.slice(0, 3));
    const whole = readFileSync(path());
    for (let round = 0; round < 500; round++) {
      const bytes = Uint8Array.from(whole.subarray(0, random() < 0.3 ? random() * whole.length : whole.length));
      for (let k = random() * 3; k > 0 && bytes.length > 0; k--)
        bytes[Math.floor(random() * bytes.length)] = random() * 256;
      writeFileSync(path(), bytes);
      const reader = await readerOf();
      for (const [leg, first, chunk] of LEGS.slice(0, 3)) {
        const found = await reader.next(leg, first, first + chunk.pulseCount);
        if (!found) break;
        expect(wordsOf(found), `seed ${seed}, round ${round}`).toEqual(wordsOf(chunk));
      }
      await reader.close();
    }
  });

  it('is not there before it is complete, and not at all where the run needs it no longer', async () => {
    const writer = writerOf(1000);
    await writer.add(...LEGS[0]);
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
    await writer.abort();
    expect(readdirSync(folder)).toEqual([]);
    await writer.add(...LEGS[1]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends where it is told, and the next one begins there', async () => {
    const writer = writerOf(1000);
    await writer.add(...LEGS[0]);
    await writer.endPart();
    await writer.endPart();
    await writer.add(...LEGS[2]);
    await writer.stop();
    expect(readdirSync(folder).sort()).toEqual(['leg1-pulse0.part', 'leg2-pulse0.part']);
  });
});

describe('the head of a chunk', () => {
  const head = { leg: 3, first: 4_000_000_000, pulseCount: 4096, counts: LEGS[0][2].counts };

  it('is read as it was written', () => {
    expect(encodeHead(head).byteLength).toBe(CHUNK_HEAD_BYTES);
    expect(decodeHead(encodeHead(head))).toEqual(head);
  });

  it('shows every single damaged bit', () => {
    for (let bit = 0; bit < 8 * CHUNK_HEAD_BYTES; bit++) {
      const words = encodeHead(head);
      words[bit >> 5] ^= 1 << (bit & 31);
      expect(decodeHead(words), `bit ${bit}`).toBeUndefined();
    }
  });
});

describe('a checksum', () => {
  it('can go on', () => {
    const words = Uint32Array.of(1, 2, 3, 4, 5);
    expect(checksum(words.subarray(2), checksum(words.subarray(0, 2)))).toBe(checksum(words));
    expect(checksum(new Uint32Array())).toBe(0x811c9dc5);
  });

  it('tells two damaged bytes wherever they are, in the uppermost bytes of words, too', () => {
    const random = testRandom(3);
    const words = Uint32Array.from({ length: 40 }, () => random() * 2 ** 32);
    const sum = checksum(words);
    let unseen = 0;
    for (let round = 0; round < 20_000; round++) {
      const damaged = words.slice();
      const shift = round % 4 === 0 ? 8 * Math.floor(random() * 4) : 24;
      const [one, other] = [Math.floor(random() * 40), Math.floor(random() * 40)];
      damaged[one] ^= (1 + Math.floor(random() * 255)) << shift;
      if (other !== one) damaged[other] ^= (1 + Math.floor(random() * 255)) << shift;
      if (checksum(damaged) === sum) unseen++;
    }
    expect(unseen).toBe(0);
  });
});

it('names of parts say where they begin, and other names are of others', () => {
  for (const start of [
    { leg: 0, first: 0 },
    { leg: 12, first: 4_000_000_000 },
  ])
    expect(startOfPart(partName(start))).toEqual(start);
  for (const name of [
    'leg0-pulse0.part',
    'leg1-pulse01.part',
    'leg1-pulse0.part.tmp',
    'xleg1-pulse0.part',
    'manifest.json',
  ])
    expect(startOfPart(name), name).toBeUndefined();
  for (const name of ['manifest.json', 'leg3-pulse7.part', '.leg3-pulse7.part.1234-abc-0123456789ab.tmp'])
    expect(isOfJournal(name), name).toBe(true);
  for (const name of ['notes.txt', 'leg3-pulse7.part.txt', '.git', 'cloud.las', '.notes.tmp'])
    expect(isOfJournal(name), name).toBe(false);
});
