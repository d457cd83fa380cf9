import { type OpticsRow, turnsAfter } from './optics.js';

/** Swing of a mirror about one axis. */
export interface MirrorSwing {
  /** Largest angle of the beam, radians. */
  amplitude: number;
  rateHz: number;
  /** Part of a cycle that has passed at the first shot, 0…1. */
  phase: number;
  waveform: Waveform;
}

/** Shape of the angle over a cycle; the index in the list is Swing.waveform. */
export const WAVEFORMS = ['sine', 'triangle', 'sawtooth'] as const;

export type Waveform = (typeof WAVEFORMS)[number];

/** A Swing record of a mirror that made `before` shots before the leg. */
export function swingRow(
  { amplitude, rateHz, phase, waveform }: MirrorSwing,
  pulseRateHz: number,
  before: number,
): OpticsRow {
  const cyclesPerShot = rateHz / pulseRateHz;
  return {
    amplitude,
    cyclesPerShot,
    phase: turnsAfter(cyclesPerShot, before) + phase,
    waveform: WAVEFORMS.indexOf(waveform),
  };
}
