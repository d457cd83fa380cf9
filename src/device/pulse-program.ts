import { type HostBuffers, hostBuffers } from './buffers.js';
import type { DeviceDeflector } from './deflectors.generated.js';

/** A leg for the device: a few numbers that define all its pulses, however many there are. */
export interface PulseProgram {
  pulseCount: number;
  /** The deflector on the device. */
  deflector: DeviceDeflector;
  /** Time from the first pulse to the end of the leg, seconds. */
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

/** Requirements on an engine: these deflectors, and buffers of up to these sizes in bytes. */
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
