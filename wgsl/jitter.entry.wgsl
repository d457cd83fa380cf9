// One invocation a pulse.
// uses: double jitter

@compute @workgroup_size(WORKGROUP)
fn jitter(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  pulses[id.x] = jittered(pulses[id.x]);
}
