import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { absolutePattern } from '../../src/scanner/absolute-pattern.js';
import { pattern } from '../../src/scanner/deflectors/pattern.js';
import { parsePattern, readPattern } from '../../src/scanner/read-pattern.js';
import type { ScannerDefinition } from '../../src/scanner/scanner-schema.js';
import { DEGREE } from './describe-scanner.js';

const folder = mkdtempSync(join(tmpdir(), 'subray-pattern-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TABLE = 'time,azimuth,elevation\n0,350,0\n0.1,10,0\n0.2,10,30\n';

function anglesOf(table: string, pulseRate: number): number[][] {
  const faults: string[] = [];
  const deflector = pattern.resolve(
    { kind: 'pattern', pulseRate, file: 'table.csv' },
    (_key, _found, expected) => faults.push(expected),
    () => parsePattern(table, 'table.csv'),
  );
  if (faults.length > 0) throw new Error(faults.join());
  const { directions: d } = deflector;
  return Array.from({ length: d.length / 3 }, (_, k) => [
    Math.round((Math.atan2(d[3 * k], d[3 * k + 1]) / DEGREE) * 1e6) / 1e6 + 0,
    Math.round((Math.asin(d[3 * k + 2]) / DEGREE) * 1e6) / 1e6 + 0,
  ]);
}

describe('pattern of a file', () => {
  it('has one pulse a row', () => {
    expect(anglesOf(TABLE, 10)).toEqual([[-10, 0], [10, 0], [10, 30]]); // biome-ignore format: a table
  });

  it('takes the shorter way round between the rows, and back to the first row', () => {
    expect(anglesOf(TABLE, 20)).toEqual([[-10, 0], [0, 0], [10, 0], [10, 15], [10, 30], [0, 15]]); // biome-ignore format: a table
  });

  it('may have fewer pulses than rows', () => {
    expect(anglesOf(TABLE, 5)).toEqual([[-10, 0]]);
  });

  it('is one pulse, always the same, of a single row', () => {
    expect(anglesOf('time,azimuth,elevation\n0.5,200,-80\n', 300_000)).toEqual([[-160, -80]]);
    expect(anglesOf('time,azimuth,elevation\n0,350,-12\n', 10)).toEqual([[-10, -12]]);
  });

  it('times count from the first row; columns in any order, comments and other separators', () => {
    const table =
      '\uFEFF# a pattern\r\nElevation;other;"Time";azimuth\r\n\r\n0;x;7;-10\r\n# half way\r\n4;x;7.5;10\r\n';
    expect(anglesOf(table, 2)).toEqual([[-10, 0], [10, 4]]); // biome-ignore format: a table
    expect(anglesOf('elevation ; "time" ; azimuth\n 0 ; 7 ; -10\n4 ;7.5 ; 10 \n', 2)).toEqual([[-10, 0], [10, 4]]); // biome-ignore format: a table
  });

  it('is found relative to the file that names it', async () => {
    writeFileSync(join(folder, 'table.csv'), TABLE);
    const definition = { deflector: { kind: 'pattern', pulseRate: 10, file: 'table.csv' } } as ScannerDefinition;
    const { deflector } = absolutePattern(definition, folder, nodeFiles);
    expect(deflector).toHaveProperty('file', join(folder, 'table.csv'));
    const { times } = await readPattern(nodeFiles, join(folder, 'table.csv'));
    expect(times).toEqual(Float64Array.of(0, 0.1, 0.2));
  });

  it('may be compressed by gzip', async () => {
    const path = join(folder, 'table.csv.gz');
    writeFileSync(path, gzipSync(TABLE));
    expect((await readPattern(nodeFiles, path)).times).toEqual(Float64Array.of(0, 0.1, 0.2));
    writeFileSync(path, gzipSync(TABLE).subarray(0, 20));
    await expect(readPattern(nodeFiles, path)).rejects.toThrow('the gzip data are damaged or cut off');
  });

  it.each([
    ['nothing', '# empty\n', undefined, 'the table is empty'],
    ['another header', 'a,b\n1,2\n', 1, 'found the header "a, b", expected the columns time, azimuth, elevation'],
    ['a word', `${TABLE}0.3,left,0\n`, 5, 'azimuth: found "left", expected a number (deg)'],
    ['a short row', `${TABLE}0.3,1\n`, 5, 'elevation: found "", expected a number from -90 to 90 (deg)'],
    ['an elevation beyond the zenith', `${TABLE}0.3,1,91\n`, 5, 'elevation: found "91"'],
    [
      'time that goes back',
      `${TABLE}\n0.2,1,1\n`,
      6,
      'found the time 0.2, expected more than that of the row before, 0.2',
    ],
    ['no row', 'time,azimuth,elevation\n', undefined, 'found no rows, expected at least one'],
  ])('refuses %s', (_, table, line, message) => {
    const read = () => parsePattern(table, 'p.csv');
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ place: { file: 'p.csv', ...(line && { line }) } }));
  });

  it('takes elevations up to the zenith and down to the nadir, and tabs between columns', () => {
    const { elevations } = parsePattern('time\tazimuth\televation\n0\t0\t90\n1\t0\t-90', 'p.csv');
    expect([...elevations]).toEqual([90 * DEGREE, -90 * DEGREE]);
    expect(() => parsePattern(`${TABLE}0.3,0,-90.1\n`, 'p.csv')).toThrow('elevation: found "-90.1"');
  });

  it('refuses what it cannot read', async () => {
    await expect(readPattern(nodeFiles, join(folder, 'none.csv'))).rejects.toThrow('it does not exist');
    await expect(readPattern(nodeFiles, folder)).rejects.toThrow('found a folder, expected a CSV file');
  });

  it('takes no more room for empty lines than for the rows that could stand in their place', () => {
    const table = parsePattern(`time,azimuth,elevation\n0,0,0\n${'\n'.repeat(600_000)}1,1,1`, 'p.csv');
    expect(table.times).toEqual(Float64Array.of(0, 1));
    expect(table.times.buffer.byteLength).toBeLessThan(8 * 110_000);
  });

  it('refuses times without an end, and makes no pattern of them', () => {
    expect(() => anglesOf('time,azimuth,elevation\n0,0,0\n1e308,1,1\n', 1e6)).toThrow('a pattern has at most');
  });

  it('refuses more pulses than fit', () => {
    expect(() => anglesOf('time,azimuth,elevation\n0,0,0\n100,1,1\n', 1e6)).toThrow('at most 50000 (Hz)');
  });
});
