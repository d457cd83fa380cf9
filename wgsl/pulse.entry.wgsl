// One invocation a pulse. Nothing is counted of it yet: each stage that counts sets its own number.
// uses: double pulse

@compute @workgroup_size(WORKGROUP)
fn pulse(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  pulses[id.x] = makePulse(chunk.firstPulse + id.x);
  counts[id.x] = vec4<u32>(0u);
}
