import type { DeflectorModel, ReachSweep, ScanRates } from './deflector-kind.js';
import { BEAM_AXES } from './directions.js';
import { EVEN_MODEL } from './even-deflector.js';
import { evenTiming } from './even-timing.js';
import { CYCLES_SHOWN } from './representative-duration.js';

/** Number of points that represent a closed curve. */
const LOOP_POINTS = 360;
const TURN = 2 * Math.PI;

/** A deflector that goes round. */
export interface GoesRound {
  pulseRateHz: number;
  rotationRateHz: number;
}

/** One even turn of a deflector that goes round. */
const oneTurn = <Si extends GoesRound>(deflector: Si): ReachSweep<Si>[] => [
  {
    deflector: { ...deflector, pulseRateHz: LOOP_POINTS, rotationRateHz: 1 },
    pulseRateHz: LOOP_POINTS,
    firsts: [0],
    count: LOOP_POINTS,
  },
];

/** Rates of a beam that goes round at the angle `radius` from the middle. */
export function loopRates({ pulseRateHz, rotationRateHz }: GoesRound, radius: number): ScanRates {
  const lineRateHz = Math.abs(rotationRateHz);
  // Along the edge of the cone: an angle at its apex, not of the turn.
  return { pulseRateHz, lineRateHz, stepAngle: (TURN * lineRateHz * Math.sin(radius)) / pulseRateHz };
}

/** Common part of the models of beams that go round. */
export const LOOP_MODEL = {
  ...EVEN_MODEL,
  shape: 'loop',
  positive: ['pulseRateHz'],
  fault: () => undefined,
  timing: ({ pulseRateHz }, leg) => evenTiming(pulseRateHz, leg),
  reach: oneTurn,
  axes: () => BEAM_AXES,
  representativeDuration: ({ rotationRateHz }) => CYCLES_SHOWN / Math.abs(rotationRateHz || 1),
} as const satisfies Partial<DeflectorModel<GoesRound>>;
