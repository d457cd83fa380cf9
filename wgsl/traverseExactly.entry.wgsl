// One invocation a subray; only those in doubt have anything to do.

@compute @workgroup_size(WORKGROUP)
fn traverseExactly(@builtin(global_invocation_id) id: vec3<u32>) {
  let pulse = id.x / run.subrayCount;
  let place = placeOf(pulse, id.x - pulse * run.subrayCount);
  if (pulse >= chunk.pulseCount || hitSurface(place) != IN_DOUBT) { return; }
  unknownZero = run.zero;
  storeHit(place, rawHit(nearestHit(rayOf(pulses[pulse], directions[place].xyz)), SURE));
}
