/** LAZ from LAS and LAS from LAZ, record by record. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { checkLas, convertCloud } from '../../../src/node-clouds.js';
import { lasBytes } from '../../support/las-files.js';
import { sampleOf } from '../../support/long-run.js';
import { WHOLE } from '../../support/reference-data.js';
import { HAS_ORACLE } from '../check/las-cases.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
const ORACLE = join(WHOLE, 'data/laz');
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** Records of a file that is not compressed. */
async function recordsOf(path: string): Promise<Buffer> {
  const { header } = await openLas(nodeFiles, path);
  return readFileSync(path).subarray(
    header.pointDataOffset,
    header.pointDataOffset + header.pointCount * header.recordLength,
  );
}

describe('LAZ', () => {
  it('keeps every record, and what is behind the points, there and back', async () => {
    const [packed, back] = [join(folder, 'a.laz'), join(folder, 'b.las')];
    const file = fixture('format-6-evlr.las');
    expect((await convertCloud(file, packed)).form).toBe('records');
    expect((await convertCloud(packed, back)).form).toBe('records');
    expect((await recordsOf(back)).equals(await recordsOf(file))).toBe(true);
    const [first, last] = [await openLas(nodeFiles, file), await openLas(nodeFiles, back)];
    const nameOf = ({ userId, recordId, dataLength, extended }: (typeof first.vlrs)[number]) => ({
      userId,
      recordId,
      dataLength,
      extended,
    });
    expect(last.vlrs.map(nameOf)).toEqual(first.vlrs.map(nameOf));
    expect((await checkLas(packed)).faults).toEqual([]);
  });

  it('is made of older formats by their attributes', async () => {
    const file = join(folder, 'old.las');
    writeFileSync(
      file,
      lasBytes({ format: 1, minor: 2, points: [{ x: 1, y: 2, z: 3, gpsTime: 7, classification: 6 }] }),
    );
    const out = join(folder, 'new.laz');
    expect((await convertCloud(file, out)).form).toBe('attributes');
    expect(await checkLas(out)).toMatchObject({ kind: 'LAZ', version: '1.4', points: 1, faults: [] });
  });

  it.runIf(HAS_ORACLE)('has LASzip’s points in chunks of the same bytes', { timeout: 60_000 }, async () => {
    const names = readdirSync(ORACLE).filter((file) => file.endsWith('.las') && !/version-4/.test(file));
    for (const name of sampleOf(names, 10)) {
      const [plain, packed] = [join(ORACLE, name), join(ORACLE, name.replace('.las', '.laz'))];
      const [unpacked, repacked] = [join(folder, `u-${name}`), join(folder, `r-${name.replace('.las', '.laz')}`)];
      await convertCloud(packed, unpacked);
      expect((await recordsOf(unpacked)).equals(await recordsOf(plain)), name).toBe(true);
      await convertCloud(plain, repacked);
      expect(
        (await checkLas(repacked)).faults.map(({ rule }) => rule),
        name,
      ).toEqual((await checkLas(plain)).faults.map(({ rule }) => rule));
      if (/^(chunks|copc)/.test(name)) continue;
      const pointsOf = async (path: string) =>
        readFileSync(path).subarray((await openLas(nodeFiles, path)).header.pointDataOffset + 8);
      expect((await pointsOf(repacked)).equals(await pointsOf(packed)), name).toBe(true);
    }
  });

  it.runIf(HAS_ORACLE)('cuts COPC into tiles that are plain LAZ', async () => {
    const { files } = await convertCloud(join(ORACLE, 'copc.laz'), join(folder, 'copc/%x_%y.laz'), { tile: 100 });
    let points = 0;
    for (const { path } of files) {
      expect(await checkLas(path)).toMatchObject({ kind: 'LAZ', faults: [] });
      points += (await checkLas(path)).points;
    }
    expect(points).toBe(1400);
  });
});
