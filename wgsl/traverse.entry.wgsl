// One invocation a subray; neighbours belong to the same pulse and take much the same way through the trees. Leaves the
// hit's distance, triangle and instance; the surface says whether it is in doubt.
// uses: double doubt nearest places ray storeRaw triangles
// asks for: takeTime

@compute @workgroup_size(WORKGROUP)
fn traverse(@builtin(global_invocation_id) id: vec3<u32>) {
  let pulse = id.x / run.subrayCount;
  if (pulse >= chunk.pulseCount) { return; }
  let place = placeOf(pulse, id.x - pulse * run.subrayCount);
  if (pulses[pulse].silent != 0u) {
    storeRaw(place, startNearest(), SURE);
    return;
  }
  unknownZero = run.zero;
  takeTime(pulses[pulse]);
  let nearest = nearestHit(rayOf(pulses[pulse], directions[place].xyz));
  storeRaw(place, nearest, select(SURE, IN_DOUBT, doubted));
}
