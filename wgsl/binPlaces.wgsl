// Places of the pulses of a pulse's hits among the bins.
// uses: binStarts extent hits parts
// gives: placeHit

fn placeHit(k: u32) -> ResponsePlace {
  if (!isBetween(k, nearestHit, lastHit)) { return ResponsePlace(NEVER, 0, 0.0); }
  let start = binOf(k);
  if (start >= bins.count) { return ResponsePlace(NEVER, 0, 0.0); }
  return ResponsePlace(start, min(start + bins.pulse, bins.count), 0.0);
}
