import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../io/sample-cloud.js';
import { type GeoValue, geoRecords } from '../support/geo-keys.js';
import { lasBytes } from '../support/las-files.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();

/** A cloud of 25 points a unit apart under GeoTIFF keys. */
function cloud(name: string, keys: Record<number, GeoValue>, step = 1000): string {
  const path = join(folder, `${name}.las`);
  const points = Array.from({ length: 25 }, (_, k) => ({
    x: step * (k % 5),
    y: step * Math.floor(k / 5),
    z: 100 * k,
    returns: 9,
  }));
  writeFileSync(path, lasBytes({ minor: 2, format: 0, vlrs: geoRecords(keys), points, offset: [10, 20, 0] }));
  return path;
}

const FEET = { 1024: 1, 3072: 2994 };
const MIXED = { 1024: 1, 3072: 26910, 4096: 6360 };
const DEGREES = { 1024: 2, 2048: 4326 };

it.each([
  [
    'feet',
    FEET,
    ['unit       foot', 'x          10.000 … 14.000 ft', 'z          0.000 … 2.400 ft'],
    ['foot', 'foot', 'foot'],
  ],
  [
    'mixed',
    MIXED,
    ['unit       metre, heights in US survey foot', 'x          10.000 … 14.000 m', 'z          0.000 … 2.400 ftUS'],
    ['metre', 'metre', 'US survey foot'],
  ],
  [
    'degrees',
    DEGREES,
    ['unit       degree, heights in metre', 'x          10.0000000 … 14.0000000°', 'z          0.000 … 2.400 m'],
    ['degree', 'degree', 'metre'],
  ],
] as const)('info prints the unit of %s', async (name, keys, lines, [x, y, z]) => {
  const path = cloud(name, keys);
  for (const words of [[], ['--summary']]) {
    const { stdout } = await subray(['info', path, ...words]);
    for (const line of lines) expect(stdout.split('\n')).toContain(line);
  }
  expect(JSON.parse((await subray(['info', path, '--json'])).stdout).units).toEqual({ x, y, z });
});

it('info has metres of a cloud without a system, and no line about them', async () => {
  const path = cloud('none', {});
  const { stdout } = await subray(['info', path]);
  expect(stdout).toContain('10.000 … 14.000 m\n');
  expect(stdout).not.toMatch(/^unit /m);
});

it('info draws metres and feet at their true proportion, and counts in the unit of the file', async () => {
  const [feet, mixed, degrees] = [cloud('feet', FEET), cloud('mixed', MIXED), cloud('degrees', DEGREES)];
  const drawn = async (path: string) => {
    const png = join(folder, 'x.png');
    const { stdout, code } = await subray(['info', path, '--png', png, '--force', '--size', '400x300']);
    expect(code).toBe(0);
    expect(decode(readFileSync(png)).width).toBe(400);
    return stdout;
  };
  expect(await drawn(feet)).toContain('10.000 … 14.000 ft\n');
  expect(await drawn(mixed)).toContain('0.000 … 2.400 ftUS\n');
  expect(await drawn(degrees)).toContain('10.0000000 … 14.0000000°\n');
});

it('compare converts feet to metres, in words', async () => {
  const { stdout, code } = await subray(['compare', cloud('feet', FEET), cloud('metres', { 1024: 1, 3072: 2993 })]);
  expect(code).toBe(0);
  expect(stdout).toContain('feet.las: coordinates are in the unit foot; they are compared in metres\n');
  // 14 ft and 14 m.
  expect(stdout).toMatch(/x +3\.0480 +4\.2672 +10\.0000 +14\.0000/);
});
