// Places of the receiver's responses to a pulse's hits on its clock.
// uses: clock double extent hits parts shares
// gives: placeHit

// Excess reach of a hit's stretched response beyond the response itself, in intervals; 0 if it is not stretched.
fn copiesReach(stretch: f32) -> f32 {
  if (!(stretch > 1.0)) { return 0.0; }
  return fixed(fixed(COPIES_REACH * roundedRoot(fixed(fixed(stretch * stretch) - 1.0))) * receiver.spread);
}

// Places the response of a hit on the clock; `begin` is NEVER if there is none.
fn placeHit(k: u32) -> ResponsePlace {
  if (!isBetween(k, nearestHit, farthestHit)) { return ResponsePlace(NEVER, 0, 0.0); }
  let place = scaleDouble(ticksPerMetre(), middleOf(k));
  let whole = floor(place.x);
  // The lower half may lead back across the sample.
  let before = fixed(whole - select(0.0, 1.0, place.x == whole && place.y < 0.0));
  let fraction = fixed(fixed(place.x - before) + place.y);
  let reach = copiesReach(stretchOf(k));
  let begin = max(0, i32(before) + i32(floor(fixed(fraction - reach))) + receiver.firstTap);
  let end = i32(before) + i32(floor(fixed(fraction + reach))) + receiver.firstTap + i32(receiver.taps);
  return ResponsePlace(begin, end, fraction);
}
