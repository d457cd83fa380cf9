// backscatter: the light that a material returns the way it came. The host tabulates every material as piecewise
// cubics, at the laser's wavelength (src/material/backscatter-cubics.ts): here they are looked up and evaluated.
//
// The angle of incidence comes from the chord between the unit vectors to the sensor and along the normal, which keeps
// its digits near the normal where the cosine loses them. The azimuth is counted from the tangent (tangent.wgsl).
// uses: angles double tangent

// π f_r cos θ of a hit on `surface`, towards the sensor that looks along `direction`; the cosine is that of θ.
fn backscatter(hit: Hit, surface: u32, direction: vec3<f32>, normal: vec3<f32>, cosine: f32) -> f32 {
  let material = materials[surfaces[surface].material];
  if (material.thetaCells == 0u) { return cubics[material.firstCubic].w * cosine; }
  let chord = fixed3(normal + direction);
  let place = fixed(angleOfChord(dotFixed(chord, chord)) * fixed(PER_RIGHT_ANGLE * f32(material.thetaCells)));
  let cell = min(u32(place), material.thetaCells - 1u);
  let t = fixed(place - f32(cell));
  var cubic = vec4<f32>();
  if (material.phiCells == 0u) {
    cubic = cubics[material.firstCubic + cell];
  } else {
    cubic = atAzimuth(material, cell, azimuthOf(hit, direction, normal));
  }
  let value = max(plusTimes(cubic.w, plusTimes(cubic.z, plusTimes(cubic.y, cubic.x, t), t), t), 0.0);
  return select(value * cosine, value, material.weighted == 1u);
}

// The cubic over the angle at an azimuth.
fn atAzimuth(material: Material, cell: u32, phi: f32) -> vec4<f32> {
  let cells = f32(material.phiCells);
  let turned = fixed(phi * fixed(PER_TURN * cells));
  let place = select(turned, fixed(turned + cells), turned < 0.0);
  let row = min(u32(place), material.phiCells - 1u);
  let s = fixed(place - f32(row));
  let first = material.firstCubic + 4u * (row * material.thetaCells + cell);
  return plusTimes4(
    cubics[first + 3u], plusTimes4(cubics[first + 2u], plusTimes4(cubics[first + 1u], cubics[first], s), s), s,
  );
}

// a + b x, rounded twice.
fn plusTimes4(a: vec4<f32>, b: vec4<f32>, x: f32) -> vec4<f32> {
  return fixed4(a + fixed4(b * x));
}

// Azimuth of the direction to the sensor, from the surface's tangent, −π … π.
fn azimuthOf(hit: Hit, direction: vec3<f32>, normal: vec3<f32>) -> f32 {
  let tangent = tangentAt(hit, normal);
  return azimuth(-dotFixed(direction, crossFixed(normal, tangent)), -dotFixed(direction, tangent));
}
