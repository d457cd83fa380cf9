import { describe, expect, it } from 'vitest';
import { type DisplayTone, stretchFor } from '../../../src/cloud/tone-mapping/display-tone.js';

const places = (tone: DisplayTone, range: readonly [number, number], values: number[]) => {
  const { at } = stretchFor(tone, range);
  return values.map((value) => Math.min(1, Math.max(0, at(value))));
};

describe('stretch of a picture', () => {
  it('linear: from the lowest value to the highest', () => {
    expect(places({ kind: 'linear' }, [100, 300], [50, 100, 150, 300, 999])).toEqual([0, 0, 0.25, 1, 1]);
    expect(places({ kind: 'linear' }, [7, 7], [7])).toEqual([0]);
  });

  it('decibel: equal steps for equal factors', () => {
    const [none, low, middle, high] = places({ kind: 'decibel' }, [1e-15, 1e-11], [0, 1e-15, 1e-13, 1e-11]);
    expect([none, low, high]).toEqual([0, 0, 1]);
    expect(middle).toBeCloseTo(0.5, 12);
  });

  it('decibel: six decades at most, also from 0', () => {
    expect(stretchFor({ kind: 'decibel' }, [0, 1000])).toMatchObject({ low: 1e-3, high: 1000 });
    expect(places({ kind: 'decibel' }, [0, 1000], [1])[0]).toBeCloseTo(0.5, 12);
    expect(places({ kind: 'decibel' }, [0, 0], [0])).toEqual([0]);
  });

  it('hable: from 0 to the highest value, exposed', () => {
    expect(stretchFor({ kind: 'hable' }, [3, 11.2])).toMatchObject({ low: 0, high: 11.2 });
    expect(stretchFor({ kind: 'hable', exposure: 4 }, [3, 11.2])).toMatchObject({ low: 0, high: 2.8 });
    // f(1)/f(11.2) = 0.3043 (see intensity-scale); ^(1/2.2) = 0.58229
    expect(places({ kind: 'hable', gamma: 1 }, [0, 11.2], [0, 1, 11.2, 99])[1]).toBeCloseTo(0.3043, 4);
    expect(places({ kind: 'hable' }, [0, 11.2], [1])[0]).toBeCloseTo(0.58229, 5);
    expect(places({ kind: 'hable', exposure: 4 }, [0, 11.2], [0, 0.25, 2.8, 3])).toEqual([
      0,
      expect.closeTo(0.58229, 5),
      1,
      1,
    ]);
    expect(places({ kind: 'hable' }, [0, 0], [0])).toEqual([0]);
    expect(stretchFor({ kind: 'hable' }, [0, 0])).toMatchObject({ low: 0, high: 1 });
    // Twice as bright a top: what is at 1 of 11.2 is at 2.
    expect(places({ kind: 'hable', gamma: 1 }, [0, 22.4], [2])[0]).toBeCloseTo(0.3043, 4);
  });
});
