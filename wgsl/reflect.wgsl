// reflect: the part of a subray's energy that comes back from its hit to the receiver. The LiDAR equation as used by
// Wagner et al. 2006 (ISPRS J. 60(2)), for a target larger than the beam, over the subray's share w of it:
//   E = E_pulse · w · D² · η_sys · T² · π f_r cos θ / (4 R²),   T = exp(−α R)
// with the BRDF f_r back towards the source; of a Lambertian target π f_r is its reflectance.
// uses: backscatter double texture

fn receivedEnergy(hit: Hit, found: Textured, direction: vec3<f32>, weight: f32) -> f32 {
  let normal = vec3<f32>(hit.normalX, hit.normalY, hit.normalZ);
  let cosine = max(-dotFixed(direction, normal), 0.0);
  return energyBack(hit.distance, weight, found.factor * backscatter(hit, found.surface, direction, normal, cosine));
}

// That of a slice of foliage.
fn leavesEnergy(hit: Hit, weight: f32) -> f32 {
  return energyBack(hit.distance, weight, materials[surfaces[hit.surface].material].ofLeaves);
}

// The energy that comes back from a range, with the π f_r cos θ there.
fn energyBack(range: f32, weight: f32, reflected: f32) -> f32 {
  let emitted = instrument.energyFactor * weight * overlap(range);
  let received = emitted * transmission(range) * reflected / (range * range);
  return select(0.0, received, received >= LEAST_ENERGY);
}

// The share of the beam that the receiver sees at a range.
fn overlap(range: f32) -> f32 {
  if (instrument.overlapTo == 0.0) { return 1.0; }
  let share = (range - instrument.overlapFrom) * (1.0 / (instrument.overlapTo - instrument.overlapFrom));
  return clamp(share, 0.0, 1.0);
}

// T²: there and back.
fn transmission(range: f32) -> f32 {
  return exp(-2.0 * instrument.extinction * range);
}
