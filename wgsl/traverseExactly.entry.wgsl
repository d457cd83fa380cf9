// One invocation a subray in doubt, of the list that listDoubts has made.
// uses: double exact nearest places ray storeRaw triangles
// asks for: takeTime

@compute @workgroup_size(WORKGROUP)
fn traverseExactly(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= doubts.count) { return; }
  unknownZero = run.zero;
  let place = hits[fieldOf(id.x, HIT_LISTED)];
  let pulse = pulses[pulseAt(place)];
  takeTime(pulse);
  storeRaw(place, nearestHit(rayOf(pulse, directions[place].xyz)), SURE);
}
