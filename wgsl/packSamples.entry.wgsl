// One invocation a pulse: copies the samples of its waveform to the host's outputs, dense and in order.

@compute @workgroup_size(WORKGROUP)
fn packSamples(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  let to = blockSums[id.x / SUM_BLOCK] + places[id.x];
  let first = id.x * receiver.samplesMax;
  for (var left = counts[id.x].w; left > 0u; left--) { samples[to.w + left - 1u] = waves[first + left - 1u]; }
}
