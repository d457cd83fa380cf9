// The time of a shot, and its position in its cycle: see PulseProgram.
// uses: float64

struct Shot {
  // Seconds from the start of the leg.
  time: F64,
  // Its number since the deflector began, and with the steps that pass until the channel fires.
  since: u32,
  stepsSince: F64,
  // The step in its cycle, and the cycle; 0 is the cycle under way at the start.
  step: F64,
  cycle: u32,
  // Whether it does not leave, since the mirror is outside its window.
  idle: bool,
}

// Time and position in the cycle of a leg's shot, of a channel that fires so much later.
fn schedule(number: u32, delay: F64) -> Shot {
  var shot: Shot;
  shot.since = number + program.phase;
  if (program.clock == CLOCK_RESTARTS) { restart(&shot); }
  else if (program.clock == CLOCK_PAUSES) { pause(&shot); }
  else { runOn(&shot, f64FromU32(number)); }
  let moved = multiplyF64(delay, program.stepsPerSecond);
  shot.time = addF64(shot.time, delay);
  shot.stepsSince = addF64(f64FromU32(shot.since), moved);
  shot.step = addF64(shot.step, moved);
  return shot;
}

// Lines that begin with a shot.
fn restart(shot: ptr<function, Shot>) {
  let led = (*shot).since < program.lead;
  let m = select((*shot).since - program.lead, 0u, led);
  let turn = m / program.cycle;
  let step = f64FromU32(select(m - turn * program.cycle, (*shot).since, led));
  let start = select(program.cycleTime, F64_ZERO, led);
  let turns = addF64(start, multiplyF64(f64FromU32(turn), program.cyclePeriod));
  (*shot).time = addF64(turns, multiplyF64(step, program.pulsePeriod));
  (*shot).step = step;
  (*shot).cycle = select(turn + 1u, 0u, led);
}

// Lines between whose windows the laser's clock runs on.
fn pause(shot: ptr<function, Shot>) {
  let led = (*shot).since < program.lead;
  let m = select((*shot).since - program.lead, 0u, led);
  let turn = m / program.cycle;
  let entry = addF64(program.cycleEntry, multiplyF64(f64FromU32(turn), program.cycleSteps));
  let whole = truncateF64(entry);
  let first = addF64(whole, select(F64_ZERO, F64_ONE, lessF64(whole, entry)));
  let number = addF64(first, f64FromU32(m - turn * program.cycle));
  let since = f64FromU32((*shot).since);
  (*shot).step = select(subtractF64(number, entry), since, led);
  (*shot).time = multiplyF64(select(number, since, led), program.pulsePeriod);
  (*shot).cycle = select(turn + 1u, 0u, led);
  (*shot).idle = !led & lessF64(program.window, (*shot).step);
}

// Lines without a gap between them.
fn runOn(shot: ptr<function, Shot>, number: F64) {
  let place = addF64(number, program.cycleEntry);
  let turn = truncateF64(divideF64(place, program.cycleSteps));
  (*shot).time = multiplyF64(number, program.pulsePeriod);
  (*shot).step = subtractF64(place, multiplyF64(turn, program.cycleSteps));
  (*shot).cycle = addF64(turn, F64_WHOLE).x + 1u;
}
