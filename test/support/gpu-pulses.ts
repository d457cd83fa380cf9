import type { PulseProgram } from '../../src/device/pulse-program.js';
import { Pulse } from '../../src/device/records.generated.js';
import { passesFor } from '../../src/engine/gpu/passes.js';
import { runOnGpu } from './gpu-run.js';

/** Pulse records of these numbers, made by the pulse pass's own modules. */
export async function gpuPulses(program: PulseProgram, numbers: readonly number[]): Promise<ArrayBuffer> {
  const { buffers } = program;
  const { pulses } = await runOnGpu(
    passesFor({ deflector: program.deflector, masks: false, features: [] })[0].modules.filter(
      (name) => name !== 'double',
    ),
    [
      { name: 'program', type: 'PulseProgram', space: 'read', data: buffers.program },
      { name: 'channels', type: 'array<Channel>', space: 'read', data: buffers.channels },
      { name: 'elements', type: 'array<Element>', space: 'read', data: buffers.elements },
      { name: 'knots', type: 'array<Knot>', space: 'read', data: buffers.knots },
      { name: 'numbers', type: 'array<u32>', space: 'read', data: Uint32Array.from(numbers) },
      { name: 'pulses', type: 'array<Pulse>', space: 'read_write', bytes: numbers.length * Pulse.SIZE },
    ],
    'pulses[i] = makePulse(numbers[i]);',
    numbers.length,
  );
  return pulses;
}
