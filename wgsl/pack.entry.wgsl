// One invocation a pulse: copies its returns to the host's outputs, dense and in order of (pulse, return).

@compute @workgroup_size(WORKGROUP)
fn pack(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  let to = blockSums[id.x / SUM_BLOCK] + places[id.x];
  let made = counts[id.x];
  let first = id.x * run.maxReturns;
  for (var left = made.x; left > 0u; left--) { points[to.x + left - 1u] = returns[first + left - 1u]; }
}
