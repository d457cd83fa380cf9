import type { PulseLister } from '../engine/cpu/pulse-lister.js';
import { createPulseProgram } from '../pack/pulse-program.js';
import type { Leg } from '../platform/leg.js';
import { LEVEL } from '../scanner/pattern/level-station.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Machine } from './machine.js';

/** The part of a machine that lists pulses. */
export type PulseSource = Pick<Machine, 'createPulseLister'>;

/** Lists the pulses of a scanner's legs as the CPU engine fires them; the scanner is its own platform. */
export const legLister =
  (machine: PulseSource, scanner: Scanner) =>
  (leg: Leg): Promise<PulseLister> =>
    machine.createPulseLister(createPulseProgram({ scanner, mount: LEVEL, leg, frameOrigin: [0, 0, 0] }));
