import { describe, expect, it } from 'vitest';
import { firesIn, firingLegs, firingScanners, pulsesIn, scannerIn } from '../../src/scanner/leg-scanner.js';
import type { Deflector } from '../../src/scanner/scanner.js';
import { scannerWith, standing } from '../support/pulses.js';

const cone = (pulseRateHz: number): Deflector => ({
  kind: 'conic',
  pulseRateHz,
  rotationRateHz: 10,
  halfAngleAcross: 0.3,
  halfAngleAlong: 0.3,
});
const [slow, quick] = [100, 1000].map((rate) => scannerWith(cone(rate)));
const legs = [1, 2, 3, 4].map((seconds) => standing(seconds));

describe('a scanner in its legs', () => {
  it('is the same, and fires, in all of them unless they say otherwise', () => {
    const one = { scanner: slow };
    expect(legs.map((_, k) => scannerIn(one, k))).toEqual([slow, slow, slow, slow]);
    expect(firingLegs(one, legs)).toEqual([0, 1, 2, 3]);
    expect(firingScanners(one)).toEqual([slow]);
    expect(legs.map((_, k) => pulsesIn(one, legs, k))).toEqual([100, 200, 300, 400]);
  });

  it('is set and switched off by them', () => {
    const inLegs = [
      { scanner: slow, active: true },
      { scanner: quick, active: true },
      { scanner: slow, active: false },
      { scanner: slow, active: true },
    ];
    const set = { scanner: slow, inLegs };
    expect(scannerIn(set, 1)).toBe(quick);
    expect(legs.map((_, k) => firesIn(set, k))).toEqual([true, true, false, true]);
    expect(firingLegs(set, legs)).toEqual([0, 1, 3]);
    expect(legs.map((_, k) => pulsesIn(set, legs, k))).toEqual([100, 2000, 0, 400]);
    const settings = firingScanners(set);
    expect(settings).toHaveLength(2);
    expect(settings[0]).toBe(slow);
    expect(settings[1]).toBe(quick);
    expect(firingScanners({ scanner: slow, inLegs: inLegs.slice(2, 3) })).toEqual([]);
  });
});
