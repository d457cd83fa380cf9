import type { PulseProgram } from '../../device/pulse-program.js';
import { loadKernelModule } from './node-kernel-module.js';
import { createPulseLister as createLister, type PulseList, type PulseLister } from './pulse-lister.js';

export { emptyPulseList, type PulseList, type PulseLister } from './pulse-lister.js';

/** Lists pulses of a leg, the very ones that the CPU engine fires, as often as is wanted. */
export const createPulseLister = async (program: PulseProgram): Promise<PulseLister> =>
  createLister(program, await loadKernelModule());

/** Pulses of a leg, once: see PulseLister. */
export const listPulses = async (program: PulseProgram, first: number, count: number): Promise<PulseList> =>
  (await createPulseLister(program))(first, count);
