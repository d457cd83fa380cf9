import { describe, expect, it } from 'vitest';
import { INTENSITY_TONES, toneOfSample, toneTable } from '../../../src/cloud/display/intensity-tone.js';
import { testRandom } from '../../support/random.js';

const sample = (count: number, draw: (random: () => number) => number) => {
  const random = testRandom(5);
  return Uint16Array.from({ length: count }, () => draw(random));
};

/** The bytes below and above which a tenth of the sample's points are, and the middle one. */
function spread(intensities: Uint16Array): number[] {
  const table = toneTable(toneOfSample(intensities));
  const bytes = intensities.map((value) => table[value]).sort();
  return [0.1, 0.5, 0.9].map((part) => bytes[Math.floor(part * bytes.length)]);
}

describe('tones of samples', () => {
  it('show dark points of energies that few bright ones would hide', () => {
    // Energies fall with the square of the range; one in 10,000 is a reflector.
    const energies = sample(20_000, (random) => (random() < 1e-4 ? 65_535 : 200_000 / (10 + 60 * random()) ** 2));
    const [dark, middle, bright] = spread(energies);
    expect(dark).toBeGreaterThan(30);
    expect(middle).toBeGreaterThan(80);
    expect(bright - dark).toBeGreaterThan(90);
  });

  it('leave decibels as they are, but for their ends', () => {
    const decibels = sample(20_000, (random) => 2000 + 800 * (random() + random() + random()));
    const { low, high, power } = toneOfSample(decibels);
    expect(power).toBeGreaterThan(0.9);
    expect(low).toBeLessThan(2200);
    expect(high).toBeGreaterThan(4200);
  });

  it('spread intensities of 8 bits', () => {
    const [dark, , bright] = spread(sample(20_000, (random) => 20 + 60 * random()));
    expect(bright - dark).toBeGreaterThan(150);
  });

  it('make a grey of intensities that are all the same, and of none', () => {
    expect(toneTable(toneOfSample(new Uint16Array(9).fill(700)))[700]).toBe(128);
    expect(toneTable(toneOfSample(new Uint16Array()))[0]).toBe(128);
  });

  it('brighten no more than they may where half of the points are at an end', () => {
    expect(toneOfSample(sample(1000, (random) => (random() < 0.7 ? 0 : 900))).power).toBe(0.3);
    expect(toneOfSample(sample(1000, (random) => (random() < 0.3 ? 0 : 900))).power).toBe(1);
  });
});

it.each(Object.entries(INTENSITY_TONES))('the tone of %s rises over all bytes', (_, tone) => {
  const table = toneTable(tone);
  expect([table[0], table[65_535]]).toEqual([0, 255]);
  expect(new Set(table).size).toBe(256);
  expect(table.every((byte, i) => i === 0 || byte >= table[i - 1])).toBe(true);
});
