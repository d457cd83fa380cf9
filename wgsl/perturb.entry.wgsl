// One invocation a pulse.
// uses: double limits perturb rangeError

@compute @workgroup_size(WORKGROUP)
fn perturb(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount || !(hasRangeNoise() || hasAngleNoise() || isGated())) { return; }
  unknownZero = run.zero;
  let made = counts[id.x].x;
  if (made == 0u) { return; }
  var half = vec3<f32>(0.0);
  if (hasAngleNoise()) { half = angleError(pulses[id.x]); }
  for (var left = made; left > 0u; left--) {
    let at = id.x * run.maxReturns + left - 1u;
    var point = perturbed(returns[at], pulses[id.x], half);
    if (isGated()) { point.returnNumber = left; }
    returns[at] = point;
  }
}
