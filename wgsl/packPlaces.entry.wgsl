// One invocation a pulse: copies the true places of its returns to the host's outputs, dense and in order.

@compute @workgroup_size(WORKGROUP)
fn packPlaces(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  let to = blockSums[id.x / SUM_BLOCK].x + places[id.x].x;
  let first = id.x * run.maxReturns;
  for (var left = counts[id.x].x; left > 0u; left--) { truePlaces[to + left - 1u] = hitPlaces[first + left - 1u]; }
}
