import { describe, expect, it } from 'vitest';
import { HABLE_DEFAULTS, hableTone } from '../../../src/cloud/tone-mapping/hable-curve.js';
import {
  type IntensityScale,
  intensityScale,
  type LinkBudget,
  relativeEnergy,
  toIntensity,
} from '../../../src/cloud/tone-mapping/intensity-scale.js';

/** 1 J through 2 m of aperture without loss: a white target sends 1 J / R² back. */
const CLEAR: LinkBudget = { minEnergy: 1e-15, energyFactor: 1, extinction: 0 };

const of = (scale: IntensityScale, budget = CLEAR) => intensityScale(scale, budget);
const hable = (options = {}): IntensityScale => ({ kind: 'hable', ...HABLE_DEFAULTS, ...options });

describe('16 bits', () => {
  it.each([
    [0.4, 0],
    [0.5, 1],
    [65534.4, 65534],
    [65534.6, 65535],
    [1e30, 65535],
    [-3, 0],
    [Number.POSITIVE_INFINITY, 65535],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.NaN, 0],
  ])('take %d as %d', (value, found) => expect(toIntensity(value)).toBe(found));
});

describe('linear intensity', () => {
  it.each([
    [0, 0],
    [1e-6, 32768],
    [2e-6, 65535],
    [3e-6, 65535],
  ])('takes %d J, 2 µJ being full, to %d at any range', (energy, found) => {
    for (const range of [1, 1000]) expect(of({ kind: 'linear', full: 2e-6 })(energy, range)).toBe(found);
  });
});

describe('amplitude', () => {
  it.each([1, Infinity, Number.NaN])('is the same from a range of %d', (range) =>
    expect(of({ kind: 'amplitude' })(1e-13, range)).toBe(2000),
  );

  it.each([
    ['the detection limit', 1e-15, 0],
    // 10 lg 2 = 3.0103 dB
    ['twice the limit', 2e-15, 301],
    ['a thousand times the limit', 1e-12, 3000],
    ['less than the limit', 1e-16, 0],
    ['nothing', 0, 0],
  ])('is in decibels for %s', (_name, energy, found) => {
    for (const range of [1, 1000]) expect(of({ kind: 'amplitude' })(energy, range)).toBe(found);
  });
});

describe('relative reflectance', () => {
  const reflectance = of({ kind: 'reflectance' });

  it.each([
    ['white at 50 m', 1 / 2500, 50, 5000],
    ['white at 500 m', 1 / 250_000, 500, 5000],
    ['reflectance 0.1 at 500 m', 4e-7, 500, 4000],
    // 0.5 cos 60°: 10 lg 0.25 = −6.0206 dB
    ['reflectance 0.5 at 60° at 10 m', 0.0025, 10, 4398],
    ['a retro-reflector a thousand times as bright at 100 m', 0.1, 100, 8000],
    ['what is below −50 dB', 1e-10, 100, 0],
    ['nothing', 0, 100, 0],
  ])('is in decibels for %s', (_name, energy, range, found) => expect(reflectance(energy, range)).toBe(found));

  it('takes the air out, there and back', () => {
    // T² = exp(−2 · 0.001 · 500) = 0.3678794
    const hazy = { ...CLEAR, extinction: 1e-3 };
    expect(of({ kind: 'reflectance' }, hazy)(0.1 * 4e-6 * 0.3678794, 500)).toBe(4000);
    expect(relativeEnergy(0.1 * 4e-6 * 0.3678794, 500, hazy)).toBeCloseTo(0.1, 7);
  });

  it('takes the instrument out', () => {
    const weak = { ...CLEAR, energyFactor: 6.25e-10 };
    expect(of({ kind: 'reflectance' }, weak)(6.25e-10 / 400, 20)).toBe(5000);
    expect(relativeEnergy(6.25e-10 / 400, 20, weak)).toBeCloseTo(1, 9);
  });
});

describe('the filmic curve', () => {
  it('ends at 0 and at 1', () => {
    const tone = hableTone({ exposure: 2, gamma: 2.2, white: 10 });
    expect([-1, Number.NaN, 5, 5.01, 1e9].map(tone)).toEqual([0, 0, 1, 1, 1]);
  });

  // f(1) = 0.204/0.71 − 0.02/0.3 = 0.220657 and f(11.2) = 19.38/24.476 − 0.02/0.3 = 0.725129:
  // their quotient is 0.304300.
  it.each([
    ['white, with the defaults', {}, 1, 38160],
    ['a tenth of it', {}, 0.1, 14810],
    ['white, without gamma', { gamma: 1 }, 1, 19942],
    ['white, exposed twice', { gamma: 1, exposure: 2 }, 1, 32303],
    ['what is half as bright, exposed twice', { exposure: 2 }, 0.5, 38160],
    ['the white of the curve', {}, 11.2, 65535],
    ['a retro-reflector', {}, 1e4, 65535],
    ['white, where it is that of the curve', { white: 1 }, 1, 65535],
    ['nothing', {}, 0, 0],
  ])('is exact for %s', (_name, options, relative, found) => {
    for (const range of [5, 500]) expect(of(hable(options))(relative / range ** 2, range)).toBe(found);
  });
});

describe('the scale of the HDL-32E', () => {
  // White at 10 m sends back 1 J.
  const scale = intensityScale({ kind: 'hdl32e', retro: 1000 }, { minEnergy: 1e-9, energyFactor: 100, extinction: 0 });

  it.each([
    [0, 0],
    [0.5, 50],
    [1, 100],
    [1.0001, 101],
    [Math.sqrt(1000), 178],
    [1000, 255],
    [1e6, 255],
  ])('writes %f times white as %i', (relative, intensity) => {
    expect(scale(relative, 10)).toBe(intensity);
  });

  it('writes a white target in haze as 100, at any range, however f32 rounds its energy', () => {
    const budget = { minEnergy: 1e-9, energyFactor: 100, extinction: 4e-3 };
    const hazy = intensityScale({ kind: 'hdl32e', retro: 1000 }, budget);
    for (let range = 1; range < 1000; range += 7.3) {
      const white = (100 * Math.exp(-2 * budget.extinction * range)) / range ** 2;
      for (const rounded of [white, white * (1 + 3e-7), white * (1 - 3e-7)])
        expect(hazy(Math.fround(rounded), Math.fround(range)), `${range} m`).toBe(100);
    }
  });
});
