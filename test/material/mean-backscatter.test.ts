import { describe, expect, it } from 'vitest';
import type { BackscatterTable } from '../../src/material/backscatter-table.js';
import { checkWavelengths } from '../../src/material/check-wavelengths.js';
import { meanBackscatter } from '../../src/material/mean-backscatter.js';
import type { Scattering } from '../../src/material/scattering.js';

/** A table of `of` over the angle from the normal, one curve an azimuth. */
const tableOf = (thetaCount: number, ...curves: ((theta: number) => number)[]): BackscatterTable => ({
  values: Float64Array.from(
    curves.flatMap((of) =>
      Array.from({ length: thetaCount }, (_, k) => of((k * Math.PI) / 2 / Math.max(1, thetaCount - 1))),
    ),
  ),
  thetaCount,
  phiCount: curves.length,
  weighted: false,
});

describe('the mean over the hemisphere, 2 ∫ f cos θ sin θ dθ', () => {
  it('is 2 / (n + 2) for cosⁿ θ', () => {
    expect(meanBackscatter(tableOf(1, () => 0.3))).toBeCloseTo(0.3, 6);
    for (const power of [0, 1, 2, 5])
      expect(meanBackscatter(tableOf(91, (theta) => Math.cos(theta) ** power))).toBeCloseTo(2 / (power + 2), 5);
  });

  it('is that of the mean over the azimuths', () => {
    const found = meanBackscatter(
      tableOf(
        91,
        () => 0.2,
        Math.cos,
        () => 0.4,
        Math.cos,
      ),
    );
    expect(found).toBeCloseTo((0.2 + 2 / 3 + 0.4 + 2 / 3) / 4, 5);
  });

  it('takes values that have the cosine in them already as they are', () => {
    expect(meanBackscatter({ ...tableOf(91, () => 0.5), weighted: true })).toBeCloseTo(1, 5);
  });
});

describe('materials at a wavelength', () => {
  const lambert = (reflectance: unknown) => ({ model: 'lambert', reflectance }) as Scattering;
  const curve = { wavelengthsNm: [800, 1000], values: [0.1, 0.2] };
  const materials = [
    { name: 'grey', scattering: lambert(0.5) },
    { name: 'leaf', scattering: lambert(curve) },
  ];

  it('are known within their samples, the ends included', () => {
    expect([800, 905, 1000].map((wavelength) => checkWavelengths(materials, wavelength))).toEqual([[], [], []]);
    for (const wavelength of [799.9, 1000.1])
      expect(checkWavelengths(materials, wavelength)).toEqual([{ name: 'leaf', range: [800, 1000] }]);
  });
});
