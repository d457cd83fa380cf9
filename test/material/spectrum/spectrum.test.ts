import { describe, expect, it } from 'vitest';
import type { SampledSpectrum } from '../../../src/material/scattering.js';
import { spectrumAt, spectrumRange } from '../../../src/material/spectrum/spectrum.js';
import { thinSpectrum } from '../../../src/material/spectrum/thin-spectrum.js';

const SEED = 20240611;

/** Lehmer's generator: the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function randomSpectrum(random: () => number, count: number): SampledSpectrum {
  let wavelength = 300;
  const wavelengthsNm = Array.from({ length: count }, () => {
    wavelength += 0.5 + 40 * random();
    return wavelength;
  });
  return { wavelengthsNm, values: wavelengthsNm.map(() => random()) };
}

describe('spectrumAt', () => {
  it('gives a plain number at every wavelength', () => {
    expect(spectrumAt(0.25, 1e6)).toBe(0.25);
    expect(spectrumRange(0.25)).toBeUndefined();
  });

  it('gives the samples themselves, and the ends beyond them', () => {
    const spectrum = { wavelengthsNm: [500, 600, 800], values: [0.1, 0.4, 0.2] };
    for (const [index, wavelength] of spectrum.wavelengthsNm.entries())
      expect(spectrumAt(spectrum, wavelength)).toBe(spectrum.values[index]);
    expect([spectrumAt(spectrum, 10), spectrumAt(spectrum, 9000)]).toEqual([0.1, 0.2]);
    expect(spectrumRange(spectrum)).toEqual([500, 800]);
  });

  it('is constant through one sample and straight through two', () => {
    expect(spectrumAt({ wavelengthsNm: [905], values: [0.3] }, 1064)).toBe(0.3);
    expect(spectrumAt({ wavelengthsNm: [500, 600], values: [0, 1] }, 530)).toBeCloseTo(0.3, 14);
  });

  it('follows Steffen in an example worked out by hand', () => {
    // x 0 1 2 4 (+1000), y 0 1 4 4: secants 1, 3, 0. Slope at 1: min(2, 6, (1 + 3)/2 = 2) = 2; at 2: 0, a plateau
    // begins. Half-way between 1 and 2: (1 + 4)/2 + (2 − 0)/8 = 2.75.
    const spectrum = { wavelengthsNm: [1000, 1001, 1002, 1004], values: [0, 1, 4, 4] };
    expect(spectrumAt(spectrum, 1001.5)).toBeCloseTo(2.75, 12);
    // Slope at the first end: 1·(1 + 1/2) − 3·(1/2) = 0. Half-way: (0 + 1)/2 + (0 − 2)/8 = 0.25.
    expect(spectrumAt(spectrum, 1000.5)).toBeCloseTo(0.25, 12);
    expect(spectrumAt(spectrum, 1003)).toBe(4);
  });

  it('weighs secants of unequal steps as the parabola through three samples does', () => {
    // y = x²/100 over 1000 + (0, 1, 3, 4): slopes of the parabola inside, 0.02 at 1, 0.06 at 3; Hermite gives y again.
    const x = [0, 1, 3, 4];
    const spectrum = { wavelengthsNm: x.map((at) => 1000 + at), values: x.map((at) => (at * at) / 100) };
    for (const at of [1.2, 2, 2.9]) expect(spectrumAt(spectrum, 1000 + at)).toBeCloseTo((at * at) / 100, 12);
  });

  it('ends with the slope of the parabola through its first, or last, three samples', () => {
    // y = (x + 1)²/100 over 1000 + (0, 1, 3, 4), and the same seen in a mirror.
    const x = [0, 1, 3, 4];
    const rising = { wavelengthsNm: x.map((at) => 1000 + at), values: x.map((at) => (at + 1) ** 2 / 100) };
    const falling = { wavelengthsNm: rising.wavelengthsNm, values: x.map((at) => (5 - at) ** 2 / 100) };
    for (const at of [0.3, 0.5, 0.8]) {
      expect(spectrumAt(rising, 1000 + at)).toBeCloseTo((at + 1) ** 2 / 100, 12);
      expect(spectrumAt(falling, 1004 - at)).toBeCloseTo((at + 1) ** 2 / 100, 12);
    }
  });

  it(`stays between neighbouring samples and monotone (seed ${SEED})`, () => {
    const random = randomNumbers(SEED);
    for (let round = 0; round < 40; round++) {
      const spectrum = randomSpectrum(random, 2 + Math.floor(12 * random()));
      const { wavelengthsNm: x, values: y } = spectrum;
      for (let index = 0; index + 1 < x.length; index++) {
        const steps = Array.from({ length: 21 }, (_, step) => x[index] + ((x[index + 1] - x[index]) * step) / 20);
        const curve = steps.map((wavelength) => spectrumAt(spectrum, wavelength));
        const direction = Math.sign(y[index + 1] - y[index]);
        for (let step = 1; step < curve.length; step++)
          expect(direction * (curve[step] - curve[step - 1])).toBeGreaterThanOrEqual(-1e-12);
      }
    }
  });

  it('has no kinks: slopes agree from both sides of a sample', () => {
    const spectrum = { wavelengthsNm: [500, 510, 540, 550, 600], values: [0.1, 0.2, 0.25, 0.5, 0.55] };
    const tiny = 1e-4;
    for (const wavelength of [510, 540, 550]) {
      const here = spectrumAt(spectrum, wavelength);
      const [left, right] = [
        here - spectrumAt(spectrum, wavelength - tiny),
        spectrumAt(spectrum, wavelength + tiny) - here,
      ];
      expect(left / tiny).toBeCloseTo(right / tiny, 5);
    }
  });
});

describe('thinSpectrum', () => {
  it('keeps two samples of a straight line and one of one', () => {
    const wavelengthsNm = Array.from({ length: 101 }, (_, index) => 400 + index);
    const line = { wavelengthsNm, values: wavelengthsNm.map((wavelength) => wavelength / 1000) };
    expect(thinSpectrum(line, { absolute: 1e-9 })).toEqual({ wavelengthsNm: [400, 500], values: [0.4, 0.5] });
    expect(thinSpectrum({ wavelengthsNm: [905], values: [0.3] }, {})).toEqual({ wavelengthsNm: [905], values: [0.3] });
  });

  it(`meets every sample within the tolerance, with fewer of them (seed ${SEED})`, () => {
    const random = randomNumbers(SEED);
    const wavelengthsNm = Array.from({ length: 2000 }, (_, index) => 400 + index);
    const bumps = Array.from({ length: 8 }, () => [400 + 2000 * random(), 20 + 200 * random(), random() / 8]);
    const values = wavelengthsNm.map((wavelength) =>
      bumps.reduce(
        (sum, [middle, width, height]) => sum + height * Math.exp(-(((wavelength - middle) / width) ** 2)),
        0,
      ),
    );
    const thin = thinSpectrum({ wavelengthsNm, values }, { absolute: 1e-4 });
    expect(thin.values.length).toBeLessThan(200);
    for (const [index, wavelength] of wavelengthsNm.entries())
      expect(Math.abs(spectrumAt(thin, wavelength) - values[index])).toBeLessThanOrEqual(1e-4);
  });

  it('takes tolerances relative to values of many orders', () => {
    const wavelengthsNm = Array.from({ length: 200 }, (_, index) => 400 + 5 * index);
    const values = wavelengthsNm.map((wavelength) => 10 ** (wavelength / 200 - 10));
    const thin = thinSpectrum({ wavelengthsNm, values }, { relative: 1e-3 });
    for (const [index, wavelength] of wavelengthsNm.entries())
      expect(Math.abs(spectrumAt(thin, wavelength) / values[index] - 1)).toBeLessThanOrEqual(1e-3 + 1e-12);
  });
});
