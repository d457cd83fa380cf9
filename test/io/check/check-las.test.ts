import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { LAS_RULES } from '../../../src/io/check/check-las.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { checkLas } from '../../../src/node-clouds.js';
import { lasBytes } from '../../support/las-files.js';
import { inLong } from '../../support/long-run.js';
import { testRandom } from '../../support/random.js';
import { WHOLE } from '../../support/reference-data.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../sample-cloud.js';
import { sampleWaveforms } from '../waveforms/sample-waveforms.js';
import { CASES, HAS_ORACLE } from './las-cases.js';

const folder = temporaryFolder();
const ORACLE = join(WHOLE, 'data/laz');

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe('the rules of LAS', () => {
  it('have each a name of their own, a source, and a file that breaks them', () => {
    const ids = LAS_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(Object.keys(CASES).toSorted());
    expect(LAS_RULES.every(({ source }) => source.length > 5)).toBe(true);
  });

  it.for(Object.keys(CASES))('%s', async (rule, { skip }) => {
    const { bytes, at, found, ending = 'las' } = CASES[rule];
    const content = bytes();
    if (!content) return skip(`needs the files of ${ORACLE}`);
    const { faults } = await checkLas(write(`${rule}.${ending}`, content));
    const own = faults.filter((fault) => fault.rule === rule);
    expect(
      own.map((fault) => [fault.at, fault.found]),
      JSON.stringify(faults, null, 1),
    ).toContainEqual([typeof at === 'number' ? at : at(content), expect.stringMatching(found)]);
    for (const fault of faults) expect(fault.expected).not.toBe('');
  });
});

describe('the guide', () => {
  it('names every rule, and no other', () => {
    const guide = readFileSync(new URL('../../../docs/convert.md', import.meta.url), 'utf8');
    const rows = guide.slice(guide.indexOf('| part | rules |'));
    const named = [...rows.matchAll(/`([a-z-]+)`/g)].map(([, id]) => id);
    expect(named.toSorted()).toEqual(LAS_RULES.map(({ id }) => id).toSorted());
  });
});

describe('checkLas', () => {
  it.each([
    [0, 0],
    [1, 1],
    [3, 2],
    [3, 4],
    [6, 4],
    [8, 4],
  ] as const)('finds no fault in a plain file of format %i, LAS 1.%i', async (format, minor) => {
    const path = write(
      `plain-${format}.las`,
      lasBytes({ format, minor, encoding: minor < 2 ? 0 : format >= 6 ? 17 : 1 }),
    );
    expect(await checkLas(path)).toEqual({ path, kind: 'LAS', version: `1.${minor}`, points: 1, faults: [] });
  });

  it('finds no fault in what we write', async () => {
    const header = { ...cloudHeader(), classNames: { 64: 'lamp' } };
    for (const pointFormat of [6, 7, 8] as const) {
      const path = join(folder, `own-${pointFormat}.las`);
      const sink = await createPointSink({ path, format: 'las', pointFormat }, header, { files: nodeFiles });
      const batch = sampleBatch(1000, pointFormat);
      // Classes that the standard keeps for itself are no matter of the writer.
      batch.classification.fill(2);
      await sink.write(batch);
      await sink.finish();
      expect(await checkLas(path)).toMatchObject({ points: 1000, faults: [] });
    }
  });

  it.each(['internal', 'external'] as const)('finds no fault in LAS and LAZ with %s waveforms', async (where) => {
    const { points, waveforms } = sampleWaveforms(300, 5, { bits: 12 });
    points.classification.fill(2);
    for (const format of ['las', 'laz'] as const) {
      const path = join(folder, `${where}-${format}.${format}`);
      const sink = await createPointSink({ path, format, waveforms: where }, cloudHeader(), { files: nodeFiles });
      await sink.write(points, waveforms);
      await sink.finish();
      expect((await checkLas(path)).faults).toEqual([]);
    }
  });

  const KNOWN: Readonly<Record<string, readonly string[]>> = {
    attributes: ['class', 'scan-angle'],
    'returns-any': ['return-number', 'number-of-returns'],
    'version-4.laz': ['laszip-version'],
  };

  it.runIf(HAS_ORACLE)('finds what LASzip’s files have, and nothing else', async () => {
    for (const name of readdirSync(ORACLE).filter((file) => /\.la[sz]$/.test(file))) {
      const { faults } = await checkLas(join(ORACLE, name));
      const known = KNOWN[name] ?? KNOWN[name.replace(/\.la[sz]$/, '')] ?? [];
      expect([...new Set(faults.map(({ rule }) => rule))], name).toEqual(known);
    }
  });

  it.runIf(HAS_ORACLE)('finds the table of chunks whose place stands at the end', async () => {
    const whole = readFileSync(join(ORACLE, 'lines-6.laz'));
    const first = whole.readUInt32LE(96);
    const place = whole.subarray(first, first + 8);
    const streamed = Buffer.concat([whole, place]);
    streamed.writeBigInt64LE(-1n, first);
    expect(await checkLas(write('streamed.laz', streamed))).toMatchObject({ points: 1500, faults: [] });
    const { faults } = await checkLas(write('streamed.laz', streamed.fill(0xff, streamed.length - 8)));
    expect(faults.map(({ rule, at }) => [rule, at])).toEqual([['chunk-table-pointer', streamed.length - 8]]);
  });

  it('survives damage: an answer, or a UserError', { timeout: 60_000 }, async () => {
    const seed = Date.now() % 1e6;
    const random = testRandom(seed);
    const wholes = Object.values(CASES).flatMap(({ bytes }) => bytes() ?? []);
    for (let round = 0; round < inLong(300, 80); round++) {
      const bytes = wholes[Math.floor(random() * wholes.length)].slice();
      for (let k = 0; k < 1 + random() * 8; k++)
        bytes[Math.floor(random() * Math.min(bytes.length, 900))] = random() * 256;
      const path = write('damaged.laz', bytes.subarray(0, random() < 0.2 ? random() * bytes.length : undefined));
      const result = await checkLas(path).catch((error: Error) => error.name);
      expect(typeof result === 'string' ? result : 'answer', `seed ${seed}, round ${round}`).toMatch(
        /^(answer|UserError)$/,
      );
    }
  });
});
