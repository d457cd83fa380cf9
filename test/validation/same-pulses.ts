import type { Vec3 } from '../../src/base/vec3.js';
import type { SamplingReceiver } from '../../src/scanner/receiver/receiver.js';
import type { Detection, Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { column, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, sceneOf, wall } from '../support/scenes.js';
import { FWHM_PER_SIGMA } from './receiver-formulas.js';
import type { Stage } from './row.js';

/** Radians between two pulses: all of them see the same. */
const STEP = 1e-8;
export const RANGE = 50;
export const DURATION = 5e-9;
export const SIGMA = DURATION / FWHM_PER_SIGMA;
/** J, and W at the peak, that the wall sends back of a pulse of the test scanner. */
export const ENERGY = 0.5 / RANGE ** 2;
export const PEAK = ENERGY / (SIGMA * Math.sqrt(2 * Math.PI));

/** A wall of 50 % across the beam, 50 m away. */
export const wallScene = (): Scene => sceneOf([meshOf(wall(RANGE, 40))], { scatterings: [lambert(0.5)] });

/** Behind the wall: nothing stands before the beam. */
export const SKY: Vec3 = [0, RANGE + 10, 0];

/** A return of one of many pulses that see the same. */
export interface Return {
  range: number;
  returnNumber: number;
  /** Nothing was hit there. */
  isAlarm: boolean;
}

/** Returns that a receiver finds in `pulses` pulses of one subray. */
export async function returnsOf(
  stage: Stage,
  sampling: SamplingReceiver,
  pulses: number,
  detection: Partial<Detection> = {},
): Promise<Return[]> {
  const deflector = { ...testScanner().deflector, horizontalStep: STEP } as Scanner['deflector'];
  const leg = station([0, 0, 0], { sectorDeg: ((pulses - 0.5) * STEP * 180) / Math.PI });
  const footprint = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
  const result = await stage.scan([leg], { scanner: testScanner({ sampling, detection, deflector }), footprint });
  const [numbers, hits] = [column(result, 'returnNumber'), column(result, 'hitSubrays')];
  return column(result, 'range').map((range, k) => ({ range, returnNumber: numbers[k], isAlarm: hits[k] === 0 }));
}
