// locate: the true places of returns, the mean of their hits, are kept, and the points go to the beam's axis, where the
// instrument believes them. One invocation a pulse.

@compute @workgroup_size(WORKGROUP)
fn locate(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  for (var left = counts[id.x].x; left > 0u; left--) {
    let at = id.x * run.maxReturns + left - 1u;
    hitPlaces[at] = vec4<f32>(returns[at].position, 0.0);
    // What no surface sent back is there already.
    if (instrument.located != 0u && returns[at].surface != NONE) {
      returns[at].position = pulses[id.x].origin + returns[at].range * pulses[id.x].direction;
    }
  }
}
