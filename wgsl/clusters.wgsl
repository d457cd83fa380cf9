// Echoes as clusters: hits in order of range belong to one echo as long as no gap between neighbours is wider than the
// range resolution; an echo with energy above the detection limit is a return. The next range is looked for among all
// hits, again and again: an invocation has no memory to sort them in, as the CPU does.
// uses: extent gate hits nearest places returns sums

// Writes the returns of a pulse from place `out` on, `most` at most; returns their number.
fn findClusters(pulse: Pulse, base: u32, most: u32, out: u32) -> u32 {
  var made = 0u;
  var first = nearestHit;
  for (var left = run.hitCount; left > 0u; left--) {
    if (!(first < FAR_AWAY && made < most)) { break; }
    let last = clusterEnd(base, first);
    let sums = sumBetween(base, pulse, first, last);
    if (sums.energy >= instrument.minEnergy) {
      var point = makeReturn(sums, pulse, base, first, last, 0.0);
      if (admits(&point)) {
        returns[out + made] = point;
        made += 1u;
      }
    }
    first = nearestBeyond(base, last);
  }
  return made;
}

// End of the cluster that begins at `first`: hits join it until none lies within the resolution of its last. Their
// order does not matter: any hit between the last and a joining one would join, too.
fn clusterEnd(base: u32, first: f32) -> f32 {
  var last = first;
  // A hit joins with each round but the last.
  for (var rounds = run.hitCount; rounds > 0u; rounds--) {
    let before = last;
    for (var left = run.hitCount; left > 0u; left--) {
      let k = placeOf(base, run.hitCount - left);
      let range = hitDistance(k);
      if (range > last && range - last <= instrument.rangeResolution && range <= farthestHit && hitEnergy(k) > 0.0) {
        last = range;
      }
    }
    if (last == before) { break; }
  }
  return last;
}
