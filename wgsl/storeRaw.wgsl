// The hits of a chunk as traverse leaves them, by field: see places.wgsl.
// uses: nearest places

// Stores the hit at a place; FAR_AWAY without one. The surface says whether it is in doubt; the rest is left to refine.
fn storeRaw(place: u32, nearest: Nearest, doubt: u32) {
  hits[place] = bitcast<u32>(nearest.distance);
  hits[fieldOf(place, HIT_TRIANGLE)] = nearest.triangle;
  hits[fieldOf(place, HIT_INSTANCE)] = nearest.instance;
  hits[fieldOf(place, HIT_SURFACE)] = doubt;
}
