import { describe, expect, it } from 'vitest';
import { measuredAt, measuredFault } from '../../src/material/measured-table.js';
import type { MeasuredTable } from '../../src/material/scattering.js';
import { spectrumAt } from '../../src/material/spectrum/spectrum.js';

/** Two azimuths, two angles; value 1000 λ-number + 10 φ + θ. */
const COUNTED: MeasuredTable = {
  wavelengthsNm: [500, 600, 700, 800, 900],
  phiCount: 2,
  thetaCount: 2,
  // biome-ignore format: a line a wavelength
  values: Float32Array.of(
    0, 1, 10, 11,
    1000, 1001, 1010, 1011,
    2000, 2001, 2010, 2011,
    3000, 3001, 3010, 3011,
    4000, 4001, 4010, 4011,
  ),
};

const values = (table: MeasuredTable, wavelength: number) =>
  [...measuredAt(table, wavelength).values].map((value) => value / Math.PI);

const isotropic = (wavelengthsNm: number[], curve: number[]): MeasuredTable => ({
  wavelengthsNm,
  phiCount: 1,
  thetaCount: 2,
  values: Float32Array.from(curve.flatMap((value) => [value, value])),
});

describe('measuredAt', () => {
  it('gives the samples at their wavelengths, by pi, on the same grid', () => {
    const at = measuredAt(COUNTED, 700);
    expect(at).toMatchObject({ phiCount: 2, thetaCount: 2, weighted: false });
    expect(values(COUNTED, 700)).toEqual([2000, 2001, 2010, 2011].map((value) => expect.closeTo(value, 9)));
  });

  it('is linear where the samples are', () => {
    for (const wavelength of [510, 555, 650, 799, 860])
      values(COUNTED, wavelength).forEach((value, k) => {
        expect(value).toBeCloseTo((wavelength - 500) * 10 + [0, 1, 10, 11][k], 8);
      });
  });

  it('follows a parabola to a few per cent of its rise, where a line would be further off', () => {
    const curve = isotropic([400, 500, 600, 700, 800], [16, 9, 4, 1, 0.25]);
    expect(values(curve, 550)[0]).toBeCloseTo(6.25, 1);
    expect(Math.abs(values(curve, 550)[0] - 6.25)).toBeLessThan(Math.abs(6.5 - 6.25) / 3);
  });

  it('is the curve through all samples, though it looks at four', () => {
    const wavelengthsNm = [400, 410, 450, 500, 530, 600, 640];
    const curve = [0.5, 0.25, 2, 3, 2.75, 0, 0.5];
    const table = isotropic(wavelengthsNm, curve);
    for (let wavelength = 380; wavelength <= 660; wavelength += 3.5)
      expect(values(table, wavelength)[1]).toBeCloseTo(spectrumAt({ wavelengthsNm, values: curve }, wavelength), 12);
  });

  it('is never negative beside a sample of 0', () => {
    const table = isotropic([400, 410, 420, 430, 440], [5, 5, 0, 5, 5]);
    for (let wavelength = 400; wavelength <= 440; wavelength += 0.25)
      expect(values(table, wavelength)[0]).toBeGreaterThanOrEqual(0);
  });

  it('keeps the outermost samples beyond them', () => {
    expect(values(COUNTED, 300)[3]).toBeCloseTo(11, 9);
    expect(values(COUNTED, 1550)[3]).toBeCloseTo(4011, 9);
  });

  it('takes one wavelength and two', () => {
    expect(values(isotropic([905], [0.25]), 1064)[0]).toBeCloseTo(0.25, 12);
    expect(values(isotropic([900, 1000], [0, 1]), 925)[0]).toBeCloseTo(0.25, 12);
  });
});

describe('measuredFault', () => {
  const changed = (change: Partial<MeasuredTable>) => measuredFault({ ...COUNTED, ...change });

  it('finds nothing in a table', () => {
    expect(measuredFault(COUNTED)).toBeUndefined();
  });

  it('says which number is wrong, and where', () => {
    const broken = COUNTED.values.slice();
    broken[7] = -0.5;
    expect(changed({ values: broken })).toBe(
      'found f_r = -0.5 at 600 nm, azimuth 180.0°, 90.0° from the normal, expected 0 or more',
    );
    broken[7] = Number.NaN;
    expect(changed({ values: broken })).toContain('f_r = NaN');
    broken[7] = Number.POSITIVE_INFINITY;
    expect(changed({ values: broken })).toContain('f_r = Infinity');
  });

  it.each([
    [{ wavelengthsNm: [] }, 'no wavelengths'],
    [{ wavelengthsNm: [500, 600, 600, 800, 900] }, 'found 600 nm as wavelength 3'],
    [{ wavelengthsNm: [-5, 600, 700, 800, 900] }, 'found -5 nm as wavelength 1'],
    [{ wavelengthsNm: [500, 600, 700, 800, Number.NaN] }, 'found NaN nm'],
    [{ phiCount: 3 }, 'found 3 azimuths'],
    [{ phiCount: 0 }, 'found 0 azimuths'],
    [{ phiCount: -2 }, 'found -2 azimuths'],
    [{ thetaCount: 1 }, 'found 1 angles'],
    [{ thetaCount: 2.5 }, 'found 2.5 angles'],
    [{ values: new Float32Array(19) }, 'found 19 values, expected 20'],
    [{ phiCount: 2 ** 20, thetaCount: 2 ** 20 }, '50000000 at most'],
    [
      { wavelengthsNm: [905], phiCount: 1200, thetaCount: 1000, values: new Float32Array(1_200_000) },
      'found 1200000 directions, expected 1000000 at most',
    ],
  ] as const)('refuses $1', (change, message) => {
    expect(changed(change)).toContain(message);
  });
});
