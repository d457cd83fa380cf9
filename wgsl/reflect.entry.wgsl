// One invocation a hit.
// uses: double hits places reflect storeHits texture
// asks for: startOf takeTime

@compute @workgroup_size(WORKGROUP)
fn reflect(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount * run.hitCount) { return; }
  // Without a hit, no more is read: from the air most warps have none.
  if (hitDistance(id.x) < 0.0) { return; }
  unknownZero = run.zero;
  let hit = hitAt(id.x);
  let ray = directions[id.x];
  if (id.x >= chunk.pulseCount * run.subrayCount) {
    storeReflection(id.x, hit.surface, leavesEnergy(hit, ray.w));
    return;
  }
  takeTime(pulses[pulseAt(id.x)]);
  let found = textured(hit, startOf(pulses[pulseAt(id.x)], ray.xyz), ray.xyz);
  storeReflection(id.x, found.surface, receivedEnergy(hit, found, ray.xyz, ray.w));
}
