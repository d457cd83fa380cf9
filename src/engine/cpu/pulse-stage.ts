import type { PulseProgram } from '../../scanner/pulse-program.js';
import { Pulse, Run } from '../records.generated.js';
import { instantiateKernel, PAGE } from './kernel.js';
import { BLOCK_PULSES } from './memory-layout.js';

/** Makes pulses `first` … `first` + `count` − 1, at most BLOCK_PULSES; gives their records, valid until the next call. */
export type PulseStage = (first: number, count: number) => Uint8Array;

/** The stage `pulse` of the CPU engine on its own, for a leg; `module` is the compiled kernel. */
export function bindPulseStage(program: PulseProgram, module: WebAssembly.Module): PulseStage {
  const lists = [new ArrayBuffer(Run.SIZE), program.record, program.channels, program.parts, program.knots];
  let next = PAGE;
  const take = (bytes: number) => {
    const at = next;
    next = Math.ceil((next + bytes) / Pulse.SIZE) * Pulse.SIZE;
    return at;
  };
  const [run, record, channels, parts, knots] = lists.map(({ byteLength }) => take(byteLength));
  const pulses = take(BLOCK_PULSES * Pulse.SIZE);
  const pages = Math.ceil(next / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  [run, record, channels, parts, knots].forEach((at, k) => {
    new Uint8Array(memory.buffer, at, lists[k].byteLength).set(new Uint8Array(lists[k]));
  });
  const kernel = instantiateKernel(module, memory);
  kernel.bindRun(run, 0, record, channels, parts, knots);
  kernel.bindWork(pulses, 0, 0, 0, 0, 1);
  return (first, count) => {
    kernel.pulse(first, count);
    return new Uint8Array(memory.buffer, pulses, count * Pulse.SIZE);
  };
}
