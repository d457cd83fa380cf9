import type { Vec3 } from '../../src/base/vec3.js';
import { listPulses, type PulseList } from '../../src/engine/cpu/node-list-pulses.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg, Mount } from '../../src/platform/leg.js';
import type { Deflector, Scanner } from '../../src/scanner/scanner.js';
import { station, testScanner } from './scan.js';

export const LEVEL_MOUNT: Mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 };

/** Pulses `first` … of a scanner in a leg, in the world. */
export function pulsesOf(
  scanner: Scanner,
  leg: Leg,
  count: number,
  first = 0,
  mount = LEVEL_MOUNT,
): Promise<PulseList> {
  return listPulses(createPulseProgram({ scanner, mount, leg, frameOrigin: [0, 0, 0] }), first, count);
}

/** A scanner of one laser with this deflector. */
export const scannerWith = (deflector: Deflector, rest: Partial<Omit<Scanner, 'detection'>> = {}): Scanner =>
  testScanner({ ...rest, deflector });

/** Stands at the origin, level, looks along +y, for `duration` seconds. */
export function standing(duration: number, rest: Partial<Leg> = {}): Leg {
  const leg = station([0, 0, 0], { sectorDeg: 360 });
  return { ...leg, path: { kind: 'station', position: [0, 0, 0], attitude: LEVEL_MOUNT, duration }, ...rest };
}

/** Direction of entry k. */
export const directionOf = ({ directions }: PulseList, k: number): Vec3 => [
  directions[3 * k],
  directions[3 * k + 1],
  directions[3 * k + 2],
];

/** Origin of entry k. */
export const originOf = ({ origins }: PulseList, k: number): Vec3 => [
  origins[3 * k],
  origins[3 * k + 1],
  origins[3 * k + 2],
];

/** The largest difference of a coordinate. */
export const differenceOf = (a: Vec3, b: Vec3): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
