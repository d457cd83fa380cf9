// One invocation a subray; neighbours belong to the same pulse. 16 bytes a subray: the direction, and the share of the
// pulse's energy in w.

@compute @workgroup_size(WORKGROUP)
fn subray(@builtin(global_invocation_id) id: vec3<u32>) {
  let place = id.x / run.subrayCount;
  if (place >= chunk.pulseCount || pulses[place].silent != 0u) { return; }
  unknownZero = run.zero;
  let k = id.x - place * run.subrayCount;
  directions[id.x] = vec4<f32>(subrayDirection(pulses[place], k), subrays[k >> 2u].weight[k & 3u]);
}
