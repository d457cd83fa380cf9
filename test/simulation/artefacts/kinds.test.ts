import { describe, expect, it } from 'vitest';
import { findScanner } from '../../../src/scanner/catalogue.js';
import { resolveScanner } from '../../../src/scanner/resolve-scanner.js';
import { unambiguousRange } from '../../../src/simulation/artefacts/ambiguity.js';
import { lossProbability } from '../../../src/simulation/artefacts/losses.js';
import { walkOf } from '../../../src/simulation/artefacts/time-walk.js';
import { deviationsOf, uniformSignificance } from '../../support/statistics.js';
import { spinningScanner } from '../instrument-scans.js';
import { after, type GivenReturn, legWith, pulsesWith, quietScanner, rangesOf, stretchOf } from './stretches.js';

const PULSES = 100_000;
const LOPEZ = { roughness: { glass: 0 }, constant: 0, factor: 5, shift: -0.4, exponent: 4.815, least: 0.5 };
/** Significance below which a sample is unlikely to be of its distribution; seeds are fixed. */
const RARE = 1e-3;

describe('losses', () => {
  it('follow the formula and the numbers of López et al.: 5 · 0.6^4.815 of mirrors', () => {
    expect(lossProbability(1, LOPEZ)).toBeCloseTo(0.42729, 4);
    expect(lossProbability(0.9, LOPEZ)).toBeCloseTo(0.17762, 4);
    expect(lossProbability(0.49, LOPEZ)).toBe(0);
    expect(lossProbability(1, { ...LOPEZ, factor: 1000 })).toBe(1);
    expect(lossProbability(0, { ...LOPEZ, constant: 0.1 })).toBe(0.1);
  });

  it('happen that often, and to the named material only', () => {
    const mirror = after('losses', LOPEZ, stretchOf(pulsesWith(PULSES, { range: 10, material: 1 })));
    expect(deviationsOf(PULSES - rangesOf(mirror).length, PULSES, lossProbability(1, LOPEZ))).toBeLessThan(4);
    const wall = after('losses', LOPEZ, stretchOf(pulsesWith(100, { range: 10, material: 0 })));
    expect(rangesOf(wall)).toHaveLength(100);
  });

  it('name a material that the scene does not have', () => {
    expect(() => after('losses', { ...LOPEZ, roughness: { glas: 0 } }, stretchOf([]))).toThrow(
      'losses.roughness: found "glas", expected a material of the scene',
    );
  });
});

describe('time walk', () => {
  it('is that of a Gaussian at margins of 2, 10 and 100, 5 ns: G8', () => {
    for (const [margin, walk] of [
      [2, 0.3747],
      [10, 0.683],
      [100, 0.9659],
    ])
      expect(walkOf(5e-9, margin, 5e-9, 1)).toBeCloseTo(-walk, 4);
  });

  it('adds the error of a slope of 60° at 10 m, of a pulse of 6 ns: G8', () => {
    const sigma = 6e-9 / (2 * Math.sqrt(2 * Math.LN2));
    const slope = 0.5 * 2 * 1.5e-3 * 10 * 0.5 * Math.tan(Math.PI / 3);
    const stretched = Math.hypot(sigma, (2 * slope) / 299_792_458);
    expect(walkOf((stretched / sigma) * 6e-9, (20 * 0.5 * sigma) / stretched, 6e-9, 20)).toBeCloseTo(0.1149, 4);
  });

  it('vanishes for the target of the calibration', () => {
    const stretch = after(
      'timeWalk',
      { margin: 20 },
      stretchOf([
        [
          { range: 30, energy: 20 },
          { range: 40, energy: 2 },
        ],
      ]),
    );
    const [calibrated, weak] = rangesOf(stretch);
    expect(calibrated).toBeCloseTo(30, 6);
    expect(weak).toBeCloseTo(40 + walkOf(5e-9, 2, 5e-9, 20), 6);
  });
});

describe('shiny surfaces', () => {
  const settings = { roughness: { glass: 0 }, perMetre: 1 / 200, perSurface: 1 / 80, perPulse: 1 / 100 };

  it('look farther away, by 0.5 m and up to 22.5 mm at 100 m: López et al.', () => {
    const ranges = rangesOf(after('shinySurfaces', settings, stretchOf(pulsesWith(1000, { range: 100, material: 1 }))));
    expect(Math.min(...ranges)).toBeGreaterThan(100.5);
    expect(Math.max(...ranges)).toBeLessThan(100.5225);
    const least = Math.min(...ranges);
    expect(Math.max(...ranges) - least).toBeGreaterThan(0.0095);
    expect(Math.max(...ranges) - least).toBeLessThan(0.01);
  });

  it('draw uniform errors for each pulse', () => {
    const drawn = { ...settings, perMetre: 0, perSurface: 0, perPulse: 1 };
    const ranges = rangesOf(after('shinySurfaces', drawn, stretchOf(pulsesWith(PULSES, { range: 9, material: 1 }))));
    expect(uniformSignificance(ranges.map((range) => range - 9))).toBeGreaterThan(RARE);
  });

  it('share an error by instance, and leave matt surfaces alone', () => {
    const only = { ...settings, perMetre: 0, perPulse: 0 };
    const returns: GivenReturn[][] = [
      [{ range: 9, material: 1, instance: 4 }],
      [{ range: 9, material: 1, instance: 4 }],
      [{ range: 9, material: 1, instance: 5 }],
      [{ range: 9 }],
    ];
    const [a, b, other, matt] = rangesOf(after('shinySurfaces', only, stretchOf(returns)));
    expect(a).toBe(b);
    expect(other).not.toBe(a);
    expect(matt).toBe(9);
  });
});

