import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from './support/long-run.js';

const ROOT = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'subray-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script of examples/ and reads its table: rows by the names of its columns. */
function run(script: string, table: string, args: string[]): Record<string, number>[] {
  execFileSync(process.execPath, [join(ROOT, 'examples', script), '--out', folder, '--threads', '2', ...args], {
    cwd: ROOT,
  });
  const [header, ...rows] = readFileSync(join(folder, table), 'utf8').trim().split('\n');
  const names = header.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((text, k) => [names[k], Number(text)])));
}

const pictureSize = (name: string) => {
  const { width, height } = decode(readFileSync(join(folder, name)));
  return [width, height];
};

describe('examples/wavelengths: mean energy of spheres, 1 being a white one', () => {
  let rows: Record<string, number>[] = [];
  beforeAll(() => {
    rows = run('wavelengths/run.mjs', 'wavelengths.csv', ['--step', '292']);
  });

  it('is drawn', () => expect(pictureSize('wavelengths.png')).toEqual([1100, 720]));

  it('is the reflectance of the library for even scattering', () => {
    expect(rows.map(({ wavelength_nm }) => wavelength_nm)).toEqual([400, 692, 984]);
    // splib07a: green Juncus roemerianus and golden dry grass GDS480, between 980 and 985 nm.
    expect(rows[0].rush).toBeCloseTo(0.0556, 3);
    expect(rows[0]['grass-dry']).toBeCloseTo(0.0427, 3);
    expect(rows[2].rush).toBeCloseTo(0.658, 2);
    expect(rows[2]['grass-dry']).toBeCloseTo(0.334, 2);
  });

  it('is that of Oren and Nayar for rough surfaces, averaged over the disc of a sphere: ρ (A + ¾ B)', () => {
    expect(rows[0].brick).toBeCloseTo(0.061 * (0.914 + 0.75 * 0.1946), 3);
    expect(rows[0]['asphalt-dark']).toBeCloseTo(0.07 * (0.8652 + 0.75 * 0.2588), 3);
  });

  it('follows from n and k for polished metals', () => {
    const fresnel = (n: number, k: number) => ((n - 1) ** 2 + k ** 2) / ((n + 1) ** 2 + k ** 2);
    const [gold, copper] = [fresnel(0.22, 6.35), fresnel(0.32, 6.421)];
    expect(rows[2].gold / rows[2]['copper-polished']).toBeCloseTo(gold / copper, 3);
    // The lobe ∫ F D / (4 cos² θ) over the disc, for small slopes m: F/4 · (1 − m²/2), of ⅔ of a white sphere.
    expect(rows[2].gold / (((gold / 4) * (1 - 0.005)) / (2 / 3))).toBeCloseTo(1, 1);
  });
});

describe('examples/histograms: points a decibel', () => {
  it.runIf(isLong)('lie closer together on rough asphalt than on its Lambertian equal', () => {
    const survey = join(folder, 'street.yaml');
    const text = readFileSync(join(ROOT, 'examples/histograms/street.yaml'), 'utf8');
    writeFileSync(survey, text.replace('400000', '40000').replaceAll('Step: 0.2', 'Step: 1'));
    const rows = run('histograms/run.mjs', 'histograms.csv', ['--survey', survey]);
    expect(pictureSize('histograms.png')).toEqual([1240, 1140]);

    const road = rows.filter((row) => row.class === 11);
    const total = (key: 'brdf' | 'lambert') => road.reduce((sum, row) => sum + row[key], 0);
    expect(total('brdf')).toBeGreaterThan(5000);
    expect(total('brdf') / total('lambert')).toBeCloseTo(1, 2);
    const within = (key: 'brdf' | 'lambert') => road.filter((row) => row[key] > 0.01 * total(key)).length;
    expect(within('brdf')).toBeLessThan(within('lambert'));
  });
});
