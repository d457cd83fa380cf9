// Echoes as clusters: hits in order of range belong to one echo as long as no gap between neighbours is wider than the
// range resolution; an echo with energy above the detection limit is a return. The next range is looked for among all
// hits, again and again: an invocation has no memory to sort them in, as the CPU does.
// uses: extent gate hits nearest places returns sums

// Writes the returns of a pulse from place `out` on, `most` at most; returns their number.
fn findClusters(pulse: Pulse, base: u32, most: u32, out: u32) -> u32 {
  let resolution = instrument.rangeResolution + sliceLength(base);
  var made = 0u;
  var first = nearestHit;
  for (var left = run.hitCount; left > 0u; left--) {
    if (!(first < FAR_AWAY && made < most)) { break; }
    let last = clusterEnd(base, first, resolution);
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

// Length of the slices of foliage among the hits: those that touch are in one cluster. 0: there are none.
fn sliceLength(base: u32) -> f32 {
  for (var left = run.hitCount - run.subrayCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (hitEnergy(k) > 0.0) { return bitcast<f32>(hits[fieldOf(k, HIT_INSTANCE)]); }
  }
  return 0.0;
}

// End of the cluster that begins at `first`: hits join it until none lies within the resolution of its last. Their
// order does not matter: any hit between the last and a joining one would join, too.
fn clusterEnd(base: u32, first: f32, resolution: f32) -> f32 {
  var last = first;
  // A hit joins with each round but the last.
  for (var rounds = run.hitCount; rounds > 0u; rounds--) {
    let before = last;
    for (var left = run.hitCount; left > 0u; left--) {
      let k = placeOf(base, run.hitCount - left);
      let range = hitDistance(k);
      if (range > last && range - last <= resolution && range <= farthestHit && hitEnergy(k) > 0.0) {
        last = range;
      }
    }
    if (last == before) { break; }
  }
  return last;
}
