// One invocation a pulse.
// uses: double turbid

@compute @workgroup_size(WORKGROUP)
fn turbid(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  let pulse = pulses[id.x];
  if (pulse.silent != 0u) { return; }
  unknownZero = run.zero;
  fillSlices(id.x, pulse);
}
