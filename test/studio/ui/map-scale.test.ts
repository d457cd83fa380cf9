import { expect, it } from 'vitest';
import { mapScale, scaleText, textScale } from '../../../studio/ui/map-scale.js';

it('takes the longest round length that has room, and names it in the unit that people use', () => {
  const found = [3, 7.9, 40, 55, 250, 0.02, 9000].map((pixels) => {
    const { metres, width } = mapScale(pixels, 80);
    expect(width).toBeLessThanOrEqual(80.001);
    expect(width).toBeGreaterThan(80 / 2.5 - 0.001);
    return scaleText(metres);
  });
  expect(found).toEqual(['20 m', '10 m', '2 m', '1 m', '20 cm', '2 km', '5 mm']);
});

it('stays as long as it says where the page is written larger', () => {
  const scale = textScale(26);
  const { metres, width } = mapScale(40 / scale, 80);
  expect([scale, metres, width * scale]).toEqual([2, 2, 80]);
  expect([textScale(13), textScale(Number.NaN)]).toEqual([1, 1]);
});
