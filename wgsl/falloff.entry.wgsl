// One invocation a subray. Leaves the share of the energy at its hit's range in the direction's w.
// uses: falloff hits

@compute @workgroup_size(WORKGROUP)
fn falloff(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount * run.subrayCount) { return; }
  let range = hitDistance(id.x);
  if (range < 0.0) { return; }
  directions[id.x].w = shareAt(id.x / chunk.pulseCount, directions[id.x].w, range);
}
