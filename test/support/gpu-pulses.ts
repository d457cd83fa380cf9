import { pipelinesFor } from '../../src/engine/gpu/pipelines.js';
import { Pulse } from '../../src/engine/records.generated.js';
import type { PulseProgram } from '../../src/scanner/pulse-program.js';
import { runOnGpu } from './gpu-run.js';

/** Pulse records of these numbers, made by the pulse pass's own modules. */
export async function gpuPulses(program: PulseProgram, numbers: readonly number[]): Promise<ArrayBuffer> {
  const { pulses } = await runOnGpu(
    pipelinesFor({ deflector: program.deflector, masks: false, colors: false })[0].modules.filter(
      (name) => name !== 'double',
    ),
    [
      { name: 'program', type: 'PulseProgram', space: 'read', data: program.record },
      { name: 'channels', type: 'array<Channel>', space: 'read', data: program.channels },
      { name: 'parts', type: 'array<Part>', space: 'read', data: program.parts },
      { name: 'knots', type: 'array<Knot>', space: 'read', data: program.knots },
      { name: 'numbers', type: 'array<u32>', space: 'read', data: Uint32Array.from(numbers) },
      { name: 'pulses', type: 'array<Pulse>', space: 'read_write', bytes: numbers.length * Pulse.SIZE },
    ],
    'pulses[i] = makePulse(numbers[i]);',
    numbers.length,
  );
  return pulses;
}
