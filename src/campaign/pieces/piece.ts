import type { LegRange } from '../../simulation/trace-pieces.js';

/** A part of a survey that one machine scans: pulses `first` … `end` − 1 of a leg of a scanner. */
export type Piece = LegRange;

/** Pulses at whose multiples legs are cut: a chunk of the CPU engine. */
export const PIECE_STEP = 4096;
