// shade: the colour of a return in a photograph: the texel at the hit, and whether the sun shines there. The rest,
// colour and light, is done on the host (src/cloud/shading).
// uses: double ray triangles

// Whether the sun shines on the side of a hit's surface that faces the sensor.
fn seesSun(hit: Hit, origin: vec3<f32>, direction: vec3<f32>) -> bool {
  let normal = vec3<f32>(hit.normalX, hit.normalY, hit.normalZ);
  if (dotFixed(normal, run.toSun) <= 0.0) { return false; }
  let point = fixed3(origin + fixed3(hit.distance * direction));
  let size = abs(point);
  let lift = fixed(LIFT + fixed(LIFT_SHARE * max(max(size.x, size.y), size.z)));
  return nearestHit(Ray(fixed3(point + fixed3(lift * normal)), vec3<f32>(), run.toSun, UNIT)).triangle == NONE;
}
