/** Clouds between formats: their attributes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { describeCloudFile } from '../../../src/cli/describe/describe-cloud.js';
import { joinBatches, type PointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { HELIOS_FIELDS } from '../../../src/io/las/helios-fields.js';
import { type LasFile, openLas } from '../../../src/io/las-files/las-file.js';
import { checkLas, convertCloud } from '../../../src/node-clouds.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { extraField, lasBytes, WKT_RECORD } from '../../support/las-files.js';
import { cloudHeader, sampleBatch, temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;
const fresh = (ending: string) => join(folder, `${number++}.${ending}`);

async function pointsOf(path: string): Promise<PointBatch> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openReadable(nodeFiles, path))) batches.push(batch);
  return joinBatches(batches);
}

async function sample(ending: 'las' | 'ply' | 'csv', options: Parameters<typeof sampleBatch>[2] = {}, wkt?: string) {
  const path = fresh(ending);
  const batch = sampleBatch(500, 3, options);
  const header = { ...cloudHeader(options.box, wkt), optional: options.colour ? (['rgb'] as const) : [] };
  const sink = await createPointSink({ path, format: ending }, header, { files: nodeFiles });
  await sink.write(batch);
  await sink.finish();
  return path;
}

function listening() {
  const warnings: string[] = [];
  return { warnings, log: { info: () => {}, warn: (text: string) => void warnings.push(text) } };
}

function expectSame(found: PointBatch, wanted: PointBatch, tolerances: Record<string, number> = {}) {
  for (const [key, values] of Object.entries(wanted) as [keyof PointBatch, Float64Array][]) {
    if (key === 'count') continue;
    const tolerance = tolerances[key] ?? 0;
    const worst = values.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - (found[key] as Float64Array)[i])),
      0,
    );
    expect(worst, key).toBeLessThanOrEqual(tolerance);
  }
}

describe('convertCloud between formats', () => {
  it('LAS to PLY and back loses nothing', async () => {
    const file = await sample('las');
    const [ply, back] = [fresh('ply'), fresh('las')];
    expect((await convertCloud(file, ply)).form).toBe('attributes');
    await convertCloud(ply, back);
    expectSame(await pointsOf(ply), await pointsOf(file));
    expectSame(await pointsOf(back), await pointsOf(file), { x: 1e-9, y: 1e-9, z: 1e-9, scanAngle: 1e-6 });
  });

  it.each(['pcd', 'csv'])('keeps %s’s attributes, colours included', async (ending) => {
    const file = await sample('ply', { colour: true });
    const out = fresh(ending);
    await convertCloud(file, out);
    const [found, wanted] = [await pointsOf(out), await pointsOf(file)];
    expect(found.classification).toEqual(wanted.classification);
    expect(found.instance).toEqual(wanted.instance);
    expect(Array.from(found.rgb!, (value) => value >>> 8)).toEqual(Array.from(wanted.rgb!, (value) => value >>> 8));
  });

  it('keeps scale and offset of LAS whose layout changes, so that no point moves', async () => {
    const file = fresh('las');
    writeFileSync(file, lasBytes({ scale: [0.003, 0.003, 0.003], offset: [7, 8, 9], points: [{ x: 5, y: 6, z: 7 }] }));
    const out = fresh('las');
    await convertCloud(file, out, { output: { pointFormat: 7 } });
    const { header } = await openLas(nodeFiles, out);
    expect(header).toMatchObject({ pointFormat: 7, scale: [0.003, 0.003, 0.003], offset: [7, 8, 9] });
    expect((await pointsOf(out)).x).toEqual((await pointsOf(file)).x);
  });

  it('writes LAS 1.2 for old readers, without faults, and no LAZ of it', async () => {
    const file = fresh('csv');
    writeFileSync(file, 'x,y,z,classification,return_number,number_of_returns\n1,2,3,6,1,1\n2,2,3,2,6,7\n');
    const out = fresh('las');
    const { warnings, log } = listening();
    await convertCloud(file, out, { output: { pointFormat: 1 }, crs: 'EPSG:25832', log });
    expect(await checkLas(out)).toMatchObject({ version: '1.2', points: 2, faults: [] });
    expect(((await openReadable(nodeFiles, out)) as LasFile).crs?.code).toBe('EPSG:25832');
    expect(warnings).toEqual([expect.stringContaining('return numbers of 1 point are held at 5')]);
    const laz = fresh('laz');
    await expect(convertCloud(file, laz, { output: { pointFormat: 1 } })).rejects.toThrow(
      /pointFormat: found 1, expected 6, 7 or 8 in a compressed file/,
    );
    expect(existsSync(laz)).toBe(false);
  });

  it('keeps seconds of the week, in LAS as such, elsewhere with a word', async () => {
    const file = fresh('las');
    writeFileSync(file, lasBytes({ encoding: 16, points: [{ x: 1, y: 2, z: 3, gpsTime: 345_678.5 }] }));
    const out = fresh('las');
    await convertCloud(file, out, { output: { pointFormat: 7 } });
    expect((await openLas(nodeFiles, out)).header.globalEncoding).toBe(16);
    expect((await pointsOf(out)).gpsTime[0]).toBe(345_678.5);
    const { warnings, log } = listening();
    const csv = fresh('csv');
    await convertCloud(file, csv, { log });
    expect((await pointsOf(csv)).gpsTime[0]).toBe(345_678.5);
    expect(warnings).toEqual([`${csv} does not say that its times are seconds of the GPS week, as ${file} does`]);
  });

  it('knows that points of HELIOS++ as text have seconds of the week', async () => {
    const file = fresh('xyz');
    writeFileSync(file, '1 2 3 500 4.5 1 1 7 0 2 345678.250000\n');
    const out = fresh('las');
    await convertCloud(file, out);
    expect((await openLas(nodeFiles, out)).header.globalEncoding).toBe(16);
    expect(await pointsOf(out)).toMatchObject({ gpsTime: Float64Array.of(345_678.25), pulse: Uint32Array.of(6) });
  });

  it('keeps fields of HELIOS++ in LAS', async () => {
    const file = fresh('las');
    const types: Record<string, number> = { echo_width: 10, fullwaveIndex: 6, hitObjectId: 6, heliosAmplitude: 10 };
    const data = Buffer.concat(Object.keys(HELIOS_FIELDS).map((name) => extraField(name, types[name])));
    const extra = Buffer.alloc(24);
    extra.writeDoubleLE(5, 0);
    extra.writeInt32LE(8, 8);
    extra.writeInt32LE(3, 12);
    extra.writeDoubleLE(250, 16);
    const vlrs = [WKT_RECORD, { userId: 'LASF_Spec', recordId: 4, data }];
    writeFileSync(file, lasBytes({ vlrs, extraBytes: 24, points: [{ x: 1, y: 2, z: 3, bytes: [[30, [...extra]]] }] }));
    const out = fresh('las');
    const { warnings, log } = listening();
    await convertCloud(file, out, { output: { pointFormat: 7 }, log });
    const found = await pointsOf(out);
    expect([found.pulse?.[0], found.instance[0]]).toEqual([7, 4]);
    expect(found.echoWidth[0]).toBeCloseTo(5e-9, 15);
    expect(found.amplitude?.[0]).toBeCloseTo(250e-9, 13);
    expect(warnings).toEqual([]);
  });

  it('writes what the cloud has, in full width, and no columns of zeros', async () => {
    const file = fresh('csv');
    writeFileSync(file, 'x,y,z,intensity,range\n1,2,3,4,5.5\n');
    const out = fresh('ply');
    await convertCloud(file, out);
    expect(readFileSync(out, 'latin1').match(/property \w+ \w+/g)).toEqual([
      'property double x',
      'property double y',
      'property double z',
      'property ushort intensity',
      'property double scalar_range',
    ]);
    const las = fresh('las');
    await convertCloud(file, las);
    expect((await openLas(nodeFiles, las)).extraFields.map(({ name, type }) => [name, type])).toEqual([
      ['range', 'f64'],
    ]);
  });

  it('writes the fields that are chosen, and says which no cloud has', async () => {
    const file = await sample('las');
    const out = fresh('ply');
    const { warnings, log } = listening();
    await convertCloud(file, out, { output: { fields: ['gps_time', 'amplitude'] }, log });
    expect(readFileSync(out, 'latin1').match(/property \w+ \w+/g)).toHaveLength(4);
    expect(warnings).toEqual(['no cloud has amplitude']);
  });

  it('leaves out points without a place and counts them', async () => {
    const file = fresh('pcd');
    const head =
      'VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 2\nPOINTS 4\nDATA ascii\n';
    writeFileSync(file, `${head}1 2 3\nnan nan nan\n4 5 6\nnan nan nan\n`);
    const out = fresh('las');
    const { warnings, log } = listening();
    const { leftOut, points } = await convertCloud(file, out, { log });
    expect([points, leftOut.placeless]).toEqual([4, 2]);
    expect(Array.from((await pointsOf(out)).x)).toEqual([1, 4]);
    expect(warnings).toContain('2 points have no place and are left out');
  });

  it('gives points without returns one of one, and holds others within LAS', async () => {
    const file = fresh('csv');
    writeFileSync(file, 'x,y,z,return_number,number_of_returns,scan_angle\n1,1,1,0,0,0\n2,2,2,3,2,4\n3,3,3,20,30,-9\n');
    const out = fresh('las');
    const { warnings, log } = listening();
    await convertCloud(file, out, { log });
    const { returnNumber, returnCount } = await pointsOf(out);
    expect([Array.from(returnNumber), Array.from(returnCount)]).toEqual([
      [1, 3, 15],
      [1, 3, 15],
    ]);
    expect(warnings).toEqual([
      'return numbers of 2 points are not 1 … 15 of as many; the nearest is written',
      'scan angles of 2 points are beyond half a turn; the nearest is written',
    ]);
  });

  it('writes 0 where LAS needs a number and there is none, and counts such points', async () => {
    const file = fresh('csv');
    writeFileSync(file, 'x,y,z,gps_time,scan_angle\n1,1,1,5,0.5\n2,2,2,,\n3,3,3,7,\n');
    for (const ending of ['las', 'laz', 'copc.laz']) {
      const out = fresh(ending);
      const { warnings, log } = listening();
      await convertCloud(file, out, { log });
      expect(warnings).toEqual([
        'scan angles of 2 points are no numbers; 0 is written',
        'GPS times of 1 point are not finite; 0 is written',
      ]);
      expect((await checkLas(out)).faults).toEqual([]);
    }
  });

  it('says where coordinates cannot have the steps that are asked for', async () => {
    const file = fresh('csv');
    writeFileSync(file, 'x,y,z\n0,0,0\n3000000,0,0\n');
    const { warnings, log } = listening();
    const out = fresh('las');
    await convertCloud(file, out, { output: { scale: 0.0001 }, log });
    expect(((await openReadable(nodeFiles, out)) as LasFile).header.scale[0]).toBe(0.001);
    expect(warnings).toEqual([expect.stringContaining('are in steps of 0.001 m in x, not 0.0001 m')]);
    const again = fresh('las');
    const second = listening();
    await convertCloud(out, again, { output: { scale: 0.0001 }, log: second.log });
    expect(second.warnings).toContainEqual(expect.stringContaining('are in steps of 0.001 m in x, not 0.0001 m'));
  });

  it.each(['csv', 'xyz', 'npy', 'ply'])(
    'keeps infinite numbers apart from those that are none, by way of %s',
    async (ending) => {
      const file = fresh('csv');
      writeFileSync(file, 'x,y,z,range,energy\n1,2,3,inf,-Infinity\n1,2,4,"+inf",-INF\n1,2,5,nan,\n1,2,6,1,2\n');
      const [there, back] = [fresh(ending), fresh('csv')];
      await convertCloud(file, there, { output: { fields: ['range', 'energy'] } });
      await convertCloud(there, back);
      for (const path of [file, there, back]) {
        const { range, energy } = await pointsOf(path);
        expect([...range]).toEqual([Infinity, Infinity, Number.NaN, 1]);
        expect([...energy]).toEqual([-Infinity, -Infinity, Number.NaN, 2]);
      }
      expect(readFileSync(back, 'utf8').split('\n')[1]).toMatch(/,Infinity,-Infinity$/);
    },
  );

  it('keeps the steps of y and z beside one far x, and says those of x', async () => {
    const file = fresh('csv');
    writeFileSync(file, 'x,y,z\n0,0.123,0.456\n9000000,0,0\n');
    for (const ending of ['las', 'laz', 'copc.laz']) {
      const { warnings, log } = listening();
      const out = fresh(ending);
      await convertCloud(file, out, { log });
      const { header } = (await openReadable(nodeFiles, out)) as LasFile;
      expect(header.scale).toEqual([0.01, 0.001, 0.001]);
      const points = await pointsOf(out);
      const k = points.x.indexOf(0);
      expect([points.y[k], points.z[k]]).toEqual([expect.closeTo(0.123, 9), expect.closeTo(0.456, 9)]);
      expect(warnings).toEqual([
        'coordinates are in steps of 0.01 m in x, not 0.001 m: their extent there takes more than 32 bits of these',
      ]);
      expect((await checkLas(out)).faults).toEqual([]);
      // Nothing becomes coarser where the steps stay.
      const again = listening();
      await convertCloud(out, fresh('las'), { log: again.log });
      expect(again.warnings).toEqual([]);
    }
  });

  it('merges clouds of several formats; what one lacks is 0 there, and said', async () => {
    const [a, b] = [await sample('ply', { colour: true }), await sample('las')];
    const out = fresh('las');
    const { warnings, log } = listening();
    await convertCloud([a, b], out, { merge: true, log });
    const found = await pointsOf(out);
    expect(found.count).toBe(1000);
    expect(found.rgb?.subarray(3 * 500).every((value) => value === 0)).toBe(true);
    expect(warnings).toEqual([`${b} has no rgb; its points have 0 there`]);
  });

  it.each(['format-1.laz', 'format-6-evlr.laz'])(
    'says of no field that every LAS file has that another cloud lacks it: %s',
    async (name) => {
      const bare = fresh('csv');
      writeFileSync(bare, 'x,y,z\n1,2,3\n');
      const las = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
      const { warnings, log } = listening();
      await convertCloud([bare, las], fresh('ply'), { merge: true, log });
      expect(warnings.filter((warning) => warning.includes('its points have 0 there'))).toEqual([]);
    },
  );

  it('does not merge clouds of different systems, unless one is stated', async () => {
    const utm = async (code: string) => {
      const out = fresh('las');
      await convertCloud(await sample('las'), out, { crs: code });
      return out;
    };
    const [a, b] = [await utm('EPSG:25832'), await utm('EPSG:25833')];
    await expect(convertCloud([a, b], fresh('las'), { merge: true })).rejects.toThrow(/EPSG:25833.*EPSG:25832/);
    const { warnings, log } = listening();
    const out = fresh('las');
    await convertCloud([a, b], out, { merge: true, crs: 'EPSG:25832', log });
    expect(((await openReadable(nodeFiles, out)) as LasFile).crs?.code).toBe('EPSG:25832');
    expect(warnings).toEqual([expect.stringMatching(/EPSG:25833.*; the output says .*EPSG:25832/)]);
  });

  it('says that a format has no place for the reference system', async () => {
    const file = fresh('las');
    await convertCloud(await sample('las'), file, { crs: 'EPSG:25832' });
    const { warnings, log } = listening();
    const out = fresh('ply');
    await convertCloud(file, out, { log });
    expect(warnings).toEqual([
      `${out} does not name the reference system, ETRS89 / UTM zone 32N (EPSG:25832): its format has no place for it`,
    ]);
  });

  it('names the reference system in E57, as the clouds do', async () => {
    const [file, out, back] = [fresh('las'), fresh('e57'), fresh('las')];
    await convertCloud(await sample('las'), file, { crs: 'EPSG:25832' });
    const { warnings, log } = listening();
    await convertCloud(file, out, { log });
    await convertCloud(out, back, { log });
    expect(describeCloudFile(await describeCloud(await openReadable(nodeFiles, out), { threads: 1 }))).toContainEqual(
      expect.stringMatching(/^reference +ETRS89 \/ UTM zone 32N \(EPSG:25832\)$/),
    );
    expect(warnings).toEqual([]);
    expect(((await openReadable(nodeFiles, back)) as LasFile).crs?.code).toBe('EPSG:25832');
  });

  it('thins to the first point of each cell, counted by hand, and to a part that is within a larger one', async () => {
    const file = await sample('ply');
    const { x, y, z, count } = await pointsOf(file);
    const cells = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      const key = [x, y, z].map((values) => Math.floor(values[i] / 40)).join();
      if (!cells.has(key)) cells.set(key, x[i]);
    }
    const thin = fresh('ply');
    await convertCloud(file, thin, { thin: { distance: 40 } });
    expect(Array.from((await pointsOf(thin)).x)).toEqual([...cells.values()]);
    const parts: Set<number>[] = [];
    for (const part of [0.2, 0.5]) {
      const out = fresh('ply');
      const { leftOut, files } = await convertCloud(file, out, { thin: { part } });
      expect(files[0].points + leftOut.thinned).toBe(500);
      expect(Math.abs(files[0].points / 500 - part)).toBeLessThan(0.06);
      parts.push(new Set((await pointsOf(out)).x));
    }
    expect([...parts[0]].every((value) => parts[1].has(value))).toBe(true);
  });

  it('names the cloud whose points are too many cells apart', async () => {
    const [near, far] = [fresh('xyz'), fresh('xyz')];
    writeFileSync(near, '0 0 0\n');
    writeFileSync(far, '0 0 0\n3e9 0 0\n');
    const thinned = convertCloud([near, far], fresh('csv'), { merge: true, thin: { distance: 1 } });
    await expect(thinned).rejects.toThrow('points are more than 2147483647 cells apart');
    await expect(thinned).rejects.toHaveProperty('place', { file: far });
  });

  it('puts a point into the tile where its output says it is', async () => {
    const file = fresh('ply');
    writeFileSync(
      file,
      'ply\nformat ascii 1.0\nelement vertex 2\nproperty double x\nproperty double y\nproperty double z\nend_header\n9.9997 1 1\n9.9993 1 1\n',
    );
    const { files } = await convertCloud(file, join(folder, 'edge/%x-%y.las'), { tile: 10 });
    expect(files.map(({ path, points }) => [path.slice(-7), points])).toEqual([
      ['1-0.las', 1],
      ['0-0.las', 1],
    ]);
  });

  it.each([
    [['a.ply', 'b.ply'], 'c.las', {}, /2 clouds, and one output/],
    [['a.ply'], 'c.laz2', {}, /the ending says no format that is written/],
    [['a.ply'], 'c.las', { tile: 5 }, /expected %x and %y/],
    // 1 and 11 would be 11 and 1.
    [['a.ply'], 'c%x%y.las', { tile: 5 }, /apart from each other/],
    [['a.ply'], 'c%x0%y.las', { tile: 5 }, /apart from each other/],
    [[], 'c.las', {}, /no cloud is named/],
  ] as const)('refuses %j to %s', async (inputs, out, options, message) => {
    await expect(convertCloud(inputs, out, options)).rejects.toThrow(message);
  });

  it('ends when it is asked to, and leaves nothing', async () => {
    const controller = new AbortController();
    const out = join(folder, 'ended/a.las');
    const onProgress = () => controller.abort();
    const options = { signal: controller.signal, onProgress };
    await expect(convertCloud(await sample('ply'), out, options)).rejects.toThrow(AbortedError);
    expect(existsSync(join(folder, 'ended'))).toBe(false);
  });

  it('measures the cloud where its header is wrong about its bounds', async () => {
    const bytes = lasBytes({
      points: [
        { x: 0, y: 0, z: 0 },
        { x: 9_000_000, y: 0, z: 0 },
      ],
    });
    new DataView(bytes.buffer).setFloat64(179, 1, true);
    const file = fresh('las');
    writeFileSync(file, bytes);
    const out = fresh('pcd');
    await convertCloud(file, out);
    // Beyond 8192 m, 32 bits are too few.
    expect(readFileSync(out, 'latin1')).toMatch(/^SIZE 8 8 8/m);
  });

  it('replaces no cloud that it reads', async () => {
    const file = await sample('las');
    const bytes = readFileSync(file);
    await expect(convertCloud(file, file, { force: true })).rejects.toThrow(/which is read/);
    await expect(
      convertCloud(file, join(folder, 'x%x%y.las'), { tile: 1e9, signal: AbortSignal.abort() }),
    ).rejects.toThrow();
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(existsSync(join(folder, 'x00.las'))).toBe(false);
  });
});
