// One invocation a subray; neighbours belong to neighbouring pulses. 16 bytes a subray: the direction, and the share
// of the pulse's energy in w.
// uses: double places subray

@compute @workgroup_size(WORKGROUP)
fn subray(@builtin(global_invocation_id) id: vec3<u32>) {
  let pulse = pulseAt(id.x);
  if (id.x >= chunk.pulseCount * run.subrayCount || pulses[pulse].silent != 0u) { return; }
  unknownZero = run.zero;
  let k = id.x / chunk.pulseCount;
  directions[id.x] = vec4<f32>(subrayDirection(pulses[pulse], k), subrays[k >> 2u].x[k & 3u]);
}
