// One invocation a subray: lists those in doubt, so that traverseExactly has no idle lanes. The order of the list is left to
// chance; what is found for its subrays is not.

// Words of Doubts.
const WORKGROUPS_X = 0u;
const COUNT = 3u;

var<workgroup> foundHere: atomic<u32>;
var<workgroup> startHere: u32;

@compute @workgroup_size(WORKGROUP)
fn listDoubts(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let listed = id.x < chunk.pulseCount * run.subrayCount && hitSurface(id.x) == IN_DOUBT;
  var before = 0u;
  if (listed) { before = atomicAdd(&foundHere, 1u); }
  workgroupBarrier();
  // One sum for all workgroups, which each of them that found any adds to once.
  if (lane == 0u) {
    let found = atomicLoad(&foundHere);
    if (found > 0u) {
      startHere = atomicAdd(&doubts[COUNT], found);
      atomicMax(&doubts[WORKGROUPS_X], (startHere + found + WORKGROUP - 1u) / WORKGROUP);
    }
  }
  let start = workgroupUniformLoad(&startHere);
  if (listed) { hits[fieldOf(start + before, HIT_LISTED)] = id.x; }
}
