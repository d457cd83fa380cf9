import type { Vec3 } from '../../src/base/vec3.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { BLOCK_PULSES, Point, Pulse } from '../../src/device/records.generated.js';
import { runOnGpu } from './gpu-run.js';
import { KernelRun } from './kernel-run.js';
import { settingsWith } from './scan.js';

/** Point records, in the order of pulses, and the output of perturb for them; `pulses` are the pulses' records. */
export interface Perturbed {
  pulses: ArrayBuffer;
  before: ArrayBuffer;
  after: ArrayBuffer;
}

/** Pulses by number, and the point records that they are given: as many of each, next to each other. */
interface PerturbInput {
  program: PulseProgram;
  first: number;
  count: number;
  returnsOf: (pulses: ArrayBuffer) => ArrayBuffer;
}

type Perturb = (input: PerturbInput) => Promise<Perturbed>;

const settings = settingsWith();

/** The points as the CPU reads them. */
export const perturbedOnCpu: Perturb = async ({ program, first, count, returnsOf }) => {
  const run = new KernelRun(settings, program);
  const blocks: Perturbed[] = [];
  for (let done = 0; done < count; done += BLOCK_PULSES) {
    const pulses = run.pulses(first + done, Math.min(BLOCK_PULSES, count - done));
    const before = returnsOf(pulses);
    blocks.push({ pulses, before, after: run.perturbed(before, first + done) });
  }
  const joined = (part: keyof Perturbed) => join(blocks.map((block) => block[part]));
  return { pulses: joined('pulses'), before: joined('before'), after: joined('after') };
};

/** The points as the GPU reads them, of the CPU's pulses. */
export const perturbedOnGpu: Perturb = async (input) => {
  const { pulses, before } = await perturbedOnCpu(input);
  const returnCount = before.byteLength / Point.SIZE;
  const { points } = await runOnGpu(
    ['random', 'normalPair', 'rangeError', 'perturb'],
    [
      { name: 'run', type: 'Run', space: 'uniform', data: settings.buffers.run },
      { name: 'instrument', type: 'Instrument', space: 'uniform', data: input.program.buffers.instrument },
      { name: 'program', type: 'PulseProgram', space: 'read', data: input.program.buffers.program },
      { name: 'pulses', type: 'array<Pulse>', space: 'read', data: pulses },
      { name: 'points', type: 'array<Point>', space: 'read_write', data: before },
    ],
    'let pulse = pulses[points[i].pulse - pulses[0].number]; points[i] = perturbed(points[i], pulse, angleError(pulse));',
    returnCount,
  );
  return { pulses, before, after: points };
};

function join(parts: readonly ArrayBuffer[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return all.buffer;
}

/** Points on the axes of the pulses, one of each pulse at each of these ranges. */
export function returnsAt(pulses: ArrayBuffer, ranges: readonly number[]): ArrayBuffer {
  const given = new DataView(pulses);
  const count = pulses.byteLength / Pulse.SIZE;
  const made = new DataView(new ArrayBuffer(count * ranges.length * Point.SIZE));
  for (let k = 0; k < count * ranges.length; k++) {
    const [at, pulse] = [k * Point.SIZE, Math.floor(k / ranges.length) * Pulse.SIZE];
    const range = ranges[k % ranges.length];
    vectorAt(pulses, pulse + Pulse.origin).forEach((from, axis) => {
      const along = given.getFloat32(pulse + Pulse.direction + 4 * axis, true);
      made.setFloat32(at + Point.position + 4 * axis, from + range * along, true);
    });
    made.setFloat32(at + Point.range, range, true);
    made.setUint32(at + Point.pulse, given.getUint32(pulse + Pulse.number, true), true);
    made.setUint32(at + Point.returnNumber, 1 + (k % ranges.length), true);
  }
  return made.buffer;
}

/** Three f32 of a record. */
export function vectorAt(records: ArrayBuffer, at: number): Vec3 {
  const view = new DataView(records);
  return [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
}
