// One invocation a subray; neighbours belong to the same pulse and take much the same way through the trees.

@compute @workgroup_size(WORKGROUP)
fn traverse(@builtin(global_invocation_id) id: vec3<u32>) {
  let place = id.x / run.subrayCount;
  if (place >= chunk.pulseCount) { return; }
  if (pulses[place].silent != 0u) {
    hits[id.x] = noHit();
    return;
  }
  unknownZero = run.zero;
  let origin = pulses[place].origin;
  let direction = directions[id.x].xyz;
  let nearest = nearestHit(origin, direction);
  if (nearest.triangle == NONE) { hits[id.x] = noHit(); }
  else { hits[id.x] = refine(nearest, origin, direction); }
}
