import { hostBuffers } from '../../device/buffers.js';
import type { PulseProgram } from '../../device/pulse-program.js';
import { BLOCK_PULSES, Pulse, Run, SceneRoot } from '../../device/records.generated.js';
import { createKernelMemory, instantiateKernel, PAGE } from './kernel.js';
import { addressTable } from './memory-layout.js';

/** The memory of the Pulse records of a block. */
export interface PulseRecords {
  floats: Float32Array;
  words: Uint32Array;
}

/**
 * Computes pulses `first` … `first` + `count` − 1, at most BLOCK_PULSES; returns the memory that begins with their
 * records until the next call.
 */
export type PulseStage = (first: number, count: number) => PulseRecords;

/**
 * The stages of the CPU engine that make pulses, alone, for one leg, with the pose and errors that the instrument
 * knows; `module` is the compiled kernel.
 */
export function bindPulseStage({ buffers }: PulseProgram, module: WebAssembly.Module): PulseStage {
  let next = PAGE;
  const take = (bytes: number) => {
    const at = next;
    next = Math.ceil((next + bytes) / Pulse.SIZE) * Pulse.SIZE;
    return at;
  };
  const lists = hostBuffers('leg').map((name) => ({ name, at: take(buffers[name].byteLength) }));
  const own = { run: take(Run.SIZE), root: take(SceneRoot.SIZE), pulses: take(BLOCK_PULSES * Pulse.SIZE) };
  const shared = Object.fromEntries(lists.map(({ name, at }) => [name, at]));
  const addresses = addressTable({ shared }, { own });
  const table = take(addresses.byteLength);
  const pages = Math.ceil(next / PAGE);
  const memory = createKernelMemory(pages, pages);
  for (const { name, at } of lists)
    new Uint8Array(memory.buffer, at, buffers[name].byteLength).set(new Uint8Array(buffers[name]));
  if (buffers.deviations.byteLength > 0)
    forgetAttitude(new Uint8Array(memory.buffer, shared.jitters, buffers.jitters.byteLength));
  new Uint32Array(memory.buffer, table, addresses.length).set(addresses);
  const kernel = instantiateKernel(module, memory);
  kernel.bind(table);
  const jitters = buffers.jitters.byteLength > 0;
  const place = [memory.buffer, own.pulses, (BLOCK_PULSES * Pulse.SIZE) / 4] as const;
  const records = { floats: new Float32Array(...place), words: new Uint32Array(...place) };
  return (first, count) => {
    kernel.pulse(first, count);
    if (jitters) kernel.jitter(first, count);
    return records;
  };
}

/**
 * Sets jitter of the attitude to zero: an instrument with systematic errors knows neither these errors nor this jitter.
 */
const forgetAttitude = (jitters: Uint8Array): Uint8Array => jitters.fill(0, jitters.byteLength / 2);
