// One invocation a pulse: copies the parts of its waveform to the host's outputs, dense and in order. Their samples
// follow those of the pulses before.

@compute @workgroup_size(WORKGROUP)
fn packParts(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  let to = blockSums[id.x / SUM_BLOCK] + places[id.x];
  let moved = to.w - id.x * receiver.samplesMax;
  for (var left = counts[id.x].z; left > 0u; left--) {
    let k = left - 1u;
    var part = windows[id.x * PARTS_MAX + k];
    part.sampleStart += moved;
    parts[to.z + k] = part;
  }
}
