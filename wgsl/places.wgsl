// Order of the directions and hits of a chunk: the first subray of all pulses, then the second one, and so on, so that
// neighbouring invocations, which have neighbouring pulses, read neighbouring words.

// The place of a subray of the pulse at a place of the chunk, or of its slices of foliage behind them.
fn placeOf(pulse: u32, subray: u32) -> u32 {
  return subray * chunk.pulseCount + pulse;
}

// The pulse that a place belongs to.
fn pulseAt(place: u32) -> u32 {
  return place % chunk.pulseCount;
}

// Hits lie by field: first all distances. The numbers of the other fields are those in Hit.
const HIT_TRIANGLE: u32 = 1u;
const HIT_INSTANCE: u32 = 2u;
const HIT_SURFACE: u32 = 3u;
const HIT_NORMAL: u32 = 4u;
const HIT_ENERGY: u32 = 7u;
// Until refine stores normals: the places of subrays in doubt, one after the other.
const HIT_LISTED: u32 = HIT_NORMAL;

// The word that holds a field of the hit at a place.
fn fieldOf(place: u32, field: u32) -> u32 {
  return field * chunk.pulseCount * run.hitCount + place;
}
