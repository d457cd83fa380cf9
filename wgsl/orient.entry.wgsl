// One invocation a subray.
// uses: double orient places
// asks for: takeTime

@compute @workgroup_size(WORKGROUP)
fn orient(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount * run.subrayCount) { return; }
  if (pulses[pulseAt(id.x)].silent != 0u) { return; }
  unknownZero = run.zero;
  takeTime(pulses[pulseAt(id.x)]);
  orientHit(id.x, directions[id.x].xyz);
}
