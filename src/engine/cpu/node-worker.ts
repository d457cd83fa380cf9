// One thread of the CPU engine: takes chunks of pulses off a shared counter and puts them through the stages.
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/errors.js';
import { STAGES, type StageName } from '../engine.js';
import { Point } from '../records.generated.js';
import { instantiateKernel } from './kernel.js';
import { BLOCK_PULSES, CHUNK_PULSES, ControlWord, type MemoryLayout } from './memory-layout.js';

/** What a worker is started with. */
export interface WorkerSetup {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  layout: MemoryLayout;
  thread: number;
  topNode: number;
  instanceCount: number;
  subrayCount: number;
}

/** To a worker: trace a leg of so many pulses. */
export interface LegOrder {
  pulseCount: number;
}

/** From a worker: a chunk lies in its slot, or (chunk −1) no chunk is left; stage seconds since the last message. */
export interface ChunkDone {
  chunk: number;
  pulses: number;
  hits: number;
  returns: number;
  stages: Record<StageName, number>;
}

invariant(parentPort, 'node-worker runs in a worker thread');
const port = parentPort;
const setup = workerData as WorkerSetup;
const { layout } = setup;
const work = layout.threads[setup.thread];
const kernel = instantiateKernel(setup.module, setup.memory);
const control = new Int32Array(setup.memory.buffer, layout.control, ControlWord.released + layout.slots.length);

kernel.bindScene(
  layout.nodes,
  layout.blocks,
  layout.instances,
  layout.surfaces,
  layout.materials,
  setup.topNode,
  setup.instanceCount,
);
kernel.bindRun(layout.run, layout.subrays, layout.channels, layout.program);
kernel.bindWork(work.pulses, work.directions, work.hits, work.points, work.scratch, setup.subrayCount);
port.on('message', ({ pulseCount }: LegOrder) => traceLeg(pulseCount));

function traceLeg(pulseCount: number): void {
  const chunks = Math.ceil(pulseCount / CHUNK_PULSES);
  for (;;) {
    const chunk = Atomics.add(control, ControlWord.nextChunk, 1);
    if (chunk >= chunks || !awaitSlot(chunk)) break;
    port.postMessage(traceChunk(chunk, pulseCount));
  }
  port.postMessage(emptyReport(-1));
}

/** Waits until the slot of `chunk` has been read out; false where the leg was stopped. */
function awaitSlot(chunk: number): boolean {
  const slot = ControlWord.released + (chunk % layout.slots.length);
  const turn = Math.floor(chunk / layout.slots.length);
  for (;;) {
    if (Atomics.load(control, ControlWord.stop)) return false;
    const released = Atomics.load(control, slot);
    if (released >= turn) return true;
    Atomics.wait(control, slot, released);
  }
}

function emptyReport(chunk: number): ChunkDone {
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<StageName, number>;
  return { chunk, pulses: 0, hits: 0, returns: 0, stages };
}

function traceChunk(chunk: number, pulseCount: number): ChunkDone {
  const report = emptyReport(chunk);
  const first = chunk * CHUNK_PULSES;
  const last = Math.min(pulseCount, first + CHUNK_PULSES);
  const slot = layout.slots[chunk % layout.slots.length];
  let end = slot;
  for (let pulse = first; pulse < last; pulse += BLOCK_PULSES)
    end = traceBlock(pulse, Math.min(BLOCK_PULSES, last - pulse), end, report);
  report.pulses = last - first;
  report.returns = (end - slot) / Point.SIZE;
  return report;
}

/** A block of pulses from `pulse` to points at `to`; gives the address after them. */
function traceBlock(first: number, count: number, to: number, report: ChunkDone): number {
  const { stages } = report;
  let started = performance.now();
  const lap = (stage: StageName) => {
    const now = performance.now();
    stages[stage] += (now - started) / 1000;
    started = now;
  };
  kernel.pulse(first, count);
  lap('pulse');
  kernel.subray(count);
  lap('subray');
  report.hits += kernel.traverse(count);
  lap('traverse');
  kernel.reflect(count);
  lap('reflect');
  const returns = kernel.echo(count);
  lap('echo');
  kernel.perturb(returns, first);
  lap('perturb');
  const end = kernel.pack(returns, to);
  lap('pack');
  return end;
}
