import type { PulseRange } from '../device/pulse-program.js';
import {
  Channel,
  CLOCK_PAUSES,
  CLOCK_RESTARTS,
  Instrument,
  PulseProgram as Record,
} from '../device/records.generated.js';

/** Relative rounding of a time, with room. */
export const ROUNDING_SHARE = 1e-9;

/** Records of a leg's program from which the times of its pulses follow. */
export interface TimingRecords {
  program: DataView;
  channels: DataView;
  instrument: DataView;
}

/** The first and the last moment of pulses of a leg, on the scene's clock, or a little before and after. */
export type TimesOfPulses = (range: PulseRange) => [first: number, last: number];

/** Those of a leg, by the rules of PulseProgram, in which times of shots rise with their numbers. */
export function timesOfPulses({ program, channels, instrument }: TimingRecords): TimesOfPulses {
  const count = program.getUint32(Record.channelCount, true);
  let [soonest, latest] = [Infinity, -Infinity];
  for (let k = 0; k < count; k++) {
    const delay = channels.getFloat64(k * Channel.SIZE + Channel.fireTime, true);
    soonest = Math.min(soonest, delay);
    latest = Math.max(latest, delay);
  }
  const start =
    instrument.getFloat32(Instrument.sceneTimeHigh, true) + instrument.getFloat32(Instrument.sceneTimeLow, true);
  const timeOf = timesOfShots(program);
  return ({ first, end }) => {
    const from = timeOf(Math.floor(first / count)) + soonest;
    const to = timeOf(Math.floor((end - 1) / count)) + latest;
    const room = ROUNDING_SHARE * (1 + Math.abs(start) + Math.abs(to));
    return [start + from - room, start + to + room];
  };
}

/** The time of a shot by its number, seconds from the start of its leg: see wgsl/schedule.wgsl. */
function timesOfShots(program: DataView): (shot: number) => number {
  const [f64, u32] = [(at: number) => program.getFloat64(at, true), (at: number) => program.getUint32(at, true)];
  const [clock, period] = [u32(Record.clock), f64(Record.pulsePeriod)];
  const [lead, phase, cycle] = [u32(Record.lead), u32(Record.phase), u32(Record.cycle)];
  if (clock === CLOCK_RESTARTS) {
    const [cycleTime, cyclePeriod] = [f64(Record.cycleTime), f64(Record.cyclePeriod)];
    return (shot) => {
      const since = shot + phase - lead;
      if (since < 0) return (shot + phase) * period;
      const turn = Math.floor(since / cycle);
      return cycleTime + turn * cyclePeriod + (since - turn * cycle) * period;
    };
  }
  if (clock === CLOCK_PAUSES) {
    const [entry, steps] = [f64(Record.cycleEntry), f64(Record.cycleSteps)];
    return (shot) => {
      const since = shot + phase - lead;
      if (since < 0) return (shot + phase) * period;
      const turn = Math.floor(since / cycle);
      return (Math.ceil(entry + turn * steps) + since - turn * cycle) * period;
    };
  }
  return (shot) => shot * period;
}
