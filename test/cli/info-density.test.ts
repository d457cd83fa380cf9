import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { writeCloud } from '../../src/io/convert/write-cloud.js';
import { temporaryFolder } from '../io/sample-cloud.js';
import { geoRecords } from '../support/geo-keys.js';
import { lasBytes } from '../support/las-files.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();

/** Two strips of 128 by 64 units with a point each half a unit, which overlap by a half; a fifth are second returns. */
async function flight(name: string, crs: string): Promise<string> {
  const [x, y, strip, number]: number[][] = [[], [], [], []];
  for (const source of [7, 9])
    for (let i = 0; i < 256; i++)
      for (let j = 0; j < 128; j++) {
        x.push(640_000 + (source === 7 ? 0 : 64) + i / 2 + 0.25);
        y.push(400_000 + j / 2 + 0.25);
        strip.push(source);
        number.push((i + j) % 5 === 0 ? 2 : 1);
      }
  const path = join(folder, name);
  const points = {
    ...{ x: Float64Array.from(x), y: Float64Array.from(y), z: new Float64Array(x.length) },
    ...{ pointSourceId: Uint16Array.from(strip), returnNumber: Uint8Array.from(number) },
    returnCount: new Uint8Array(x.length).fill(2),
  };
  await writeCloud(path, points, { crs, output: { pointFormat: 6, scale: 0.001 }, files: nodeFiles });
  return path;
}

/** The same numbers in a LAS file of EPSG:2994, in feet. */
function feet(): string {
  const points = [7, 9].flatMap((source) =>
    Array.from({ length: 256 * 128 }, (_, k) => {
      const [i, j] = [Math.floor(k / 128), k % 128];
      const returns = (i + j) % 5 === 0 ? 0b10_010 : 0b10_001;
      return { x: 500 * i + 250 + (source === 7 ? 0 : 64_000), y: 500 * j + 250, z: 0, returns, pointSourceId: source };
    }),
  );
  const path = join(folder, 'feet.las');
  const vlrs = geoRecords({ 1024: 1, 3072: 2994 });
  writeFileSync(path, lasBytes({ minor: 2, format: 0, vlrs, points, offset: [640_000, 400_000, 0] }));
  return path;
}

describe('subray info', () => {
  it('says density, spacing and overlap, and those of strips', async () => {
    const path = await flight('flight.laz', 'EPSG:25832');
    const { stdout, code } = await subray(['info', path]);
    expect(code).toBe(0);
    const lines = stdout.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'area 12,288 m² in cells of 2 m with points',
        // 2 · 32,768 points on 192 m by 64 m, a fifth of them second returns.
        'density 4.27 pulses, 5.33 points a m²',
        'spacing 0.484 m between pulses on average',
        'overlap 33.3 % of the area is in several strips',
        'points pulses m² pulses/m² spacing, m',
        '7 32,768 26,214 8,192 3.20 0.559',
        '9 32,768 26,214 8,192 3.20 0.559',
      ]),
    );
  });

  it('has them as JSON', async () => {
    const path = await flight('json.laz', 'EPSG:25832');
    const { density, coverage } = JSON.parse((await subray(['info', path, '--json'])).stdout);
    expect(coverage).toBeUndefined();
    expect(density).toMatchObject({ cell: 2, area: 12_288, points: 65_536, pulses: 52_428, overlap: 1 / 3 });
    expect(density.strips['9']).toMatchObject({ points: 32_768, area: 8192, pulsesPerSquareMetre: 26_214 / 8192 });
    expect(density.spacing).toBeCloseTo(Math.sqrt(12_288 / 52_428), 9);
  });

  it('has them in metres of a cloud in feet', async () => {
    const { density } = JSON.parse((await subray(['info', feet(), '--json'])).stdout);
    const foot = 0.3048;
    expect(density.cell).toBeCloseTo(2 * foot, 12);
    expect(density.area).toBeCloseTo(12_288 * foot ** 2, 6);
    expect(density.pulsesPerSquareMetre).toBeCloseTo(52_428 / (12_288 * foot ** 2), 6);
  });
});
