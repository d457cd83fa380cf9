import { describe, expect, it } from 'vitest';
import { coversWavelength, materialSheet } from '../../src/material/material-sheet.js';

const ANGLES = [0, Math.PI / 3];

describe('materialSheet', () => {
  it('is ρ cos θ of a Lambertian surface', () => {
    const { curves, albedos, isIsotropic, range } = materialSheet(
      { model: 'lambert', reflectance: 0.4 },
      [905],
      ANGLES,
    );
    expect([isIsotropic, range]).toEqual([true, undefined]);
    expect(albedos[0]).toBeCloseTo(0.4, 7);
    expect(curves).toHaveLength(1);
    expect(curves[0]).toMatchObject({ wavelengthNm: 905, isUnknown: false, azimuth: 0 });
    expect(Array.from(curves[0].values)).toEqual([expect.closeTo(0.4, 9), expect.closeTo(0.2, 9)]);
  });

  it('tells where a wavelength is not known', () => {
    const reflectance = { wavelengthsNm: [900, 1000], values: [0.2, 0.6] };
    const { curves, range } = materialSheet({ model: 'lambert', reflectance }, [900, 1550], [0]);
    expect(range).toEqual([900, 1000]);
    expect(curves.map(({ isUnknown }) => isUnknown)).toEqual([false, true]);
    expect(curves.map(({ values }) => values[0])).toEqual([expect.closeTo(0.2, 9), expect.closeTo(0.6, 9)]);
  });

  it('looks along the tangent and across it where they differ', () => {
    // Ward (1992): along the tangent the lobe is narrower, so that less of it is left at 30°.
    const brushed = { model: 'ward', diffuse: 0.1, specular: 0.3, roughness: [0.15, 0.4] } as const;
    const { curves, isIsotropic } = materialSheet(brushed, [905], [0, Math.PI / 6]);
    expect(isIsotropic).toBe(false);
    expect(curves.map(({ azimuth }) => azimuth)).toEqual([0, Math.PI / 2]);
    expect(curves[0].values[0]).toBeCloseTo(curves[1].values[0], 6);
    expect(curves[1].values[1]).toBeGreaterThan(1.5 * curves[0].values[1]);
  });
});

describe('coversWavelength', () => {
  it('takes in both ends, and everything where there is no range', () => {
    expect([499.9, 500, 800, 800.1].map((wavelength) => coversWavelength([500, 800], wavelength))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(coversWavelength(undefined, 1e6)).toBe(true);
  });
});
