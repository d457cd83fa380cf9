// One workgroup a block: the counts before each pulse within the block, and the sums of the block.
// uses: prefix

@compute @workgroup_size(WORKGROUP)
fn placeInBlock(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) block: vec3<u32>) {
  let first = min(block.x * SUM_BLOCK + lane * SUM_STRETCH, chunk.pulseCount);
  let end = min(first + SUM_STRETCH, chunk.pulseCount);
  var own = vec4<u32>(0u);
  for (var left = end - first; left > 0u; left--) { own += counts[end - left]; }
  let upTo = inclusiveSum(lane, own);
  var before = upTo - own;
  for (var left = end - first; left > 0u; left--) {
    let p = end - left;
    places[p] = before;
    before += counts[p];
  }
  if (lane == WORKGROUP - 1u) { blockSums[block.x] = upTo; }
}
