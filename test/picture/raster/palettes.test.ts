import { expect, it } from 'vitest';
import { linearToSrgb, srgbToLinear } from '../../../src/cloud/shading/srgb.js';
import { oklabOf, packRgb } from '../../../src/picture/raster/color-ramps.js';
import {
  COLOR_RAMPS,
  classPalette,
  colorRamp,
  SAFE_CLASSES,
  semanticPalette,
} from '../../../src/picture/raster/palettes.js';

/** Linear red, green and blue as seen without long, or without middle cones: Viénot, Brettel and Mollon 1999. */
const VISIONS = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

function seenAs(color: number, matrix: readonly (readonly number[])[]): number {
  const linear = [16, 8, 0].map((shift) => srgbToLinear(((color >> shift) & 255) / 255));
  const [r, g, b] = matrix.map((row) => {
    const value = row.reduce((sum, factor, k) => sum + factor * linear[k], 0);
    return Math.round(255 * linearToSrgb(Math.min(1, Math.max(0, value))));
  });
  return packRgb(r, g, b);
}

const apart = (a: number, b: number): number => {
  const [one, other] = [oklabOf(a), oklabOf(b)];
  return Math.hypot(...one.map((value, k) => value - other[k]));
};

/** The least difference between two of the common classes, to somebody's eyes. */
function leastApart(colorBlindSafe: boolean, matrix: readonly (readonly number[])[]) {
  const palette = classPalette({}, { colorBlindSafe });
  let least = { classes: [0, 0], apart: Infinity };
  for (const a of SAFE_CLASSES)
    for (const b of SAFE_CLASSES.filter((other) => other > a)) {
      const found = apart(seenAs(palette[a].color, matrix), seenAs(palette[b].color, matrix));
      if (found < least.apart) least = { classes: [a, b], apart: found };
    }
  return least;
}

it.each(Object.entries(VISIONS))('common classes differ to people with %s vision', (_, matrix) => {
  const [safe, usual] = [leastApart(true, matrix), leastApart(false, matrix)];
  expect(safe.apart, `classes ${safe.classes}`).toBeGreaterThan(0.16);
  expect(safe.apart).toBeGreaterThan(1.5 * usual.apart);
});

it('names the classes of a cloud', () => {
  const palette = classPalette({ 70: 'Mast' });
  expect(palette).toHaveLength(256);
  expect(palette[2]).toEqual({ number: 2, name: 'ground', color: 0xb9915f });
  expect(palette[70].name).toBe('mast');
});

it('colours semantic classes by their names', () => {
  expect(semanticPalette({ 3: 'tree', 9: 'own' })).toEqual([
    { number: 3, name: 'tree', color: 0x43a05a },
    { number: 9, name: 'own', color: expect.any(Number) },
  ]);
});

it.each(COLOR_RAMPS.filter((name) => name !== 'distance'))('the ramp %s grows lighter', (name) => {
  const lightness = [...colorRamp(name)].map((color) => oklabOf(color)[0]);
  expect(lightness).toHaveLength(256);
  lightness.forEach((value, k) => {
    if (k > 0) expect(value).toBeGreaterThan(lightness[k - 1] - 0.004);
  });
});
