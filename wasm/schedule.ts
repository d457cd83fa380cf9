// The time of a shot, and its position in its cycle: see PulseProgram.

import { program } from './addresses.generated';
import { PulseProgram } from './records.generated';

/** Set by schedule: seconds from the start of the leg. */
export let shotTime: f64 = 0;
/**
 * Set by schedule: the shot since the deflector began, its number in its cycle, and the cycle; 0 is the cycle under way
 * at the start.
 */
export let shotsSince: u32 = 0;
export let step: u32 = 0;
export let cycleNumber: u32 = 0;

/** Computes time and position in the cycle of a leg's shot. */
export function schedule(shot: u32): void {
  const lead = load<u32>(program, PulseProgram.lead);
  shotsSince = shot + load<u32>(program, PulseProgram.phase);
  const led = shotsSince < lead;
  const m = led ? 0 : shotsSince - lead;
  const cycle = load<u32>(program, PulseProgram.cycle);
  const turn = cycle == 1 ? m : m / cycle;
  step = led ? shotsSince : m - turn * cycle;
  cycleNumber = led ? 0 : turn + 1;
  const start = led ? 0 : load<f64>(program, PulseProgram.cycleTime);
  shotTime = start + <f64>turn * load<f64>(program, PulseProgram.cyclePeriod) + <f64>step * load<f64>(program, PulseProgram.pulsePeriod);
}
