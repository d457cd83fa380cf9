// One invocation a pulse: its returns, at the place of the pulse's own, and their number. 80 bytes a return.

@compute @workgroup_size(WORKGROUP)
fn echo(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  let pulse = pulses[id.x];
  if (pulse.silent != 0u) { return; }
  let rangeMax = channels[pulse.channel].rangeMax;
  let base = id.x * run.subrayCount;
  let out = id.x * run.maxReturns;
  let most = min(instrument.maxReturns, run.maxReturns);
  var made = 0u;
  var first = nextRange(base, channels[pulse.channel].rangeMin, true, rangeMax);
  while (first < FAR_AWAY && made < most) {
    let last = echoEnd(base, first, rangeMax);
    let sums = sumBetween(base, pulse, first, last);
    if (sums.energy >= instrument.minEnergy) {
      returns[out + made] = makeReturn(sums, pulse, base, first, last);
      made += 1u;
    }
    first = nextRange(base, last, false, rangeMax);
  }
  for (var r = 0u; r < made; r++) {
    returns[out + r].returnNumber = r + 1u;
    returns[out + r].returnCount = made;
  }
  counts[id.x].x = made;
  counts[id.x].y = hitCount(base);
}

fn hitCount(base: u32) -> u32 {
  var count = 0u;
  for (var k = base; k < base + run.subrayCount; k++) { count += u32(hits[k].distance >= 0.0); }
  return count;
}