describe('outliers', () => {
  const madeOf = (probability: number) =>
    rangesOf(after('outliers', { probability }, stretchOf(Array.from({ length: PULSES }, () => []))));

  it('happen that often', () => {
    expect(deviationsOf(madeOf(0.25).length, PULSES, 0.25)).toBeLessThan(4);
  });

  it('are uniform between the limits of range', () => {
    expect(uniformSignificance(madeOf(1).map((range) => (range - 1) / 99))).toBeGreaterThan(RARE);
  });

  it('do not happen where the instrument does not fire', () => {
    const stretch = stretchOf([[], []]);
    stretch.pulses.silent[0] = 1;
    expect(after('outliers', { probability: 1 }, stretch).echoes.map(({ length }) => length)).toEqual([0, 1]);
  });
});

describe('ambiguity', () => {
  it('begins at c/2f: G20', () => {
    expect([100e3, 300e3, 550e3, 2e6].map((rate) => unambiguousRange(rate).toFixed(2))).toEqual([
      '1498.96',
      '499.65',
      '272.54',
      '74.95',
    ]);
  });

  const ranges = [[{ range: 20 }], [{ range: 74 }], [{ range: 85 }]];
  const leg = legWith();
  const at = (mode: 'folded' | 'dropped' | 'resolved', zone: number) =>
    rangesOf(after('ambiguity', { mode, zone, pulseRateHz: 2e6 }, stretchOf(ranges), leg)).map((r) =>
      Number(r.toFixed(2)),
    );

  it('folds echoes into the zone of the instrument, and drops those outside its limits', () => {
    expect(at('folded', 1)).toEqual([20, 74, 10.05]);
    // 20 m and 74 m would be at 94.95 m and 148.95 m, of 100 m.
    expect(at('folded', 2)).toEqual([94.95, 85]);
  });

  it('drops those of other zones', () => {
    expect(at('dropped', 1)).toEqual([20, 74]);
    expect(at('dropped', 2)).toEqual([85]);
  });

  it('changes nothing where it is resolved', () => {
    expect(at('resolved', 1)).toEqual([20, 74, 85]);
  });

  it('takes the rate of the scanner if none is named', () => {
    const settings = { mode: 'folded', zone: 1, pulseRateHz: undefined } as const;
    // A shot every 55.296 µs: c/2f is 8288.66 m.
    const far = { ...spinningScanner(), detection: { ...quietScanner().detection, rangeMax: 1e4 } };
    const [folded] = rangesOf(after('ambiguity', settings, stretchOf([[{ range: 9000 }]]), legWith({}, far)));
    expect(folded).toBeCloseTo(9000 - 8288.66, 2);
  });

  it('takes the time from pulse to pulse, not the pauses between the facets of a polygon', () => {
    const settings = { mode: 'folded', zone: 1, pulseRateHz: undefined } as const;
    const { deflector } = resolveScanner(findScanner('riegl-vz-400'));
    const far = { deflector, detection: { ...quietScanner().detection, rangeMax: 1e3 } };
    const [folded] = rangesOf(after('ambiguity', settings, stretchOf([[{ range: 600 }]]), legWith({}, far)));
    expect(folded).toBeCloseTo(600 - unambiguousRange(300e3), 3);
  });
});

describe('a maximum range that drops', () => {
  it('loses as many returns as lie beyond it', () => {
    const left = rangesOf(after('rangeMaxDrop', { by: 20 }, stretchOf(pulsesWith(PULSES, { range: 85 })))).length;
    expect(deviationsOf(left, PULSES, 0.75)).toBeLessThan(4);
    expect(rangesOf(after('rangeMaxDrop', { by: 20 }, stretchOf(pulsesWith(100, { range: 80 }))))).toHaveLength(100);
  });
});

describe('a capability in proportion to the range', () => {
  it('sees what reflects R_max d / d_max', () => {
    // The energy of a target of reflectance ρ is ρ · 100 / R².
    const target = (range: number, reflectance: number) => [{ range, energy: (100 * reflectance) / range ** 2 }];
    const stretch = stretchOf([target(25, 0.39), target(25, 0.41), target(50, 0.79), target(50, 0.81)]);
    expect(rangesOf(after('capability', { reflectance: 0.8, range: 50 }, stretch))).toEqual([25, 50]);
  });

  it('sees what is just at the limit, also where f32 rounds its energy down', () => {
    const ranges = Array.from({ length: 50 }, (_, k) => Math.fround(3.7 + 1.9 * k));
    const atLimit = ranges.map((range) => [{ range, energy: Math.fround((100 * ((0.2 * range) / 100)) / range ** 2) }]);
    expect(rangesOf(after('capability', { reflectance: 0.2, range: 100 }, stretchOf(atLimit)))).toEqual(ranges);
  });
});
