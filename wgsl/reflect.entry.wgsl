// One invocation a subray.

@compute @workgroup_size(WORKGROUP)
fn reflect(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount * run.subrayCount) { return; }
  unknownZero = run.zero;
  let hit = hits[id.x];
  if (hit.distance < 0.0) { return; }
  let ray = directions[id.x];
  let found = textured(hit, startOf(pulses[id.x / run.subrayCount], ray.xyz), ray.xyz);
  hits[id.x].surface = found.surface;
  hits[id.x].energy = receivedEnergy(hit, found, ray.xyz, ray.w);
}
