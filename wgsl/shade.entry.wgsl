// One invocation a pulse: the colours of its returns, for which echo has stored the number of a subray.
// uses: double exact hits places shade texture
// asks for: startOf takeTime

@compute @workgroup_size(WORKGROUP)
fn shade(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= chunk.pulseCount) { return; }
  unknownZero = run.zero;
  takeTime(pulses[id.x]);
  let made = counts[id.x].x;
  for (var left = made; left > 0u; left--) {
    let at = id.x * run.maxReturns + left - 1u;
    // No surface sent it back.
    if (returns[at].surface == NONE) {
      returns[at].color = WHITE | IN_THE_SUN;
      continue;
    }
    let ray = placeOf(id.x, returns[at].color);
    let hit = hitAt(ray);
    let direction = directions[ray].xyz;
    let origin = startOf(pulses[id.x], direction);
    let texel = colorAt(returns[at].surface, hit, origin, direction);
    let light = run.colors != TEXEL_AND_SHADOW_COLORS || seesSun(hit, origin, direction);
    returns[at].color = texel | select(0u, IN_THE_SUN, light);
  }
}
