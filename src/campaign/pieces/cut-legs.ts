import { UserError } from '../../base/errors.js';
import { firingLegs, pulsesIn } from '../../scanner/leg-scanner.js';
import type { InstrumentScan } from '../../simulation/instrument-scan.js';
import { needsOrder } from '../../simulation/points/leg-points.js';
import { PIECE_STEP, type Piece } from './piece.js';

/** Size of the pieces: their number at most, or their pulses; neither: of about so many seconds of a core. */
export interface CutRequest {
  pieces?: number;
  pulses?: number;
}

/** Seconds of a core for a piece by default. */
const SECONDS_A_PIECE = 600;
/** Most pieces of a survey. */
const PIECES_MAX = 1_000_000;

/** A leg of a scanner that fires in it. */
interface FiringLeg {
  scanner: number;
  leg: number;
  pulses: number;
  /** Whether it stays one piece: its points depend on those of other pulses. */
  isWhole: boolean;
}

/**
 * The pieces of the legs of all scanners, in the order in which a cloud has their points. They end at multiples of
 * PIECE_STEP pulses and with their leg; those of a leg are about equally long. A leg whose artefacts depend on the
 * pulses around is one piece. `secondsPerPulse`: of a core. Throws UserError for more than PIECES_MAX.
 */
export function cutLegs(scans: readonly InstrumentScan[], request: CutRequest, secondsPerPulse: number): Piece[] {
  const legs = scans.flatMap((scan, scanner) =>
    firingLegs(scan, scan.legs).map((leg): FiringLeg => {
      return { scanner, leg, pulses: pulsesIn(scan, scan.legs, leg), isWhole: needsOrder(scan, leg) };
    }),
  );
  const steps = stepsOfPiece(legs, request, secondsPerPulse);
  const count = countPieces(legs, steps);
  if (count > PIECES_MAX)
    throw new UserError(`found ${count} pieces, expected at most ${PIECES_MAX}`, {
      hint: 'give pieces more pulses (--pulses), or say how many there are to be (--pieces)',
    });
  return legs.flatMap((leg) => piecesOf(leg, steps));
}

/** Steps of pulses of a piece at most. */
function stepsOfPiece(legs: readonly FiringLeg[], { pieces, pulses }: CutRequest, secondsPerPulse: number): number {
  if (pieces !== undefined) return leastSteps(legs, pieces);
  const wished = pulses ?? SECONDS_A_PIECE / Math.max(secondsPerPulse, Number.EPSILON);
  return Math.max(1, Math.ceil(wished / PIECE_STEP));
}

/**
 * The least steps of a piece with which there are at most `pieces`; of fewer pieces than legs,
 * those of the longest leg.
 */
function leastSteps(legs: readonly FiringLeg[], pieces: number): number {
  let [low, high] = [1, Math.max(1, ...legs.map(stepsIn))];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (countPieces(legs, middle) <= pieces) high = middle;
    else low = middle + 1;
  }
  return low;
}

const stepsIn = ({ pulses }: Pick<FiringLeg, 'pulses'>): number => Math.ceil(pulses / PIECE_STEP);

const countIn = (leg: FiringLeg, steps: number): number => (leg.isWhole ? 1 : Math.ceil(stepsIn(leg) / steps));

const countPieces = (legs: readonly FiringLeg[], steps: number): number =>
  legs.reduce((sum, leg) => sum + countIn(leg, steps), 0);

function piecesOf(from: FiringLeg, steps: number): Piece[] {
  const { scanner, leg, pulses } = from;
  const count = countIn(from, steps);
  const cut = (k: number): number => Math.min(pulses, PIECE_STEP * Math.floor((stepsIn(from) * k) / count));
  return Array.from({ length: count }, (_, k) => ({ scanner, leg, first: cut(k), end: cut(k + 1) }));
}
