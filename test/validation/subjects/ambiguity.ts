import { LEVEL, legOf, pointsOf, scanOf, wallAt } from '../../simulation/instrument-scans.js';
import { testScanner } from '../../support/scan.js';
import { instrumentWith } from '../instruments.js';
import { ambiguousRange } from '../receiver-formulas.js';
import type { Subject } from '../row.js';

const DEGREE = Math.PI / 180;

/** Pulse rates, Hz, and walls beyond the ranges at which they are ambiguous: up to twice as far. */
const WALLS = [
  [100e3, 2000],
  [300e3, 600],
  [550e3, 300],
  [2e6, 100],
] as const;

/** The range at which an instrument that folds ranges sees a wall. */
async function foldedRange(pulseRate: number, distance: number): Promise<number> {
  const detection = { rangeMax: 3000, artefacts: { ambiguity: { mode: 'folded' } } };
  const deflector = { kind: 'conic', pulseRate, rotationRate: 10, halfAngle: 20 };
  const described = instrumentWith({}, { detection, deflector });
  // The same pulses a second, all of them level.
  const { pulseRateHz } = described.deflector as { pulseRateHz: number };
  const level = { ...testScanner().deflector, pulseRateHz } as typeof described.deflector;
  const path = { kind: 'station', position: [0, 0, 0], attitude: LEVEL } as const;
  const leg = legOf(path, { azimuthEnd: 1 * DEGREE });
  const [{ range }] = await pointsOf(scanOf({ ...described, deflector: level }, [leg]), wallAt(distance));
  return range[0];
}

export const AMBIGUITY: Subject = {
  title: 'Ambiguous ranges',
  about:
    'Walls beyond the range at which an echo arrives after the next pulse has left, seen by an instrument that folds ranges.',
  traced: [],
  host: {
    rows: WALLS.map(([pulseRate, distance]) => ({
      test: `g20-folded-${pulseRate / 1e3}`,
      quantity: `G20: range of a wall at ${distance} m before it, ${pulseRate / 1e3} kHz`,
      unit: 'm',
      source: 'c / 2f',
      expected: ambiguousRange(pulseRate),
      tolerance: 0.001,
      decimals: 2,
      measure: async () => distance - (await foldedRange(pulseRate, distance)),
    })),
  },
};
