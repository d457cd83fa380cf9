// One invocation a subray.
// uses: double medium places

@compute @workgroup_size(WORKGROUP)
fn medium(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount * run.subrayCount) { return; }
  let pulse = pulses[pulseAt(id.x)];
  if (pulse.silent != 0u) { return; }
  unknownZero = run.zero;
  meetLeaf(id.x, pulse, directions[id.x].xyz);
}
