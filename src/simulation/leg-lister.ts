import { createPulseLister, type PulseLister } from '../engine/cpu/list-pulses.js';
import type { Leg } from '../platform/leg.js';
import { LEVEL } from '../scanner/pattern/level-station.js';
import { createPulseProgram } from '../scanner/pulse-program.js';
import type { Scanner } from '../scanner/scanner.js';

/** Lists the pulses of a scanner's legs as the CPU engine fires them, the scanner being its own platform. */
export const legLister =
  (scanner: Scanner) =>
  (leg: Leg): Promise<PulseLister> =>
    createPulseLister(createPulseProgram(scanner, LEVEL, leg, 0, [0, 0, 0]));
