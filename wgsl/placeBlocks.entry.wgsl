// One workgroup: the sums of the blocks become the sums before each, and the chunk's totals.
// uses: prefix

// Lost pulses of the chunk: see PULSE_LOST.
var<workgroup> lostPulses: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn placeBlocks(@builtin(local_invocation_index) lane: u32) {
  let blocks = (chunk.pulseCount + SUM_BLOCK - 1u) / SUM_BLOCK;
  let stretch = (blocks + WORKGROUP - 1u) / WORKGROUP;
  let first = min(lane * stretch, blocks);
  let end = min(first + stretch, blocks);
  var own = vec4<u32>(0u);
  var lost = 0u;
  for (var left = end - first; left > 0u; left--) {
    let sum = blockSums[end - left];
    own += vec4<u32>(sum.x, sum.y % PULSE_LOST, sum.z, sum.w);
    lost += sum.y / PULSE_LOST;
  }
  atomicAdd(&lostPulses, lost);
  let upTo = inclusiveSum(lane, own);
  var before = upTo - own;
  for (var left = end - first; left > 0u; left--) {
    let block = end - left;
    let sum = blockSums[block];
    blockSums[block] = before;
    before += sum;
  }
  if (lane == WORKGROUP - 1u) { totals = Totals(upTo.x, upTo.y, upTo.z, upTo.w, atomicLoad(&lostPulses), upTo.x); }
}
