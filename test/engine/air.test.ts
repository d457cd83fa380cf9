import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { airExtinction } from '../../src/scanner/atmosphere.js';
import { AIR_EXTINCTION, AIR_ROUNDING } from '../support/air-extinction.js';
import { ENGINES } from '../support/engines.js';
import { column, type OpenScene, openScene, station, testScanner } from '../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../support/scenes.js';

// Energy that comes back through air of a visibility from a wall as far away as one can see: it is 0.02^(2 (λ/550 nm)^−q) of that
// without air. Each wall stands before a station of its own, a row of one pulse.

/** Metres from a station to the next. */
const APART = 100;

const stationAt = (row: number): Vec3 => [row * APART, 0, 0];

const SCENE = sceneOf([meshOf(rectangle([-20, 0, -20], [40, 0, 0], [0, 0, 40]))], {
  placed: AIR_EXTINCTION.map(({ visibilityKm }, row) => ({
    mesh: 0,
    transform: translation([row * APART, 1000 * visibilityKm, 0]),
  })),
});

describe.each(ENGINES)('air on the %s', (_, there, open) => {
  let stage: OpenScene;
  beforeAll(async () => {
    if (there) stage = await openScene(SCENE, open);
  });
  afterAll(() => stage?.close());

  /** The extinction (1/km) that the energy of a row's wall shows: reflectance 0.5, receiver and pulse of the test scanner. */
  async function extinctionSeen(row: number, wavelengthNm: number, contrast?: number): Promise<number> {
    const { visibilityKm } = AIR_EXTINCTION[row];
    const result = await stage.scan([station(stationAt(row))], {
      scanner: testScanner({ wavelengthNm }),
      extinction: airExtinction(wavelengthNm, visibilityKm, contrast),
    });
    const range = 1000 * visibilityKm;
    const [energy] = column(result, 'energy');
    return -Math.log((energy * range ** 2) / 0.5) / (2 * visibilityKm);
  }

  it.skipIf(!there).each(AIR_EXTINCTION.map(({ title, visibilityKm }, row) => [title, visibilityKm, row] as const))(
    '%s: takes its share of each wavelength at a visibility of %d km',
    async (_title, _visibilityKm, row) => {
      for (const [wavelengthNm, expected] of Object.entries(AIR_EXTINCTION[row].perKm)) {
        const found = await extinctionSeen(row, Number(wavelengthNm));
        expect(Math.abs(found / expected - 1), `${wavelengthNm} nm`).toBeLessThan(AIR_ROUNDING);
      }
    },
  );

  it.skipIf(!there)('takes less where the visibility leaves a contrast of 5 %: by a factor of 1.3059', async () => {
    const row = AIR_EXTINCTION.findIndex(({ visibilityKm }) => visibilityKm === 1);
    const found = await extinctionSeen(row, 905, 0.05);
    expect(Math.abs((found * 1.3059) / 3.0497 - 1)).toBeLessThan(2 * AIR_ROUNDING);
  });
});
