// The times of two shots, and their positions in their cycles: see PulseProgram. Whole numbers
// are f64 here, a lane each.

import { program } from './addresses.generated';
import { quotient, remainderOf } from './pairs';
import { PulseProgram } from './records.generated';

/** Set by schedule: seconds from the start of the leg. */
export let shotTime: v128 = f64x2.splat(0);
/**
 * Set by schedule: the shot since the deflector began, its number in its cycle, and the cycle; 0 is the cycle under way
 * at the start.
 */
export let shotsSince: v128 = f64x2.splat(0);
export let step: v128 = f64x2.splat(0);
export let cycleNumber: v128 = f64x2.splat(0);

/** Computes times and positions in the cycle of two of a leg's shots. */
export function schedule(shot: v128): void {
  const since = f64x2.add(shot, f64x2.splat(<f64>load<u32>(program, PulseProgram.phase)));
  const lead = f64x2.splat(<f64>load<u32>(program, PulseProgram.lead));
  const led = f64x2.lt(since, lead);
  const m = v128.andnot(f64x2.sub(since, lead), led);
  const cycle = load<u32>(program, PulseProgram.cycle);
  const turn = quotient(m, cycle);
  const inCycle = v128.bitselect(since, remainderOf(m, turn, cycle), led);
  const start = v128.andnot(v128.load64_splat(program, PulseProgram.cycleTime), led);
  const turns = f64x2.add(start, f64x2.mul(turn, v128.load64_splat(program, PulseProgram.cyclePeriod)));
  shotTime = f64x2.add(turns, f64x2.mul(inCycle, v128.load64_splat(program, PulseProgram.pulsePeriod)));
  shotsSince = since;
  step = inCycle;
  cycleNumber = v128.andnot(f64x2.add(turn, f64x2.splat(1)), led);
}
