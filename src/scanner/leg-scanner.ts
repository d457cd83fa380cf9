import type { Leg } from '../platform/leg.js';
import { legTiming } from './leg-timing.js';
import type { Scanner } from './scanner.js';

/** Settings of a scanner in one leg. */
export interface LegScanner {
  scanner: Scanner;
  /** Whether it fires. Otherwise the platform moves on, and the leg passes without pulses. */
  active: boolean;
}

/** A scanner whose settings may vary by leg; its wavelength and its lasers stay. */
export interface SettableScanner {
  scanner: Scanner;
  /** Settings in every leg, in order. Absent: `scanner`, active, in all of them. */
  inLegs?: readonly LegScanner[];
}

/** The scanner with its settings of leg number `leg`. */
export const scannerIn = ({ scanner, inLegs }: SettableScanner, leg: number): Scanner =>
  inLegs?.[leg].scanner ?? scanner;

/** Whether the scanner fires in leg number `leg`. */
export const firesIn = ({ inLegs }: SettableScanner, leg: number): boolean => inLegs?.[leg].active ?? true;

/** Numbers of those of `legs` in which the scanner fires. */
export const firingLegs = (settable: SettableScanner, legs: readonly Leg[]): number[] =>
  [...legs.keys()].filter((leg) => firesIn(settable, leg));

/** The distinct settings with which the scanner fires. */
export const firingScanners = ({ scanner, inLegs = [{ scanner, active: true }] }: SettableScanner): Scanner[] => [
  ...new Set(inLegs.filter(({ active }) => active).map((inLeg) => inLeg.scanner)),
];

/** Pulses of leg number `leg` of `legs`, of all lasers; 0 if the scanner does not fire. */
export const pulsesIn = (settable: SettableScanner, legs: readonly Leg[], leg: number): number =>
  firesIn(settable, leg) ? legTiming(scannerIn(settable, leg), legs[leg]).pulseCount : 0;
