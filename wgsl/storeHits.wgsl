// The hits of a chunk, written to their fields: see places.wgsl.
// uses: places

// Stores the hit at a place.
fn storeHit(place: u32, hit: Hit) {
  hits[place] = bitcast<u32>(hit.distance);
  hits[fieldOf(place, HIT_TRIANGLE)] = hit.triangle;
  hits[fieldOf(place, HIT_INSTANCE)] = hit.instance;
  storeReflection(place, hit.surface, hit.energy);
  hits[fieldOf(place, HIT_NORMAL)] = bitcast<u32>(hit.normalX);
  hits[fieldOf(place, HIT_NORMAL + 1u)] = bitcast<u32>(hit.normalY);
  hits[fieldOf(place, HIT_NORMAL + 2u)] = bitcast<u32>(hit.normalZ);
}

// Stores the surface of the hit at a place and the energy that comes back from there.
fn storeReflection(place: u32, surface: u32, energy: f32) {
  hits[fieldOf(place, HIT_SURFACE)] = surface;
  hits[fieldOf(place, HIT_ENERGY)] = bitcast<u32>(energy);
}

// Stores that there is no hit at a place.
fn storeMiss(place: u32) {
  hits[place] = bitcast<u32>(-1.0);
  storeReflection(place, NONE, 0.0);
}
