// shade: the colour that a photograph would give a return: the texel at the hit, and whether the sun shines there. What colours
// and light make of it is the host's (src/cloud/shading).

// The colour of a return on `surface` that has this hit.
fn colorOf(surface: u32, hit: Hit, origin: vec3<f32>, direction: vec3<f32>) -> u32 {
  let texture = materials[surfaces[surface].material].color;
  var color = WHITE;
  if (texture != 0u) { color = texel(texture, placeHit(hit, origin, direction)) & WHITE; }
  let light = run.colors != TEXEL_AND_SHADOW_COLORS || seesSun(hit, origin, direction);
  return color | select(0u, IN_THE_SUN, light);
}

// Whether the sun shines on the side of a hit's surface that the sensor sees.
fn seesSun(hit: Hit, origin: vec3<f32>, direction: vec3<f32>) -> bool {
  let normal = vec3<f32>(hit.normalX, hit.normalY, hit.normalZ);
  if (dotFixed(normal, run.toSun) <= 0.0) { return false; }
  let point = fixed3(origin + fixed3(hit.distance * direction));
  let size = abs(point);
  let lift = fixed(LIFT + fixed(LIFT_SHARE * max(max(size.x, size.y), size.z)));
  return nearestHit(fixed3(point + fixed3(lift * normal)), run.toSun).triangle == NONE;
}
