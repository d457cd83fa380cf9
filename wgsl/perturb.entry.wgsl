// One invocation a pulse.

@compute @workgroup_size(WORKGROUP)
fn perturb(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount || instrument.rangeNoise <= 0.0) { return; }
  unknownZero = run.zero;
  let made = counts[id.x].x;
  for (var r = 0u; r < made; r++) {
    let at = id.x * run.maxReturns + r;
    returns[at] = shift(returns[at], pulses[id.x], rangeError(pulses[id.x].number, r + 1u));
  }
}
