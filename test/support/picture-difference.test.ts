import { decode, encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { pictureDifference } from './picture-difference.js';

const picture = (data: number[], width = 2) =>
  decode(encode({ width, height: data.length / 3 / width, channels: 3, data: Uint8Array.from(data) }));

describe('the difference of two pictures', () => {
  const grey = picture([9, 9, 9, 9, 9, 9]);
  it('is nothing between equal ones', () => {
    expect(pictureDifference(grey, grey)).toEqual({ mean: 0, share: 0 });
  });

  it('is their mean, and the share of pixels that look different', () => {
    expect(pictureDifference(grey, picture([9, 9, 39, 8, 10, 9]))).toEqual({ mean: 32 / 6, share: 0.5 });
  });

  it('is none of pictures of other sizes', () => {
    expect(() => pictureDifference(grey, picture([9, 9, 9, 9, 9, 9], 1))).toThrow('found 2×1 pixels, expected 1×2');
  });
});
