// One invocation a subray; neighbours belong to the same pulse and take much the same way through the trees. Leaves the
// hit's distance, triangle and instance; the surface says whether it is in doubt.

@compute @workgroup_size(WORKGROUP)
fn traverse(@builtin(global_invocation_id) id: vec3<u32>) {
  let place = id.x / run.subrayCount;
  if (place >= chunk.pulseCount) { return; }
  if (pulses[place].silent != 0u) {
    hits[id.x] = rawHit(startNearest(), SURE);
    return;
  }
  unknownZero = run.zero;
  let nearest = nearestHit(rayOf(pulses[place], directions[id.x].xyz));
  hits[id.x] = rawHit(nearest, select(SURE, IN_DOUBT, doubted));
}
