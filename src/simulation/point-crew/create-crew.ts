import type { Engine } from '../../engine/engine.js';
import type { Machine } from '../machine.js';
import { needsPulses } from '../points/leg-points.js';
import { type PointCrew, soloMaker } from './point-crew.js';
import type { PointSetup } from './point-setup.js';

/** Pulses of a run that the calling thread makes into points: others would take longer to start. */
const SOLO_PULSES_MAX = 100_000;
/** Likewise of a program, which often scans again and again: a thread takes as long to start as these to be made. */
const SOLO_PULSES_OF_PROGRAM = 500_000;
/**
 * Threads of the CPU engine that a thread which makes points keeps up with. For fewer, the calling thread does it, a
 * few milliseconds at a time: another would compile all of its code once more, and on as many cores take time from
 * those that trace.
 */
const TRACERS_A_MAKER = 4;

/** The threads that make points of so many pulses, and their setup with the kernel, if they list pulses. */
export async function createCrew(
  machine: Machine,
  wanted: PointSetup,
  engine: Pick<Engine, 'name' | 'threads'>,
  pulses: number,
): Promise<{ crew: PointCrew; setup: PointSetup }> {
  const setup = listsPulses(wanted) ? { ...wanted, kernel: await machine.loadKernelModule() } : wanted;
  const isForProgram = wanted.inMemory !== undefined;
  const makers = engine.name === 'gpu' ? machine.threads : makersBeside(engine.threads, isForProgram);
  const isSolo = makers === 0 || pulses <= (isForProgram ? SOLO_PULSES_OF_PROGRAM : SOLO_PULSES_MAX);
  return { crew: isSolo ? soloMaker(setup) : machine.createPointCrew(makers, setup), setup };
}

const listsPulses = ({ needs, scans }: PointSetup): boolean =>
  needs.includes('pulse list') || scans.some((scan) => scan.legs.some((_leg, index) => needsPulses(scan, index)));

/** Threads that make points beside those of the CPU engine. A program has work of its own for the calling thread. */
function makersBeside(tracers: number, isForProgram: boolean): number {
  const makers = Math.floor(tracers / TRACERS_A_MAKER);
  return isForProgram && tracers > 1 ? Math.max(1, makers) : makers;
}
