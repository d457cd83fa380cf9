import { describe, expect, it } from 'vitest';
import { DAYLIGHT, type Daylight, directionToSun } from '../../../src/cloud/shading/daylight.js';
import { packLinearRgb, unpackLinearRgb } from '../../../src/cloud/shading/pack-linear-rgb.js';
import { shadeColor, shadePoints } from '../../../src/cloud/shading/shade-color.js';
import { encodeRgb16, linearToSrgb, srgbToLinear } from '../../../src/cloud/shading/srgb.js';
import { outliers } from '../../support/outliers.js';

const NOON: Daylight = {
  toSun: [0, 0, 1],
  sun: [1, 0.9, 0.8],
  sky: [0.1, 0.2, 0.3],
  ground: [0, 0.04, 0],
  exposure: 1,
};
const WHITE = [1, 1, 1] as const;

/** To f64 and back are not the same; six digits are. */
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6));

describe('sRGB', () => {
  // Values of IEC 61966-2-1: byte 188 is the light 0.5029, byte 10 lies on the straight part: 10/255/12.92.
  it.each([
    [0, 0],
    [10, 0.0030353],
    [118, 0.1811642],
    [188, 0.5028865],
    [255, 1],
  ])('byte %d is the light %d', (byte, light) => {
    expect(srgbToLinear(byte / 255)).toBeCloseTo(light, 6);
    expect(linearToSrgb(light) * 255).toBeCloseTo(byte, 3);
  });

  it.each([
    [0, 0],
    [0.001, 847],
    [0.18, 30235],
    [0.5, 48192],
    [1, 65535],
    [7, 65535],
    [-1, 0],
    [Number.NaN, 0],
  ])('encodes the light %d in 16 bits as %d', (light, found) => expect(encodeRgb16(light)).toBe(found));
});

it('16 bits are those of the formula, to one in the last', () => {
  const lights = Array.from({ length: 99_999 }, (_, k) => ((k + 1) / 100_000) ** 2);
  const found = lights.map((light) => ({ light, error: encodeRgb16(light) - 65535 * linearToSrgb(light) }));
  expect(outliers(found, ({ error }) => Math.abs(error) < 0.51)).toEqual([]);
});

describe('a colour in a word', () => {
  it('is 0xRRGGBB as in a texture', () => {
    expect(packLinearRgb(1, 0.5028865, 0)).toBe(0xffbc00);
    expect(packLinearRgb(2, -1, Number.NaN)).toBe(0xff0000);
    const out = new Float32Array(4);
    unpackLinearRgb(0xffbc00, out, 1);
    expect([...out]).toEqual([0, 1, expect.closeTo(0.5028865, 6), 0]);
  });

  it('comes back as it was', () => {
    const out = new Float32Array(3);
    for (let byte = 0; byte < 256; byte++) {
      unpackLinearRgb((byte << 16) | ((255 - byte) << 8) | 77, out, 0);
      expect(packLinearRgb(out[0], out[1], out[2])).toBe((byte << 16) | ((255 - byte) << 8) | 77);
    }
  });
});

describe('a point under sun and sky', () => {
  it('faces up: all of both', () => expect(shadeColor(WHITE, [0, 0, 1], 1, NOON)).toEqual(near([1.1, 1.1, 1.1])));
  it('has the light of the sky alone in shadow', () =>
    expect(shadeColor(WHITE, [0, 0, 1], 0, NOON)).toEqual(near([0.1, 0.2, 0.3])));
  it('has half of the sun half in shadow', () =>
    expect(shadeColor(WHITE, [0, 0, 1], 0.5, NOON)).toEqual(near([0.6, 0.65, 0.7])));
  it('has half the sky, half the ground and no sun on a wall along its rays', () =>
    expect(shadeColor(WHITE, [1, 0, 0], 1, NOON)).toEqual(near([0.05, 0.12, 0.15])));
  it('has half the sun and three quarters of the sky leaning by 60°', () =>
    expect(shadeColor(WHITE, [0, Math.sqrt(0.75), 0.5], 1, NOON)).toEqual(near([0.575, 0.61, 0.625])));
  it('faces down: the ground alone', () => expect(shadeColor(WHITE, [0, 0, -1], 1, NOON)).toEqual(near([0, 0.04, 0])));
  it('has half of sky and ground without a normal', () =>
    expect(shadeColor(WHITE, [0, 0, 0], 1, NOON)).toEqual(near([0.05, 0.12, 0.15])));
  it('has its base colour and the exposure as factors', () =>
    expect(shadeColor([0.5, 0.2, 0], [0, 0, 1], 1, { ...NOON, exposure: 2 })).toEqual(near([1.1, 0.44, 0])));

  it('turned to a low sun: all of it, half of sky and ground; sideways less', () => {
    const low = { ...NOON, toSun: [0.6, 0.8, 0] } as const;
    expect(shadeColor(WHITE, [0.6, 0.8, 0], 1, low)).toEqual(near([1.05, 1.02, 0.95]));
    expect(shadeColor(WHITE, [0, 1, 0], 1, low)).toEqual(near([0.85, 0.84, 0.79]));
    expect(shadeColor(WHITE, [0.6, -0.8, 0], 1, low)).toEqual(near([0.05, 0.12, 0.15]));
  });

  it('has one colour, alone or among others', () => {
    const normal = [0.6, 0, 0.8] as const;
    const points = {
      count: 1,
      base: Float32Array.of(0.5, 0.5, 0.5),
      normal: Float32Array.from(normal),
      sunVisibility: Float32Array.of(0.25),
    };
    const alone = shadeColor([0.5, 0.5, 0.5], normal, 0.25, NOON);
    const among = shadePoints(points, NOON);
    alone.forEach((light, channel) => {
      expect(Math.abs(among[channel] - encodeRgb16(light))).toBeLessThanOrEqual(1);
    });
  });

  it('is encoded in 16 bits', () => {
    const points = {
      count: 2,
      base: Float32Array.of(1, 1, 1, 0.5, 0.2, 0),
      normal: Float32Array.of(0, 0, 1, 0, 0, 1),
      sunVisibility: Uint8Array.of(0, 1),
    };
    // Light 0.1, 0.2, 0.3; then 0.55, 0.22, 0.
    expect([...shadePoints(points, NOON)]).toEqual([
      22884,
      31754,
      38261,
      Math.round(65535 * (1.055 * 0.55 ** (1 / 2.4) - 0.055)),
      Math.round(65535 * (1.055 * 0.22 ** (1 / 2.4) - 0.055)),
      0,
    ]);
  });
});

describe('daylight', () => {
  it('has a sun in the south-west, and makes a level white surface white', () => {
    expect(directionToSun(0, 0)).toEqual([0, 1, 0]);
    expect(directionToSun(Math.PI / 2, Math.PI / 6)).toEqual(near([Math.sqrt(0.75), 0, 0.5]));
    expect(DAYLIGHT.toSun).toEqual(near([-0.5, -0.5, Math.SQRT1_2]));
    for (const light of shadeColor(WHITE, [0, 0, 1], 1, DAYLIGHT)) expect(light).toBeCloseTo(1, 2);
  });
});
