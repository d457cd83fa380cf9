import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { column, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';

describe.each(ENGINES)('overlap of beam and field of view on the %s', (_, there, open) => {
  it.skipIf(!there).each([
    [0.5, 0],
    [1, 0],
    [1.25, 0.25],
    [1.75, 0.75],
    [2, 1],
    [5, 1],
  ])('at %f m lets through %f of the echo', async (range, share) => {
    const wall = meshOf(rectangle([-1, range, -1], [2, 0, 0], [0, 0, 2]));
    const stage = await openScene(sceneOf([wall], { scatterings: [lambert(0.5)] }), open);
    const receiver = { diameter: 2, efficiency: 1 };
    const energies = [];
    for (const overlap of [undefined, { from: 1, to: 2 }]) {
      const scanner = testScanner({ receiver: { ...receiver, overlap } });
      const [energy = 0] = column(await stage.scan([station([0, 0, 0])], { scanner }), 'energy');
      energies.push(energy);
    }
    await stage.close();
    expect(energies[0]).toBeGreaterThan(0);
    expect(energies[1] / energies[0]).toBeCloseTo(share, 5);
  });
});
