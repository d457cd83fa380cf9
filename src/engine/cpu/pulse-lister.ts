import { UserError } from '../../base/errors.js';
import type { PulseProgram } from '../../device/pulse-program.js';
import { BLOCK_PULSES, Pulse } from '../../device/records.generated.js';
import { bindPulseStage, type PulseRecords, type PulseStage } from './pulse-stage.js';

/** Pulses as they leave the instrument; entry k is pulse `first` + k. */
export interface PulseList {
  count: number;
  /**
   * Points where the beams leave, x y z, metres from the program's frame origin, to the resolution of the device (f32).
   */
  origins: Float64Array;
  /** Unit vectors of the beams' axes, x y z. */
  directions: Float32Array;
  /** Seconds from the start of the leg. */
  times: Float64Array;
  channels: Uint32Array;
  /** 1 if the instrument does not fire. */
  silent: Uint8Array;
}

/** 45 bytes a pulse: 2.3 GB. */
const PULSES_MAX = 50_000_000;

/**
 * Lists pulses `first` … `first` + `count` − 1 of a leg, at most 50 million at a time. Throws UserError if the leg does
 * not have them, or if there are more.
 */
export type PulseLister = (first: number, count: number) => PulseList;

/**
 * Creates a lister of a leg's pulses, exactly those that the CPU engine fires, for repeated use; `module` is the
 * compiled kernel.
 */
export const createPulseLister = (program: PulseProgram, module: WebAssembly.Module): PulseLister =>
  pulseListerOn(bindPulseStage(program, module), program.pulseCount);

/** The lister of a leg of `pulseCount` pulses on a stage that makes them. */
export function pulseListerOn(stage: PulseStage, pulseCount: number): PulseLister {
  return (first, count) => {
    if (!(first >= 0 && count >= 0 && first + count <= pulseCount))
      throw new UserError(`found ${count} pulses from number ${first}, expected some of the leg's ${pulseCount}`);
    if (count > PULSES_MAX)
      throw new UserError(`found ${count} pulses, expected at most ${PULSES_MAX} at a time: list them in parts`);
    const list = emptyPulseList(count);
    for (let done = 0; done < count; done += BLOCK_PULSES) {
      const pulses = Math.min(BLOCK_PULSES, count - done);
      readPulses(stage(first + done, pulses), list, done, pulses);
    }
    return list;
  };
}

/** A list with room for `count` pulses, all zero. */
export const emptyPulseList = (count: number): PulseList => ({
  count,
  origins: new Float64Array(3 * count),
  directions: new Float32Array(3 * count),
  times: new Float64Array(count),
  channels: new Uint32Array(count),
  silent: new Uint8Array(count),
});

/** The fields of a record, in words; apart from the record, whose fields are got anew each time they are named. */
const [WORDS, ORIGIN, DIRECTION, TIME_HIGH, TIME_LOW, CHANNEL, SILENT] = [
  Pulse.SIZE,
  Pulse.origin,
  Pulse.direction,
  Pulse.timeHigh,
  Pulse.timeLow,
  Pulse.channel,
  Pulse.silent,
].map((bytes) => bytes / 4);

function readPulses({ floats, words }: PulseRecords, list: PulseList, at: number, count: number): void {
  const { origins, directions, times, channels, silent } = list;
  for (let k = 0, base = 0; k < count; k++, base += WORDS) {
    for (let axis = 0; axis < 3; axis++) {
      origins[3 * (at + k) + axis] = floats[base + ORIGIN + axis];
      directions[3 * (at + k) + axis] = floats[base + DIRECTION + axis];
    }
    times[at + k] = floats[base + TIME_HIGH] + floats[base + TIME_LOW];
    channels[at + k] = words[base + CHANNEL];
    silent[at + k] = words[base + SILENT];
  }
}
