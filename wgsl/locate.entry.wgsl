// locate: the true places of returns, the mean of their hits, are kept, and the points lie where the instrument
// believes them: on the beam's axis, or at their range. One invocation a pulse.

@compute @workgroup_size(WORKGROUP)
fn locate(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  for (var left = counts[id.x].x; left > 0u; left--) {
    let at = id.x * run.maxReturns + left - 1u;
    var place = returns[at].position;
    // What no surface sent back is at its place already.
    if (returns[at].surface != NONE) {
      if (instrument.located == AT_HITS) {
        returns[at].position = pulses[id.x].origin + returns[at].range * pulses[id.x].direction;
      } else {
        place -= returns[at].scanAngle * pulses[id.x].direction;
        returns[at].scanAngle = pulses[id.x].scanAngle;
      }
    }
    hitPlaces[at] = vec4<f32>(place, 0.0);
  }
}
