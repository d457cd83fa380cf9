// The hits of a chunk, read from their fields: see places.wgsl.
// uses: places

// The hit at a place.
fn hitAt(place: u32) -> Hit {
  let normal = hitNormal(place);
  return Hit(
    hitDistance(place), hits[fieldOf(place, HIT_TRIANGLE)], hits[fieldOf(place, HIT_INSTANCE)], hitSurface(place),
    normal.x, normal.y, normal.z, hitEnergy(place),
  );
}

fn hitDistance(place: u32) -> f32 {
  return bitcast<f32>(hits[place]);
}

fn hitSurface(place: u32) -> u32 {
  return hits[fieldOf(place, HIT_SURFACE)];
}

fn hitNormal(place: u32) -> vec3<f32> {
  return bitcast<vec3<f32>>(vec3<u32>(
    hits[fieldOf(place, HIT_NORMAL)], hits[fieldOf(place, HIT_NORMAL + 1u)], hits[fieldOf(place, HIT_NORMAL + 2u)],
  ));
}

fn hitEnergy(place: u32) -> f32 {
  return bitcast<f32>(hits[fieldOf(place, HIT_ENERGY)]);
}

// Whether a hit with energy lies between two ranges.
fn isBetween(hit: u32, low: f32, high: f32) -> bool {
  let range = hitDistance(hit);
  return range >= low && range <= high && hitEnergy(hit) > 0.0;
}
