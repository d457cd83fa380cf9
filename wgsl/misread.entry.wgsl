// One invocation a pulse.
// uses: double misread

@compute @workgroup_size(WORKGROUP)
fn misread(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  for (var left = counts[id.x].x; left > 0u; left--) {
    let at = id.x * run.maxReturns + left - 1u;
    returns[at] = misplaced(returns[at], pulses[id.x], readings[id.x]);
  }
}
