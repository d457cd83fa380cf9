import type { PulseProgram, PulseRange } from '../../device/pulse-program.js';
import {
  Channel,
  CLOCK_PAUSES,
  CLOCK_RESTARTS,
  Instrument,
  PulseProgram as Record,
} from '../../device/records.generated.js';

/** Relative rounding of a time, with room. */
const ROUNDING_SHARE = 1e-9;

/**
 * The first and the last moment of pulses of a leg, on the scene's clock, or some before and after; by the rules of
 * PulseProgram, in which times of shots rise with their numbers.
 */
export function chunkTimes({ buffers }: PulseProgram, { first, end }: PulseRange): [first: number, last: number] {
  const program = new DataView(buffers.program);
  const channels = program.getUint32(Record.channelCount, true);
  const delays = fireTimes(new DataView(buffers.channels), channels);
  const leg = new Float32Array(buffers.instrument);
  const start = leg[Instrument.sceneTimeHigh / 4] + leg[Instrument.sceneTimeLow / 4];
  const from = shotTime(program, Math.floor(first / channels)) + Math.min(...delays);
  const to = shotTime(program, Math.floor((end - 1) / channels)) + Math.max(...delays);
  const room = ROUNDING_SHARE * (1 + Math.abs(start) + Math.abs(to));
  return [start + from - room, start + to + room];
}

const fireTimes = (channels: DataView, count: number): number[] =>
  Array.from({ length: count }, (_, k) => channels.getFloat64(k * Channel.SIZE + Channel.fireTime, true));

/** The time of a shot, seconds from the start of its leg: see wgsl/schedule.wgsl. */
function shotTime(program: DataView, shot: number): number {
  const [f64, u32] = [(at: number) => program.getFloat64(at, true), (at: number) => program.getUint32(at, true)];
  const [clock, period, lead] = [u32(Record.clock), f64(Record.pulsePeriod), u32(Record.lead)];
  const since = shot + u32(Record.phase);
  if (clock !== CLOCK_RESTARTS && clock !== CLOCK_PAUSES) return shot * period;
  if (since < lead) return since * period;
  const turn = Math.floor((since - lead) / u32(Record.cycle));
  const step = since - lead - turn * u32(Record.cycle);
  return clock === CLOCK_RESTARTS
    ? f64(Record.cycleTime) + turn * f64(Record.cyclePeriod) + step * period
    : (Math.ceil(f64(Record.cycleEntry) + turn * f64(Record.cycleSteps)) + step) * period;
}
