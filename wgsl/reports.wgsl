// The returns that a sampling receiver reports of a pulse: echoes of the hits under each find, and false alarms.
// uses: clock double extent gate nearest returns sums wave

// The pulse in work, the place of its first hit, and that of its first return.
var<private> shot: Pulse;
var<private> hitsAt: u32;
var<private> returnsAt: u32;
// Returns of the pulse so far, and the most that there may be.
var<private> reported: u32;
// Echoes of the pulse so far, recorded or not.
var<private> echoesFound: u32;
var<private> reportsMax: u32;
// Whether it has hits, whose extent has been found.
var<private> hasHits: bool;
// Time up to which the receiver is blind, in intervals after the emission.
var<private> blindUntil: f32;
// Range up to which hits belong to parts before the open one.
var<private> seenTo: f32;

// Begins the returns of a pulse, `most` at most, at `out`; `isHit` says whether it has hits,
// whose extent has been found.
fn openReports(pulse: Pulse, base: u32, isHit: bool, most: u32, out: u32) {
  shot = pulse;
  hitsAt = base;
  hasHits = isHit;
  reportsMax = most;
  returnsAt = out;
  reported = 0u;
  echoesFound = 0u;
  blindUntil = -1.0;
  seenTo = 0.0;
}

// Ends the finds of the open part: its hits are none of the next one.
fn leavePart() { seenTo = rangeOfHit(waveCount - 1); }

fn hasRoom() -> bool { return reported < reportsMax; }

// Whether the receiver is blind at a place, in intervals after the emission.
fn isBlind(place: f32) -> bool { return place < blindUntil; }

// Makes the receiver blind for a time after a place.
fn blindFor(time: f32, place: f32) { blindUntil = max(blindUntil, place + time); }

// Reports a find at a place of the open part, in intervals from its first sample on: an echo of the hits whose
// responses have their greatest values between two samples of it, or a false alarm if there are none. Energy in joules,
// width in intervals.
fn reportFound(place: f32, before: i32, after: i32, received: f32, width: f32) {
  let range = rangeAt(waveStart, twoSum(place, -receiver.zero));
  let first = select(rangeOfHit(before), seenTo, before < 0);
  let last = rangeOfHit(after);
  var nearest = FAR_AWAY;
  if (hasHits) { nearest = nearestBeyond(hitsAt, first); }
  if (nearest <= last) { reportEcho(range, nearest, last, received, width); }
  else { reportAlarm(range, received, width); }
}

// The range of a hit whose response has its greatest value at a sample of the open part.
fn rangeOfHit(sample: i32) -> f32 { return doubleToF32(rangeAt(waveStart, twoSum(f32(sample), -receiver.peakDelay))); }

// The range of a place, in intervals after sample `start`.
fn rangeAt(start: i32, place: Double) -> Double {
  return multiplyDouble(addDouble(doubleFromI32(start), place), metresPerTick());
}

// Reports an echo of the hits between two ranges.
fn reportEcho(range: Double, first: f32, last: f32, received: f32, width: f32) {
  echoesFound++;
  let sums = sumBetween(hitsAt, shot, first, last);
  // The difference is small: rounded, it holds micrometres.
  let beyond = doubleToF32(addDouble(range, Double(-first, 0.0)));
  var point = makeReturn(sums, shot, hitsAt, first, last, beyond - sums.ranges / sums.energy);
  point.range = doubleToF32(range);
  report(point, received, width);
}

// Reports a return that no surface sent back, on the beam's axis.
fn reportAlarm(range: Double, received: f32, width: f32) {
  var point = Point();
  point.range = doubleToF32(range);
  point.position = onAxis(shot, range);
  point.surface = NONE;
  copyPulse(shot, &point);
  report(point, received, width);
}

// Completes a return by the receiver's measurements; one beyond the limits of range gives its place to the next.
fn report(found: Point, received: f32, width: f32) {
  var point = found;
  point.energy = received;
  point.echoWidth = secondsOf(width);
  if (!admits(&point)) { return; }
  returns[returnsAt + reported] = point;
  reported += 1u;
}

// The hit nearest to a range; the pulse must have one.
fn hitNear(range: f32) -> f32 {
  var found = nearestHit;
  var behind = nearestHit;
  for (var left = run.hitCount; left > 0u; left--) {
    if (behind > min(range, farthestHit)) { break; }
    found = behind;
    behind = nearestBeyond(hitsAt, found);
  }
  return select(found, behind, behind - range < range - found);
}

// Seconds of a width in intervals; that of the response itself if it could not be measured.
fn secondsOf(width: f32) -> f32 {
  return receiver.interval * select(width, f32(FWHM_PER_SIGMA) * receiver.spread, width < 0.0);
}
