// The times of two shots, and their positions in their cycles: see PulseProgram. Whole numbers
// are f64 here, a lane each.

import { program } from './addresses.generated';
import { quotient, remainderOf } from './pairs';
import { CLOCK_PAUSES, CLOCK_RESTARTS, PulseProgram } from './records.generated';

/** Set by schedule: seconds from the start of the leg. */
export let shotTime: v128 = f64x2.splat(0);
/** Set by schedule: the shot since the deflector began, and with the steps that pass until the channel fires. */
export let shotsSince: v128 = f64x2.splat(0);
export let stepsSince: v128 = f64x2.splat(0);
/** Set by schedule: the step in its cycle, and the cycle; 0 is the cycle under way at the start. */
export let step: v128 = f64x2.splat(0);
export let cycleNumber: v128 = f64x2.splat(0);
/** Set by schedule: lanes of shots that do not leave, since the mirror is outside its window. */
export let idle: v128 = f64x2.splat(0);

/** Computes times and positions in the cycle of two of a leg's shots, of channels that fire so much later. */
export function schedule(shot: v128, delay: v128): void {
  const since = f64x2.add(shot, f64x2.splat(<f64>load<u32>(program, PulseProgram.phase)));
  const clock = load<u32>(program, PulseProgram.clock);
  if (clock == CLOCK_RESTARTS) restart(since);
  else if (clock == CLOCK_PAUSES) pause(since);
  else runOn(shot);
  const moved = f64x2.mul(delay, v128.load64_splat(program, PulseProgram.stepsPerSecond));
  shotTime = f64x2.add(shotTime, delay);
  shotsSince = since;
  stepsSince = f64x2.add(since, moved);
  step = f64x2.add(step, moved);
}

/** Lines that begin with a shot. */
@inline
function restart(since: v128): void {
  const lead = f64x2.splat(<f64>load<u32>(program, PulseProgram.lead));
  const led = f64x2.lt(since, lead);
  const m = v128.andnot(f64x2.sub(since, lead), led);
  const cycle = load<u32>(program, PulseProgram.cycle);
  const turn = quotient(m, cycle);
  const inCycle = v128.bitselect(since, remainderOf(m, turn, cycle), led);
  const start = v128.andnot(v128.load64_splat(program, PulseProgram.cycleTime), led);
  const turns = f64x2.add(start, f64x2.mul(turn, v128.load64_splat(program, PulseProgram.cyclePeriod)));
  shotTime = f64x2.add(turns, f64x2.mul(inCycle, v128.load64_splat(program, PulseProgram.pulsePeriod)));
  step = inCycle;
  cycleNumber = v128.andnot(f64x2.add(turn, f64x2.splat(1)), led);
  idle = f64x2.splat(0);
}

/** Lines between whose windows the laser's clock runs on. */
function pause(since: v128): void {
  const lead = f64x2.splat(<f64>load<u32>(program, PulseProgram.lead));
  const led = f64x2.lt(since, lead);
  const m = v128.andnot(f64x2.sub(since, lead), led);
  const cycle = load<u32>(program, PulseProgram.cycle);
  const turn = quotient(m, cycle);
  const entry = f64x2.add(
    v128.load64_splat(program, PulseProgram.cycleEntry),
    f64x2.mul(turn, v128.load64_splat(program, PulseProgram.cycleSteps)),
  );
  const number = f64x2.add(f64x2.ceil(entry), remainderOf(m, turn, cycle));
  const inCycle = v128.bitselect(since, f64x2.sub(number, entry), led);
  const count = v128.bitselect(since, number, led);
  shotTime = f64x2.mul(count, v128.load64_splat(program, PulseProgram.pulsePeriod));
  step = inCycle;
  cycleNumber = v128.andnot(f64x2.add(turn, f64x2.splat(1)), led);
  idle = v128.andnot(f64x2.gt(inCycle, v128.load64_splat(program, PulseProgram.window)), led);
}

/** Lines without a gap between them. */
function runOn(shot: v128): void {
  const steps = v128.load64_splat(program, PulseProgram.cycleSteps);
  const place = f64x2.add(shot, v128.load64_splat(program, PulseProgram.cycleEntry));
  const turn = f64x2.floor(f64x2.div(place, steps));
  shotTime = f64x2.mul(shot, v128.load64_splat(program, PulseProgram.pulsePeriod));
  step = f64x2.sub(place, f64x2.mul(turn, steps));
  cycleNumber = f64x2.add(turn, f64x2.splat(1));
  idle = f64x2.splat(0);
}
