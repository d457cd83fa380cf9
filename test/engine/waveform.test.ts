import { describe, expect, it } from 'vitest';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import { ENGINES } from '../support/engines.js';
import { column, openScene, station, testScanner } from '../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';

// Peaks of the waveform; their golden numbers G6 and G7 and the returns of a canopy are rows of test/validation.

describe.each(ENGINES)('returns on the %s', (_, there, open) => {
  it.skipIf(!there)('leave out hits nearer than the least range, whatever lies behind', async () => {
    // Side by side, seen through a beam of 1 cm each way: 10 m, 12 m and 15 m away.
    const strips = [
      ...rectangle([-1, 10, -1], [0.996, 0, 0], [0, 0, 2]),
      ...rectangle([-0.004, 12, -1], [0.008, 0, 0], [0, 0, 2]),
      ...rectangle([-1, 15, -1], [2, 0, 0], [0, 0, 2]),
    ];
    const stage = await openScene(sceneOf([meshOf(strips)]), open);
    const footprint = { pattern: 'rings', subrays: 93, weights: 'gaussian' } as const;
    const scanFrom = (rangeMin: number) =>
      stage.scan([station([0, 0, 0])], {
        scanner: testScanner({ divergence: roundBeam(1e-3), detection: { rangeMin } }),
        footprint,
      });
    const all = await scanFrom(0);
    const some = await scanFrom(11);
    await stage.close();
    for (const name of ['range', 'energy', 'hitSubrays', 'echoWidth'] as const)
      expect(column(some, name), name).toEqual(column(all, name).slice(1));
    expect(column(all, 'range').map(Math.round)).toEqual([10, 12, 15]);
  });
});
