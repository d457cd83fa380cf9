import { describe, expect, it } from 'vitest';
import { relativeReflectance } from '../../../src/scene/materials/relative-reflectance.js';
import type { Texture } from '../../../src/scene/texture.js';

const picture = (...texels: number[][]): Texture => ({
  name: 'palette.png',
  width: texels.length,
  height: 1,
  texels: Uint8Array.from(texels.flat()),
  wrapU: 'repeat',
  wrapV: 'repeat',
  colorSpace: 'srgb',
});
const reds = ({ texels }: Texture) => Array.from({ length: texels.length / 4 }, (_, i) => texels[4 * i]);

describe('relativeReflectance', () => {
  it('is luminance over its mean, in linear light', () => {
    // sRGB 188 is half of the light: IEC 61966-2-1.
    const made = relativeReflectance(picture([255, 255, 255, 255], [188, 188, 188, 255]), [1, 1, 1], 0);
    expect(made?.gain).toBeCloseTo(1 / 0.7514, 3);
    expect(reds(made?.texture as Texture)).toEqual([255, 128]);
    expect(made?.texture.colorSpace).toBe('linear');
  });

  it('has the mean 1', () => {
    const colors = Array.from({ length: 40 }, (_, k) => [(k * 37) % 256, (k * 91) % 256, (k * 53) % 256, 255]);
    const made = relativeReflectance(picture(...colors), [0.9, 0.5, 1], 0);
    const values = reds(made?.texture as Texture);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length / 255;
    expect(mean * (made?.gain ?? 0)).toBeCloseTo(1, 2);
  });

  it('leaves holes out of the mean', () => {
    const made = relativeReflectance(picture([255, 255, 255, 255], [0, 0, 0, 0]), [1, 1, 1], 0.5);
    expect(made?.gain).toBeCloseTo(1, 9);
    expect(reds(made?.texture as Texture)).toEqual([255, 0]);
  });

  it('weighs colours by their luminance and the tint', () => {
    const made = relativeReflectance(picture([255, 0, 0, 255], [0, 255, 0, 255]), [1, 1, 1], 0);
    expect(reds(made?.texture as Texture)).toEqual([Math.round((255 * 0.2126) / 0.7152), 255]);
    const red = relativeReflectance(picture([255, 0, 0, 255], [0, 255, 0, 255]), [1, 0, 0], 0);
    expect(reds(red?.texture as Texture)).toEqual([255, 0]);
    expect(red?.gain).toBeCloseTo(2, 9);
  });

  it('is missing for black', () => {
    expect(relativeReflectance(picture([0, 0, 0, 255]), [1, 1, 1], 0)).toBeUndefined();
    expect(relativeReflectance(picture([255, 255, 255, 0]), [1, 1, 1], 0.5)).toBeUndefined();
  });
});
