// One invocation a subray: completes the hits of traverse.
// uses: double hits places refine storeHits
// asks for: exitOf takeTime

@compute @workgroup_size(WORKGROUP)
fn refine(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount * run.subrayCount) { return; }
  if (hits[fieldOf(id.x, HIT_TRIANGLE)] == NONE) {
    storeMiss(id.x);
    return;
  }
  unknownZero = run.zero;
  let hit = hitAt(id.x);
  let direction = directions[id.x].xyz;
  let pulse = pulses[pulseAt(id.x)];
  takeTime(pulse);
  storeHit(id.x, refineHit(hit, pulse.origin, exitOf(pulse, direction), direction));
}
