// One invocation a subray; only those in doubt have anything to do.

@compute @workgroup_size(WORKGROUP)
fn traverseExactly(@builtin(global_invocation_id) id: vec3<u32>) {
  let place = id.x / run.subrayCount;
  if (place >= chunk.pulseCount || hits[id.x].surface != IN_DOUBT) { return; }
  unknownZero = run.zero;
  hits[id.x] = rawHit(nearestHit(rayOf(pulses[place], directions[id.x].xyz)), SURE);
}
