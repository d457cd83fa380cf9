/** Geographic recordings in the reference system of a survey. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { loadSurvey } from '../../../src/node-surveys.js';
import type { Trajectory } from '../../../src/platform/leg.js';
import { attitudeDeg, DEGREE, positionsOf } from '../../support/trajectories.js';
import { surveyText, writeSurvey } from '../survey-file.js';

/** Delft, heading true north, as SBET has it: 17 doubles a record. */
const SBET = new Uint8Array(
  Buffer.concat(
    [0, 1].map((k) => {
      const record = [
        300_000 + k,
        (52.01 + k * 1e-6) * DEGREE,
        4.37 * DEGREE,
        143,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
      ];
      return Buffer.from(Float64Array.from(record).buffer);
    }),
  ),
);
const CSV = 'time,lat,lon,height,heading\n0,52.01,4.37,143,0\n1,52.010001,4.37,143,0\n';
/** Separation 43.5 m. */
const NMEA = [0, 1].map((k) => `$GPGGA,12000${k}.0,5200.60${k},N,00422.2,E,4,12,1,99.5,M,43.5,M,,\n`).join('');

/** A geoid of 43 m all over the Netherlands. */
function geoid(): Uint8Array {
  const view = new DataView(new ArrayBuffer(40 + 4 * 4));
  for (const [k, value] of [50, 3, 4, 5].entries()) view.setFloat64(8 * k, value);
  for (const at of [32, 36]) view.setInt32(at, 2);
  for (let k = 0; k < 4; k++) view.setFloat32(40 + 4 * k, 43);
  return new Uint8Array(view.buffer);
}

interface Flown {
  trajectory: Trajectory;
  warnings: string[];
  infos: string[];
}

/** The trajectory of a leg with these keys, in a survey with `crs`. */
async function fly(keys: string, crs?: string): Promise<Flown> {
  const file = await writeSurvey(
    surveyText({ legs: `legs: [ { trajectory: { ${keys} } } ]`, crs: crs === undefined ? '' : `crs: ${crs}` }),
  );
  const contents = { 'a.sbet': SBET, 'a.csv': CSV, 'a.nmea': NMEA, 'g.gtx': geoid(), 'bad.gtx': 'no geoid' };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(dirname(file), name), content);
  const [warnings, infos]: string[][] = [[], []];
  const log = { info: (text: string) => infos.push(text), warn: (text: string) => warnings.push(text) };
  const [{ path }] = (await loadSurvey(file, { log })).legs;
  if (path.kind !== 'recorded') throw new Error('no recorded path');
  return { trajectory: path.trajectory, warnings, infos: infos.filter((text) => text.startsWith('a.')) };
}

async function faultOf(keys: string, crs?: string): Promise<string> {
  const error = await fly(keys, crs).catch((reason: unknown) => reason);
  if (!(error instanceof UserError)) throw new Error(`expected a UserError, found ${String(error)}`);
  return error.format();
}

/** By PROJ: see test/crs/plane-system.test.ts. */
const DELFT = [85_163.8017, 447_337.1838].map((value) => expect.closeTo(value, 3));

