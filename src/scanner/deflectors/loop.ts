import type { ReachSweep, ScanRates } from './deflector-kind.js';

/** Number of points that represent a closed curve. */
const LOOP_POINTS = 360;
const TURN = 2 * Math.PI;

interface GoesRound {
  pulseRateHz: number;
  rotationRateHz: number;
}

/** One even turn of a deflector that goes round. */
export const oneTurn = <Si extends GoesRound>(deflector: Si): ReachSweep<Si>[] => [
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
