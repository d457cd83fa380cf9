import type { Leg } from '../platform/leg.js';
import { legTiming } from './leg-timing.js';
import type { Scanner } from './scanner.js';

/** How a scanner is set in one leg. */
export interface LegScanner {
  scanner: Scanner;
  /** Whether it fires; else the platform moves on and the time of the leg passes without pulses. */
  active: boolean;
}

/** A scanner that legs may set in another way; its wavelength and its lasers stay. */
export interface SettableScanner {
  scanner: Scanner;
  /** In every leg, in their order; absent: `scanner`, active, in all of them. */
  inLegs?: readonly LegScanner[];
}

/** The scanner as it is set in leg number `leg`. */
export const scannerIn = ({ scanner, inLegs }: SettableScanner, leg: number): Scanner =>
  inLegs?.[leg].scanner ?? scanner;

/** Whether the scanner fires in leg number `leg`. */
export const firesIn = ({ inLegs }: SettableScanner, leg: number): boolean => inLegs?.[leg].active ?? true;

/** Numbers of the legs in which the scanner fires, of `legs`. */
export const firingLegs = (settable: SettableScanner, legs: readonly Leg[]): number[] =>
  [...legs.keys()].filter((leg) => firesIn(settable, leg));

/** Every setting with which the scanner fires, once. */
export const firingScanners = ({ scanner, inLegs = [{ scanner, active: true }] }: SettableScanner): Scanner[] => [
  ...new Set(inLegs.filter(({ active }) => active).map((inLeg) => inLeg.scanner)),
];

/** Pulses of leg number `leg` of `legs`, of all lasers; 0 where the scanner does not fire. */
export const pulsesIn = (settable: SettableScanner, legs: readonly Leg[], leg: number): number =>
  firesIn(settable, leg) ? legTiming(scannerIn(settable, leg), legs[leg]).pulseCount : 0;
