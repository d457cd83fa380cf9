import type { LegRange } from '../../simulation/trace-pieces.js';

/** A part of a survey that one machine scans: pulses `first` … `end` − 1 of a leg of a scanner. */
export interface Piece extends LegRange {
  /** Numbers of the parts of the scene that it need not read, in order; absent: it reads all. */
  without?: readonly number[];
}

/** Pulses at whose multiples legs are cut: a chunk of the CPU engine. */
export const PIECE_STEP = 4096;
