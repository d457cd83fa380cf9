// Slices of foliage: what the leaves within a short part of the range send back together, of all subrays of a pulse.
// A pulse has room for some, in order of range, and only for those with leaves. A slice is a whole number of its width
// from the instrument, the pulse's standard deviation at first; whenever there are too many, neighbours become
// one, so that nobody needs to know beforehand how much foliage there is.
// uses: double

// How many slices there are; metres a slice, and slices a metre; the place of the last slice that was looked for.
var<private> sliceCount: i32;
var<private> sliceWidth: f32;
var<private> slicesAMetre: f32;
var<private> place: i32;
// The number of each slice, counted from the instrument.
var<private> numbers: array<i32, SLICE_ROOM>;

// Of all subrays of the pulse: their shares that come from a slice, and these times the distances; the largest optical
// depth of one medium, and that medium. Of the subray in work: the optical depth, and that times the distance.
var<private> shares: array<f32, SLICE_ROOM>;
var<private> moments: array<f32, SLICE_ROOM>;
var<private> largest: array<f32, SLICE_ROOM>;
var<private> owners: array<u32, SLICE_ROOM>;
var<private> depths: array<f32, SLICE_ROOM>;
var<private> depthMoments: array<f32, SLICE_ROOM>;

// Begins with a pulse: no slice.
fn clearSlices() {
  sliceCount = 0;
  place = 0;
  slicesAMetre = instrument.slicesAMetre;
  sliceWidth = roundedQuotient(1.0, slicesAMetre);
  for (var left = i32(SLICE_ROOM); left > 0; left--) {
    let s = left - 1;
    shares[s] = 0.0;
    moments[s] = 0.0;
    largest[s] = 0.0;
    owners[s] = 0u;
  }
}

// Begins with a subray: it has met nothing.
fn clearDepths() {
  for (var left = i32(SLICE_ROOM); left > 0; left--) {
    depths[left - 1] = 0.0;
    depthMoments[left - 1] = 0.0;
  }
}

// Adds a part of a subray's way through medium `m`, from one distance to another, with its optical depth a metre.
fn addDepth(m: u32, start: f32, end: f32, perMetre: f32) {
  var i = sliceAt(start);
  var last = sliceAt(end);
  var low = start;
  // A width doubles less often than a distance has bits.
  for (var left = last - i + 65; left > 0; left--) {
    if (i > last) { break; }
    if (!findSlice(i)) {
      mergePairs();
      i = i >> 1u;
      last = last >> 1u;
      continue;
    }
    let high = min(end, fixed(f32(i + 1) * sliceWidth));
    let depth = fixed(perMetre * max(fixed(high - low), 0.0));
    depths[place] = fixed(depths[place] + depth);
    depthMoments[place] = fixed(depthMoments[place] + fixed(depth * fixed(0.5 * fixed(low + high))));
    if (depth > largest[place]) {
      largest[place] = depth;
      owners[place] = m;
    }
    low = high;
    i += 1;
  }
}

// Number of the slice at a distance.
fn sliceAt(distance: f32) -> i32 {
  return i32(floor(fixed(distance * slicesAMetre)));
}

// Finds the place of slice number `i`, a new one if need be; returns whether there is room for it.
fn findSlice(i: i32) -> bool {
  for (var left = i32(SLICE_ROOM); left > 0; left--) {
    if (!(place < sliceCount && numberAt(place) < i)) { break; }
    place += 1;
  }
  for (var left = i32(SLICE_ROOM); left > 0; left--) {
    if (!(place > 0 && numberAt(place - 1) >= i)) { break; }
    place -= 1;
  }
  if (place < sliceCount && numberAt(place) == i) { return true; }
  return insertSlice(i);
}

// Number of the slice at a place.
fn numberAt(s: i32) -> i32 {
  return numbers[s];
}

// Makes room for slice number `i` at its place; returns whether there is any.
fn insertSlice(i: i32) -> bool {
  if (sliceCount == i32(SLICE_ROOM)) { return false; }
  for (var left = sliceCount - place; left > 0; left--) {
    let s = place + left - 1;
    moveSlice(s, s + 1);
    numbers[s + 1] = numbers[s];
  }
  numbers[place] = i;
  sliceCount += 1;
  return true;
}

// Makes one slice of two: slices become twice as wide.
fn mergePairs() {
  var last = -1;
  for (var left = sliceCount; left > 0; left--) {
    let s = sliceCount - left;
    let number = numbers[s] >> 1u;
    if (last < 0) {
      last = 0;
    } else if (numbers[last] != number) {
      last += 1;
    }
    moveSlice(s, last);
    numbers[last] = number;
  }
  sliceCount = last + 1;
  place = 0;
  slicesAMetre *= 0.5;
  sliceWidth *= 2.0;
}

// Adds a slice to another one, and clears it.
fn moveSlice(a: i32, b: i32) {
  if (a == b) { return; }
  if (largest[a] > largest[b]) {
    largest[b] = largest[a];
    owners[b] = owners[a];
  }
  largest[a] = 0.0;
  shares[b] += shares[a];
  shares[a] = 0.0;
  moments[b] += moments[a];
  moments[a] = 0.0;
  depths[b] = fixed(depths[b] + depths[a]);
  depths[a] = 0.0;
  depthMoments[b] = fixed(depthMoments[b] + depthMoments[a]);
  depthMoments[a] = 0.0;
}
