import { describe, expect, it } from 'vitest';
import { bandSamples, joinSamples, scaledNumber } from '../../../src/material/read/samples.js';
import {
  resolveSpectrum,
  rises,
  unresolveSpectrum,
  valueAtWavelength,
  wavelengthsOf,
} from '../../../src/material/spectrum/spectrum-field.js';

const samplesAt = (...wavelengths: number[]) =>
  wavelengths.map((wavelengthNm, k) => ({ wavelengthNm, value: k, line: k + 1 }));
const kept = (...wavelengths: number[]) =>
  bandSamples(samplesAt(...wavelengths), 'samples', 'a.txt').map(({ wavelengthNm }) => wavelengthNm);

describe('samples of the band of lasers, 300 to 2600 nm', () => {
  it('are those within it and one beyond on either side, by rising wavelength', () => {
    expect(kept(100, 250, 290, 400, 905, 2500, 2700, 2800)).toEqual([290, 400, 905, 2500, 2700]);
    expect(kept(2500, 905, 400)).toEqual([400, 905, 2500]);
    // A sample at the end of the band is beyond it already.
    expect(kept(200, 300, 905, 2600, 2700)).toEqual([300, 905, 2600]);
    expect(kept(200, 3000)).toEqual([200, 3000]);
  });

  it('leave out what a material file cannot hold', () => {
    expect(kept(50, 905, 200_000)).toEqual([905]);
    expect(() => kept(50, 200_000)).toThrow('found samples from 50 to 200000 nm');
  });

  it('must be some, and no more than fit', () => {
    expect(() => kept(100, 299)).toThrow('found samples from 100 to 299 nm, expected some between 300 and 2600 nm');
    expect(() => kept(2601, 9000)).toThrow('found samples from 2601 to 9000 nm');
    expect(kept(100, 300)).toEqual([300]);
    expect(kept(2600, 2700)).toEqual([2600]);
    const many = (count: number) => Array.from({ length: count }, (_, k) => 400 + k / 10);
    expect(kept(...many(20_000))).toHaveLength(20_000);
    expect(() => kept(...many(20_001))).toThrow('found 20001 samples between 300 and 2600 nm, expected at most 20000');
  });

  it('become their mean at one wavelength', () => {
    const samples = [
      [500, 1],
      [600, 2],
      [600, 4],
      [600, 9],
      [700, 3],
    ].map(([wavelengthNm, value]) => ({ wavelengthNm, value, line: 1 }));
    expect(joinSamples(samples)).toEqual({
      spectrum: { wavelengthsNm: [500, 600, 700], values: [1, 5, 3] },
      repeatedCount: 2,
    });
    expect(joinSamples([])).toEqual({ spectrum: { wavelengthsNm: [], values: [] }, repeatedCount: 0 });
  });

  it('are scaled without the digits of the multiplication', () => {
    expect([scaledNumber(0.532, 1000), scaledNumber(1.0642, 1000), scaledNumber(3, 1 / 3)]).toEqual([532, 1064.2, 1]);
  });
});

describe('a spectrum as it is written down', () => {
  const definition = { wavelengths: [500, 600, 800], values: [1, 2, 0] };

  it('is linear between its samples, and nothing outside of them', () => {
    expect([500, 550, 600, 700, 800].map((wavelength) => valueAtWavelength(definition, wavelength))).toEqual([
      1, 1.5, 2, 1, 0,
    ]);
    expect([499.9, 800.1].map((wavelength) => valueAtWavelength(definition, wavelength))).toEqual([
      undefined,
      undefined,
    ]);
    expect(valueAtWavelength(0.25, 1e9)).toBe(0.25);
    expect([wavelengthsOf(definition), wavelengthsOf(0.5)]).toEqual([[500, 600, 800], []]);
  });

  it('comes back from what it becomes', () => {
    const spectrum = { wavelengthsNm: [500, 600, 800], values: [1, 2, 0] };
    expect(resolveSpectrum(definition)).toEqual(spectrum);
    expect(unresolveSpectrum(spectrum)).toEqual(definition);
    expect([resolveSpectrum(0.5), unresolveSpectrum(0.5)]).toEqual([0.5, 0.5]);
  });

  it('has wavelengths that rise', () => {
    expect([[], [5], [1, 2, 3], [1, 1], [2, 1]].map(rises)).toEqual([true, true, true, false, false]);
  });
});
