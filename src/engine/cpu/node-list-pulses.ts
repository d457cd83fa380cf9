import type { PulseProgram } from '../../device/pulse-program.js';
import { loadKernelModule } from './node-kernel-module.js';
import { createPulseLister as createLister, type PulseList, type PulseLister } from './pulse-lister.js';

export { emptyPulseList, type PulseList, type PulseLister } from './pulse-lister.js';

/**
 * Creates a lister of a leg's pulses, exactly those that the CPU engine fires, for repeated use.
 *
 * @example
 * ```ts
 * const list = await createPulseLister(program);
 * const { directions, times } = list(0, 1000);
 * ```
 */
export const createPulseLister = async (program: PulseProgram): Promise<PulseLister> =>
  createLister(program, await loadKernelModule());

/**
 * Lists pulses of a leg once: `count` pulses starting with number `first`, at most 50 million. Throws UserError if the
 * leg does not have them.
 *
 * @example
 * ```ts
 * const { origins, directions } = await listPulses(program, 0, 1000);
 * ```
 */
export const listPulses = async (program: PulseProgram, first: number, count: number): Promise<PulseList> =>
  (await createPulseLister(program))(first, count);
