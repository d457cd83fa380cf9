import { describe, expect, it } from 'vitest';
import { AFTERNOON_SUN, DAYLIGHT, directionToSun } from '../../../src/cloud/shading/daylight.js';
import { needsShadows, type PointColoring, pointColoring } from '../../../src/cloud/shading/point-coloring.js';
import { shadeByLamp } from '../../../src/cloud/shading/shade-color.js';
import { encodeRgb16 } from '../../../src/cloud/shading/srgb.js';

const DEGREE = Math.PI / 180;

describe('pointColoring', () => {
  it('has nothing but a kind for base colours', () => {
    expect(pointColoring('base')).toEqual({ kind: 'base' });
  });

  it('takes the usual daylight, with shadows, where nothing else is said', () => {
    const usual = { kind: 'shaded', daylight: DAYLIGHT, shadows: true };
    expect(pointColoring('shaded')).toEqual(usual);
    expect(pointColoring({})).toEqual(usual);
  });

  it('takes all that is said', () => {
    const settings = {
      sun: { azimuth: 0.3, elevation: 0.2, light: [3, 2, 1] },
      sky: [0.1, 0.2, 0.3],
      ground: [0.3, 0.2, 0.1],
      exposure: 1.5,
      shadows: false,
    } as const;
    const { sky, ground, exposure } = settings;
    expect(pointColoring(settings)).toEqual({
      kind: 'shaded',
      daylight: { toSun: directionToSun(0.3, 0.2), sun: [3, 2, 1], sky, ground, exposure },
      shadows: false,
    });
  });

  it('turns the angles that are given into radians, and not those that are its own', () => {
    const coloring = pointColoring({ sun: { azimuth: 90 } }, DEGREE);
    expect(coloring).toMatchObject({ daylight: { toSun: directionToSun(Math.PI / 2, AFTERNOON_SUN.elevation) } });
    const low = pointColoring({ sun: { elevation: 10 } }, DEGREE);
    expect(low).toMatchObject({ daylight: { toSun: directionToSun(AFTERNOON_SUN.azimuth, 10 * DEGREE) } });
  });
});

describe('a lamp at the scanner', () => {
  it('needs no sun and no shadows', () => {
    expect(pointColoring({ light: 'scanner' })).toEqual({ kind: 'lamp', exposure: 1 });
    expect(pointColoring({ light: 'scanner', exposure: 2 })).toEqual({ kind: 'lamp', exposure: 2 });
    expect(needsShadows(pointColoring({ light: 'scanner' }))).toBe(false);
  });

  it('shines by the cosine of incidence', () => {
    const rgb = shadeByLamp(Float32Array.of(1, 0.5, 0, 1, 1, 1), Float32Array.of(0, Math.PI / 3), 1);
    const half = encodeRgb16(0.5);
    expect([...rgb.subarray(0, 3)]).toEqual([65535, half, 0]);
    for (const channel of rgb.subarray(3)) expect(Math.abs(channel - half)).toBeLessThanOrEqual(1);
  });
});

describe('needsShadows', () => {
  it.each<[string, PointColoring, boolean]>([
    ['base colours', { kind: 'base' }, false],
    ['the usual daylight', pointColoring('shaded'), true],
    ['a red sun', pointColoring({ sun: { light: [1, 0, 0] } }), true],
    ['no sun', pointColoring({ sun: { light: [0, 0, 0] } }), false],
    ['a sun without shadows', pointColoring({ shadows: false }), false],
  ])('with %s', (_, coloring, expected) => {
    expect(needsShadows(coloring)).toBe(expected);
  });
});
