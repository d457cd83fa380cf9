import { translation } from '../../../src/base/affine.js';
import type { Vec3 } from '../../../src/base/vec3.js';
import { airExtinction } from '../../../src/scanner/atmosphere.js';
import { AIR_EXTINCTION, AIR_ROUNDING } from '../../support/air-extinction.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import type { Stage, Subject } from '../row.js';

/** Metres from a station to the next: each wall stands before one of its own, as far away as one can see. */
const APART = 100;
const stationAt = (row: number): Vec3 => [row * APART, 0, 0];

const scene = () =>
  sceneOf([meshOf(rectangle([-20, 0, -20], [40, 0, 0], [0, 0, 40]))], {
    placed: AIR_EXTINCTION.map(({ visibilityKm }, row) => ({
      mesh: 0,
      transform: translation([row * APART, 1000 * visibilityKm, 0]),
    })),
  });

/**
 * The extinction (1/km) that the energy of a row's wall shows: reflectance 0.5, receiver and pulse of the test scanner.
 */
async function extinctionSeen(stage: Stage, row: number, wavelengthNm: number, contrast?: number): Promise<number> {
  const { visibilityKm } = AIR_EXTINCTION[row];
  const scanner = testScanner({ wavelengthNm });
  const extinction = airExtinction(wavelengthNm, visibilityKm, contrast);
  const [energy] = column(await stage.scan([station(stationAt(row))], { scanner, extinction }), 'energy');
  return -Math.log((energy * (1000 * visibilityKm) ** 2) / 0.5) / (2 * visibilityKm);
}

const decimalsOf = (perKm: number) => (perKm < 1 ? 4 : 3);

const rows = AIR_EXTINCTION.flatMap(({ title, visibilityKm, perKm }, row) =>
  Object.entries(perKm).map(([wavelength, expected]) => ({
    test: `air-${visibilityKm}km-${wavelength}nm`,
    quantity: `extinction at ${wavelength} nm, visibility ${visibilityKm} km`,
    unit: '1/km',
    source: title,
    expected,
    tolerance: AIR_ROUNDING * expected,
    decimals: decimalsOf(expected),
    measure: (stage: Stage) => extinctionSeen(stage, row, Number(wavelength)),
  })),
);

const atOneKm = AIR_EXTINCTION.findIndex(({ visibilityKm }) => visibilityKm === 1);

const contrastRow = {
  test: 'air-contrast-5-percent',
  quantity: 'extinction at 905 nm, visibility 1 km with a contrast of 5 % (meteorological optical range)',
  unit: '1/km',
  source: 'that of 2 % by ln 0.02/ln 0.05 = 1.3059',
  expected: 3.0497 / 1.3059,
  tolerance: (2 * AIR_ROUNDING * 3.0497) / 1.3059,
  decimals: 3,
  measure: (stage: Stage) => extinctionSeen(stage, atOneKm, 905, 0.05),
};

export const AIR: Subject = {
  title: 'Air',
  about:
    'Extinction that the energy of a wall shows which stands as far away as one can see: −ln(0.02)/V · (λ/550 nm)^−q with q by Kruse (1962) above 6 km, by Kim, McArthur, Korevaar (2001) below.',
  traced: [{ scene, rows: [...rows, contrastRow] }],
};
