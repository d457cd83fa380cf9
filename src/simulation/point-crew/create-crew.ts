import type { Engine } from '../../engine/engine.js';
import type { Machine } from '../machine.js';
import { needsPulses } from '../points/leg-points.js';
import { type PointCrew, soloMaker } from './point-crew.js';
import type { PointSetup } from './point-setup.js';

/** Pulses of a run that the calling thread makes into points: others would take longer to start. */
const SOLO_PULSES_MAX = 100_000;
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
  const makers = engine.name === 'gpu' ? machine.threads : Math.floor(engine.threads / TRACERS_A_MAKER);
  const isSolo = makers === 0 || pulses <= SOLO_PULSES_MAX;
  return { crew: isSolo ? soloMaker(setup) : machine.createPointCrew(makers, setup), setup };
}

const listsPulses = ({ needs, scans }: PointSetup): boolean =>
  needs.includes('pulse list') || scans.some((scan) => scan.legs.some((_leg, index) => needsPulses(scan, index)));
