// One workgroup: the sums of the blocks become the sums before each, and the chunk's totals.
// uses: prefix

@compute @workgroup_size(WORKGROUP)
fn placeBlocks(@builtin(local_invocation_index) lane: u32) {
  let blocks = (chunk.pulseCount + SUM_BLOCK - 1u) / SUM_BLOCK;
  let stretch = (blocks + WORKGROUP - 1u) / WORKGROUP;
  let first = min(lane * stretch, blocks);
  let end = min(first + stretch, blocks);
  var own = vec4<u32>(0u);
  for (var left = end - first; left > 0u; left--) { own += blockSums[end - left]; }
  let upTo = inclusiveSum(lane, own);
  var before = upTo - own;
  for (var left = end - first; left > 0u; left--) {
    let block = end - left;
    let sum = blockSums[block];
    blockSums[block] = before;
    before += sum;
  }
  if (lane == WORKGROUP - 1u) { totals = Totals(upTo.x, upTo.y, upTo.z, upTo.w); }
}
