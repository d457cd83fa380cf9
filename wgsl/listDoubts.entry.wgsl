// One invocation a pulse: lists its subrays in doubt, so that traverseExactly has no idle lanes. The order of the list
// is left to chance; the hits of its subrays are not.
// uses: hits nearest places

// Words of Doubts.
const WORKGROUPS_X = 0u;
const COUNT = 3u;

@compute @workgroup_size(WORKGROUP)
fn listDoubts(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  var found = 0u;
  for (var left = run.subrayCount; left > 0u; left--) {
    found += u32(hitSurface(placeOf(id.x, left - 1u)) == IN_DOUBT);
  }
  if (found == 0u) { return; }
  let first = atomicAdd(&doubts[COUNT], found);
  var next = first;
  for (var left = run.subrayCount; left > 0u; left--) {
    let place = placeOf(id.x, left - 1u);
    if (hitSurface(place) != IN_DOUBT) { continue; }
    hits[fieldOf(next, HIT_LISTED)] = place;
    next += 1u;
  }
  atomicMax(&doubts[WORKGROUPS_X], (next + WORKGROUP - 1u) / WORKGROUP);
}
