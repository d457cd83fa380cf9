import { expect } from 'vitest';
import type { Footprint } from '../../src/scanner/footprint.js';
import {
  edgeErrors,
  erf,
  FINE,
  OFFSETS,
  rootMeanSquare,
  sectorOf,
  sum,
  THETA,
  turnAbout,
  wholeEnergy,
} from '../support/footprints.js';
import { column, type OpenScene } from '../support/scan.js';

// Energies that beams send back, to test their pattern, against closed forms of the Gaussian beam.

export const PATTERNS = ['rings', 'disc'] as const satisfies Footprint['pattern'][];

type Edge = readonly [pattern: (typeof PATTERNS)[number], subrays: number, most: number, each: number];

/**
 * Tolerances of the mean of 250 pulses, and of a pulse alone, whose share is a multiple of 1/n: seven subrays cannot do
 * better than 0.04. Rings that did not reach all places of the beam would scatter by a tenth less, and be off in the
 * mean. Of subrays that are drawn one by one it is √(p (1 − p)/n), of the mean a sixteenth.
 */
export const EDGES: readonly Edge[] = [
  ['rings', 7, 0.018, 0.072],
  ['rings', 19, 0.004, 0.032],
  ['rings', 37, 0.003, 0.018],
  ['rings', 93, 0.001, 0.0105],
  ['disc', 7, 0.011, 0.115],
  ['disc', 19, 0.007, 0.07],
  ['disc', 37, 0.005, 0.05],
  ['disc', 93, 0.003, 0.034],
];

/** Holds the energy beyond edges at many places in the beam against ½ erfc(√2 d/w). */
export async function expectEdges(stage: OpenScene, [pattern, subrays, most, each]: Edge): Promise<void> {
  const footprint = { pattern, subrays, weights: 'gaussian' } as const;
  const sectorDeg = OFFSETS.length * sectorOf(OFFSETS);
  const result = await turnAbout(stage, 'edges 100', { footprint, sectorDeg, stepDeg: FINE });
  const errors = edgeErrors(result, 'edges 100', 100, FINE);
  expect(rootMeanSquare(errors.map(({ mean }) => mean))).toBeLessThan(most);
  expect(rootMeanSquare(errors.map(({ rms }) => rms))).toBeLessThan(each);
}

/** Compares the energy of a wire that is much narrower than the beam with its share of the beam. */
export async function expectShare(
  stage: OpenScene,
  pattern: (typeof PATTERNS)[number],
  stepDeg: number,
): Promise<void> {
  const footprint = { pattern, subrays: 93, weights: 'gaussian' } as const;
  const result = await turnAbout(stage, 'wire 20', { footprint, exitRadius: 0.5, stepDeg });
  const energies = column(result, 'energy');
  for (const energy of energies) expect(energy > 0 && energy < wholeEnergy(20)).toBe(true);
  for (const axis of ['x', 'y', 'z'] as const) expect(column(result, axis).every(Number.isFinite)).toBe(true);
  const expected = erf((Math.SQRT2 * 2e-3) / Math.hypot(0.5, THETA * 20));
  // Some 1000 hits or more: 3.2 %.
  expect(Math.abs(sum(energies) / wholeEnergy(20) / (360 / stepDeg) / expected - 1)).toBeLessThan(0.09);
}
