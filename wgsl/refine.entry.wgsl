// One invocation a subray: completes the hits of traverse.

@compute @workgroup_size(WORKGROUP)
fn refine(@builtin(global_invocation_id) id: vec3<u32>) {
  let place = id.x / run.subrayCount;
  if (place >= chunk.pulseCount || hits[id.x].triangle == NONE) { return; }
  unknownZero = run.zero;
  let direction = directions[id.x].xyz;
  let pulse = pulses[place];
  hits[id.x] = refineHit(hits[id.x], pulse.origin, exitOf(pulse, direction), direction);
}
