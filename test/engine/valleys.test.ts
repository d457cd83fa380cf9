import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { samplingReceiver } from '../support/sampling.js';
import { column, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';
import { mean } from '../support/statistics.js';

// Constant fraction where the waveform does not fall to the fraction between two returns: docs/receivers.md.

const SPEED_OF_LIGHT = 299_792_458;
const METRES = SPEED_OF_LIGHT / 2;
const DURATION = 5e-9;
const SIGMA = DURATION / 2.3548200450309493;
const INTERVAL = 1e-9;
const NEAR = 50;
/** Places of the plates between two samples: how far the instrument steps back. */
const PHASES = 40;
const BACK = Array.from({ length: PHASES }, (_, k) => ((k + 0.3) / PHASES) * INTERVAL * METRES);

/** A plate that takes the left half of the beam, and one behind it of another reflectance. */
const plates = (apart: number, reflectance: number) => {
  const behind = meshOf(rectangle([-20, NEAR + apart, -20], [40, 0, 0], [0, 0, 40]));
  return sceneOf(
    [
      meshOf(rectangle([-20, NEAR, -20], [20, 0, 0], [0, 0, 40])),
      { ...behind, groups: behind.groups.map((group) => ({ ...group, material: 1 })) },
    ],
    { scatterings: [lambert(0.5), lambert(reflectance)] },
  );
};

interface Plate {
  range: number;
  energy: number;
}

/**
 * Ranges of the second of two plates by the rule of the guide, on samples of the exact waveform: several where two
 * samples are equally low within a thousandth.
 */
function secondByRule(near: Plate, far: Plate): number[] {
  const powerAt = (time: number) =>
    [near, far].reduce(
      (sum, { range, energy }) => sum + energy * Math.exp(-0.5 * ((time - range / METRES) / SIGMA) ** 2),
      0,
    );
  const power = (k: number) => powerAt(k * INTERVAL);
  const tick = (range: number) => Math.round(range / METRES / INTERVAL);
  const samples = Array.from({ length: tick(far.range) - tick(near.range) + 3 }, (_, k) => tick(near.range) + k);
  const top = samples.findLast((k) => power(k) > power(k - 1) && power(k) >= power(k + 1)) as number;
  const before = samples.filter((k) => k < top);
  const low = Math.min(...before.map(power));
  const half = 0.5 * Math.max(...Array.from({ length: 201 }, (_, k) => powerAt((top - 1 + k / 100) * INTERVAL)));
  let rise = top;
  while (powerAt(rise * INTERVAL) > half && rise > near.range / METRES / INTERVAL) rise -= 1e-4;
  const places = low < half ? [rise] : before.filter((k) => power(k) < 1.001 * low);
  return places.map((place) => METRES * (place * INTERVAL + DURATION / 2));
}

describe.each(ENGINES)('constant fraction behind a valley that is too high, on the %s', (engine, there, open) => {
  it.skipIf(!there).each([
    ['the weaker of two by 10, 1.2 m apart, 0.07 m late', 1.2, 0.05, 0.07],
    ['the second of equal ones, 1 m apart, 0.12 m early', 1, 0.5, -0.12],
  ])('finds %s: at the valley', async (_, apart, reflectance, expected) => {
    const back = engine === 'CPU' ? BACK : BACK.filter((_, k) => k % 4 === 0);
    const legs = back.map((metres) => station([0, -metres, 0]));
    const detector = { kind: 'constantFraction', fraction: 0.5 } as const;
    const scanner = testScanner({ sampling: samplingReceiver({ detector, zero: -DURATION / 2 }, DURATION) });
    // The share of each plate in each pulse, from plates that are far apart.
    const distant = await openScene(plates(20, reflectance), open);
    const shares = column(await distant.scan(legs, { scanner: testScanner() }), 'energy');
    await distant.close();
    expect(shares).toHaveLength(2 * legs.length);
    const stage = await openScene(plates(apart, reflectance), open);
    const ranges = column(await stage.scan(legs, { scanner }), 'range');
    await stage.close();
    expect(ranges).toHaveLength(2 * legs.length);
    const errors = legs.map((_, k) => {
      const range = NEAR + back[k];
      const far = { range: range + apart, energy: shares[2 * k + 1] * ((range + 20) / (range + apart)) ** 2 };
      const byRule = secondByRule({ range, energy: shares[2 * k] }, far);
      const errorsOfRule = byRule.map((place) => Math.abs(ranges[2 * k + 1] - place));
      expect(Math.min(...errorsOfRule), `pulse ${k}`).toBeLessThan(0.003);
      return ranges[2 * k + 1] - far.range;
    });
    // A software GPU is asked for a quarter of the places.
    expect(Math.abs(mean(errors) - expected)).toBeLessThan(engine === 'CPU' ? 0.01 : 0.02);
  });
});
