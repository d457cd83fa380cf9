// One invocation a pulse: copies the samples of its waveform to the host's outputs, dense and in order.

@compute @workgroup_size(WORKGROUP)
fn packSamples(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  let to = blockSums[id.x / SUM_BLOCK] + places[id.x];
  let first = id.x * receiver.samplesMax;
  for (var k = 0u; k < counts[id.x].w; k++) { samples[to.w + k] = waves[first + k]; }
}
