import { type HostBuffers, hostBuffers } from './buffers.js';
import type { DeviceDeflector } from './deflectors.generated.js';

/** A leg as the device takes it: a few numbers from which every pulse follows, however many there are. */
export interface PulseProgram {
  pulseCount: number;
  /** What deflects the beam. */
  deflector: DeviceDeflector;
  /** From the first pulse to the end of the leg, seconds. */
  duration: number;
  buffers: HostBuffers<'leg'>;
}

/** Pulses first … end−1 of a leg. */
export interface PulseRange {
  first: number;
  end: number;
}

/** All pulses of a leg. */
export const wholeLeg = ({ pulseCount }: PulseProgram): PulseRange => ({ first: 0, end: pulseCount });

/** What an engine must be ready for: these deflectors, and buffers of up to so many bytes. */
export interface ProgramRoom {
  deflectors: readonly DeviceDeflector[];
  bytes: Readonly<Record<keyof HostBuffers<'leg'>, number>>;
}

/** Room for any of the programs, one at a time. */
export function programRoomOf(programs: Iterable<PulseProgram>): ProgramRoom {
  const names = hostBuffers('leg');
  const bytes = Object.fromEntries(names.map((name) => [name, 0])) as Record<keyof HostBuffers<'leg'>, number>;
  const deflectors = new Set<DeviceDeflector>();
  for (const { deflector, buffers } of programs) {
    deflectors.add(deflector);
    for (const name of names) bytes[name] = Math.max(bytes[name], buffers[name].byteLength);
  }
  return { deflectors: [...deflectors], bytes };
}
