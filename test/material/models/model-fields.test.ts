import { describe, expect, it } from 'vitest';
import { BRDF_MODELS } from '../../../src/material/models/index.js';
import { ward } from '../../../src/material/models/ward.js';
import { valueAtWavelength } from '../../../src/material/spectrum/spectrum-field.js';

type Share = number | { wavelengths: number[]; values: number[] };

/** The fault in two shares of one light, or undefined. */
function faultOf(diffuse: Share, specular: Share): string | undefined {
  const { error } = ward.schema.safeParse({ model: 'ward', diffuse, specular, roughness: [0.1, 0.2] });
  const issue = error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
}

const curve = (wavelengths: number[], values: number[]): Share => ({ wavelengths, values });
const EXCESS = 'specular: diffuse and specular that are 1 at most together';

describe('two shares of the same light', () => {
  it('are 1 together at most, roundings aside', () => {
    expect(faultOf(0.1, 0.9)).toBeUndefined();
    expect(faultOf(0.7, 0.3 + 1e-10)).toBeUndefined();
    expect(faultOf(0.7, 0.3 + 1e-8)).toBe(EXCESS);
    expect(faultOf(1, 0)).toBeUndefined();
  });

  it('are compared at the samples of both', () => {
    expect(faultOf(0.5, curve([500, 600], [0.5, 0.6]))).toBe(`${EXCESS} at 600 nm`);
    expect(faultOf(curve([500, 600], [0.7, 0.2]), 0.5)).toBe(`${EXCESS} at 500 nm`);
    // Between its samples at 500 and 700 nm the first is 0.6 at 600.
    expect(faultOf(curve([500, 700], [0.4, 0.8]), curve([600], [0.41]))).toBe(`${EXCESS} at 600 nm`);
    expect(faultOf(curve([500, 700], [0.4, 0.8]), curve([600], [0.4]))).toBeUndefined();
  });

  it('are not compared where one of them is unknown', () => {
    expect(faultOf(curve([500, 600], [0.9, 0.9]), curve([601, 700], [0.9, 0.9]))).toBeUndefined();
  });
});

describe('the two shares of a model', () => {
  const issuesOf = (name: string, definition: object) => {
    const model = BRDF_MODELS.find((one) => one.name === name);
    return model?.schema.safeParse({ model: name, ...definition }).error?.issues.map(({ message }) => message);
  };

  it.each([
    ['cook-torrance', { diffuse: 0.7, fresnel: 0.4, roughness: 0.2 }],
    ['ward', { diffuse: 0.7, specular: 0.4, roughness: [0.2, 0.2] }],
    ['blinn-phong', { diffuse: 0.7, specular: 0.4, exponent: 2 }],
  ])('are refused above 1: %s', (name, definition) => {
    expect(issuesOf(name, definition)).toEqual([expect.stringContaining('that are 1 at most together')]);
  });
});

describe('valueAtWavelength', () => {
  const samples = { wavelengths: [500, 600, 800], values: [0.2, 0.4, 0.1] };

  it('is linear between the samples', () => {
    expect([500, 550, 600, 800].map((wavelength) => valueAtWavelength(samples, wavelength))).toEqual([
      0.2,
      expect.closeTo(0.3, 12),
      0.4,
      0.1,
    ]);
    expect(valueAtWavelength(samples, 650)).toBeCloseTo(0.325, 12);
  });

  it('is unknown beyond them, but for a number', () => {
    expect([499, 801].map((wavelength) => valueAtWavelength(samples, wavelength))).toEqual([undefined, undefined]);
    expect(valueAtWavelength(0.3, 1e6)).toBe(0.3);
  });
});