describe('a geographic recording in a survey with crs', () => {
  it.each(['a.sbet', 'a.csv'])(
    'comes into it, its heading from grid north, and says how accurate: %s',
    async (file) => {
      const { trajectory, warnings, infos } = await fly(`file: ${file}`, 'EPSG:28992');
      expect(positionsOf(trajectory)[0]).toEqual([...DELFT, 143]);
      // Grid north is 0.80° east of true north there.
      expect(attitudeDeg(trajectory, 0)[0]).toBeCloseTo((5.387639 - 4.37) * Math.sin(52.01 * DEGREE), 2);
      expect(infos).toEqual([
        `${file}: from WGS 84 to Amersfoort / RD New by Amersfoort to WGS 84 (4) (EPSG:4833), good to 1 m`,
      ]);
      expect(warnings).toEqual([]);
    },
  );

  it('is warned of where the way between datums is worse than that of global ones', async () => {
    const { warnings, infos } = await fly('file: a.csv', 'EPSG:32231');
    expect(warnings).toEqual([
      'a.csv: from WGS 84 to WGS 72 / UTM zone 31N by WGS 72 to WGS 84 (2) (EPSG:1238), good to 2 m',
    ]);
    expect(infos).toEqual([]);
  });

  it('is local, or in another zone, where the leg says so', async () => {
    const { trajectory } = await fly('file: a.sbet, projection: local', 'EPSG:28992');
    expect(positionsOf(trajectory)[0]).toEqual([0, 0, 0].map((value) => expect.closeTo(value, 6)));
    const zone = await fly('file: a.sbet, projection: utm', 'EPSG:28992');
    expect(positionsOf(zone.trajectory)[0][1]).toBeGreaterThan(5_700_000);
  });

  it('is warned of a zone of UTM that is not the system of the survey', async () => {
    const [elsewhere] = (await fly('file: a.sbet, projection: utm', 'EPSG:28992')).warnings;
    expect(elsewhere).toMatch(
      /^a.sbet: its first point in UTM is 5,3\d\d,\d\d\d m from where Amersfoort \/ RD New \(EPSG:28992\) has it, the system/,
    );
    expect((await fly('file: a.sbet, projection: { utm: "32N" }', 'EPSG:25831')).warnings).toHaveLength(1);
    // Of another country.
    const [outside] = (await fly('file: a.sbet, projection: utm', 'EPSG:31468')).warnings;
    expect(outside).toContain('is far outside DHDN / 3-degree Gauss-Kruger zone 4 (EPSG:31468)');
    for (const crs of ['EPSG:25831', 'EPSG:32631', undefined])
      expect((await fly('file: a.sbet, projection: utm', crs)).warnings, crs).toEqual([]);
  });

  it('asks once for the kind of its heights where the system names a geoid', async () => {
    const { warnings } = await fly('file: a.sbet', 'EPSG:7415');
    expect(warnings).toEqual([
      'a.sbet: heights stay as recorded, which are above the ellipsoid, though Amersfoort / RD New + NAP height (EPSG:7415) has NAP height; geoid: FILE.gtx takes a geoid off, geoid: none says that they fit',
    ]);
    for (const keys of ['file: a.sbet, geoid: none', 'file: a.sbet, offset: [0, 0, -43]', 'file: a.nmea'])
      expect((await fly(keys, 'EPSG:7415')).warnings, keys).toEqual([]);
  });

  it('has heights above a geoid from a file', async () => {
    const { trajectory, warnings } = await fly('file: a.sbet, geoid: g.gtx', 'EPSG:7415');
    expect(positionsOf(trajectory)[0]).toEqual([...DELFT, 100]);
    expect(warnings).toEqual([]);
    // The receiver's own geoid is put back before.
    const nmea = await fly('file: a.nmea, geoid: g.gtx', 'EPSG:7415');
    expect(positionsOf(nmea.trajectory)[0][2]).toBe(100);
  });

  it.each([
    ['file: a.sbet, projection: crs', undefined, 'projection: found crs, expected a survey with crs'],
    [
      'file: a.sbet, projection: crs',
      'EPSG:5513',
      'projection: found crs, but the projection of S-JTSK / Krovak (Krovak) is not known',
    ],
    ['file: a.sbet', 'EPSG:31468', 'from where no way to the datum of DHDN / 3-degree Gauss-Kruger zone 4 is known'],
    ['file: a.sbet, geoid: bad.gtx', 'EPSG:28992', 'bad.gtx: found 8 bytes, expected a geoid as GTX'],
    ['file: a.sbet, geoid: no.gtx', 'EPSG:28992', 'no.gtx: cannot read the file'],
    ['file: a.sbet, geoid: g.gtx', undefined, 'geoid: found g.gtx beside a local frame'],
    ['file: a.sbet, geoid: g.gtx, projection: local', 'EPSG:28992', 'geoid: found g.gtx beside a local frame'],
  ])('is refused with %s in %s', async (keys, crs, message) => {
    expect(await faultOf(keys, crs)).toContain(message);
  });

  it.each(['a.sbet', 'a.nmea', 'a.csv'])('is local, in words, where the system is not known here: %s', async (name) => {
    const { trajectory, warnings } = await fly(`file: ${name}`, 'EPSG:5513');
    expect(positionsOf(trajectory)[0][0]).toBeCloseTo(0, 6);
    expect(warnings).toEqual([
      `${name}: x, y and z are east, north and up from the first point, as the projection of S-JTSK / Krovak (Krovak) is not known here`,
    ]);
  });
});
