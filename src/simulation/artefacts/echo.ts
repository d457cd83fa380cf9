import type { PointBatch } from '../../cloud/point-batch.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';

/** The source of an echo that no surface sent back. */
export const NOTHING = -1;

/** A return while the instrument's artefacts work on it. Metres, joules, seconds. */
export interface Echo {
  /** Index of its return in the points of the stretch, or NOTHING. */
  source: number;
  /** Tells the echoes of a pulse apart in random draws: the number of the return, or more than RETURNS_MAX. */
  number: number;
  range: number;
  energy: number;
  /** Full width at half maximum. */
  width: number;
}

/** The echoes of some consecutive pulses: whole shots, if a kind of artefact needs them. */
export interface Stretch {
  /** Number in the leg of its first pulse. */
  first: number;
  /** The echoes of each pulse in order of range, from pulse `first`. */
  echoes: Echo[][];
  pulses: PulseList;
  /** The returns of the device. */
  points: PointBatch;
  /** The motion of the surface of each return; absent: nobody asks. */
  bodies?: Int32Array;
}

/** The echoes of `points`, whose pulses have the numbers `pulses`. */
export function echoesOf(points: PointBatch, pulses: Uint32Array, first: number, count: number): Echo[][] {
  const echoes: Echo[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < points.count; i++) echoes[pulses[i] - first].push(echoAt(points, i));
  return echoes;
}

/** The echo of point `i`. */
export const echoAt = (points: PointBatch, i: number): Echo => ({
  source: i,
  number: points.returnNumber[i],
  range: points.range[i],
  energy: points.energy[i],
  width: points.echoWidth[i],
});

/** Order of a pulse's echoes. */
export const byRange = (a: Echo, b: Echo): number => a.range - b.range || a.number - b.number;
