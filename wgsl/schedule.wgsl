// The time of a shot, and its position in its cycle: see PulseProgram.
// uses: float64

struct Shot {
  // Seconds from the start of the leg.
  time: F64,
  // Its number since the deflector began, its number in its cycle, and the cycle; 0 is the cycle under way at the
  // start.
  since: u32,
  step: u32,
  cycle: u32,
}

// Time and position in the cycle of a leg's shot.
fn schedule(number: u32) -> Shot {
  let since = number + program.phase;
  let led = since < program.lead;
  let m = select(since - program.lead, 0u, led);
  let turn = m / program.cycle;
  let step = select(m - turn * program.cycle, since, led);
  let start = select(program.cycleTime, F64_ZERO, led);
  let turns = addF64(start, multiplyF64(f64FromU32(turn), program.cyclePeriod));
  let time = addF64(turns, multiplyF64(f64FromU32(step), program.pulsePeriod));
  return Shot(time, since, step, select(turn + 1u, 0u, led));
}
