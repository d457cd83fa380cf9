import { expect } from 'vitest';
import type { HeliosEnergy } from '../../src/scanner/helios-energy.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import type { OpenEngine } from '../support/engines.js';
import { column, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';

/** HELIOS++'s extinction at 1064 nm and 23 km, 1/m. */
const EXTINCTION = (3.91 / 23) * (1064 / 0.55) ** -1.3;
const DIVERGENCE = 3e-4;
/** Rays of the rings of beamSampleQuality 3. */
const RAYS = [1, 6, 12];
const FOOTPRINT = { pattern: 'helios', subrays: 19, weights: 'gaussian' } as const;
/** Reflectance 50 in HELIOS++, and its nanowatts: here they are in the pulse's energy, since reflectances end at 1. */
export const HELIOS_SCANNER = testScanner({
  divergence: roundBeam(DIVERGENCE),
  pulse: { energy: 4 * 50 * 1e9, duration: 4e-9 },
  receiver: { diameter: 0.15, efficiency: 0.99 },
  detection: { rangeMin: 1.5 },
});

/** Intensities (nW) that HELIOS++ computes for a ray of each ring: helios-compat.md, §16.2 and §16.3. */
export const GOLDEN: [HeliosEnergy, range: number, rings: string[]][] = [
  ['legacy', 10, ['1841217.76', '1481559.03', '771898.82']],
  ['legacy', 100, ['18382.122', '14719.989', '7558.628']],
  ['legacy', 1500, ['79.648', '63.777', '32.744']],
  ['improved', 10, ['1261', '1681', '1681']],
  ['improved', 100, ['0.09829', '0.1311', '0.1311']],
  ['improved', 1500, ['1.847e-6', '2.463e-6', '2.463e-6']],
];

/** Half a unit of the last digit as printed. */
function halfUnit(number: string): number {
  const [digits, exponent = '0'] = number.split('e');
  const decimals = digits.split('.')[1]?.length ?? 0;
  return 0.5 * 10 ** (Number(exponent) - decimals);
}

/** Sums of f32 whose differences are compared. */
const ROUNDING = 2e-6;

/** A plate at a range, and its instrument. */
interface Plate {
  range: number;
  /** Half its width, in steps from ring to ring. */
  rings: number;
  energy: HeliosEnergy;
  given?: Scanner;
}

/** The energy of a pulse on a square plate. */
export async function energyOn(
  open: OpenEngine,
  { range, rings, energy, given = HELIOS_SCANNER }: Plate,
): Promise<number> {
  const half = (rings * DIVERGENCE * range) / 3;
  const plate = meshOf(rectangle([-half, range, -half], [2 * half, 0, 0], [0, 0, 2 * half]));
  const stage = await openScene(sceneOf([plate], { scatterings: [lambert(1)] }), open);
  const options = { scanner: given, footprint: FOOTPRINT, extinction: EXTINCTION, energy };
  const [sum = 0] = column(await stage.scan([station([0, 0, 0])], options), 'energy');
  await stage.close();
  return sum;
}

/** Holds the energies of a pulse's rings against the golden ones. */
export async function expectRings(open: OpenEngine, [energy, range, rings]: (typeof GOLDEN)[number]): Promise<void> {
  let before = 0;
  for (const [ring, golden] of rings.entries()) {
    const sum = await energyOn(open, { range, rings: ring + 0.6, energy });
    const error = Math.abs((sum - before) / RAYS[ring] - Number(golden));
    expect(error, `ring ${ring}`).toBeLessThan(halfUnit(golden) + ROUNDING * Number(golden));
    before = sum;
  }
}
