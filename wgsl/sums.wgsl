// Sums over the hits of an echo, weighted by energy. Everything is summed relative to the start of the echo on the
// beam's axis: the differences are small, so that f32 holds them to micrometres at any range.
// uses: hits places
// asks for: exitOf

struct Sums {
  energy: f32,
  // Energy-weighted: ranges beyond the first and their squares, offsets from the axis unless points are on it, normals.
  ranges: f32,
  squares: f32,
  offset: vec3<f32>,
  normal: vec3<f32>,
  subraysIn: u32,
}

// Sums up the hits of the pulse whose subrays begin at `base`, between two ranges; the first is the start of the echo.
fn sumBetween(base: u32, pulse: Pulse, first: f32, last: f32) -> Sums {
  var sums = Sums();
  var aside = vec3<f32>();
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, first, last)) { continue; }
    let hit = hitAt(k);
    let beyond = hit.distance - first;
    sums.energy += hit.energy;
    sums.ranges += hit.energy * beyond;
    sums.squares += hit.energy * beyond * beyond;
    if (instrument.onAxis == 0u) {
      let d = directions[k].xyz;
      // e · (r d − r₀ c) with the subray's direction d and the axis c: e (r − r₀) d + e r₀ (d − c).
      sums.offset += hit.energy * beyond * d + hit.energy * first * (d - pulse.direction);
      aside += hit.energy * (d - pulse.direction);
    }
    sums.normal += hit.energy * vec3<f32>(hit.normalX, hit.normalY, hit.normalZ);
    sums.subraysIn += 1u;
  }
  // The sum of e s, with the exits s: they are linear in the direction, and that of the axis is 0.
  sums.offset += exitOf(pulse, aside);
  return sums;
}
