// Slices of foliage: what the leaves within a short part of the range send back together, of all subrays of a pulse.
// Slices lie side by side, as many as a pulse has room for. A slice is a whole number of its width from the instrument,
// half a standard deviation of the pulse at first; whenever the foliage reaches farther than all slices, two of them
// become one, so that nobody needs to know its extent beforehand.
// uses: double

// Number of the first slice, counted from the instrument, and how many there are; metres a slice, and slices a metre.
var<private> firstSlice: i32;
var<private> sliceCount: i32;
var<private> sliceWidth: f32;
var<private> slicesAMetre: f32;

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
  firstSlice = 0;
  sliceCount = 0;
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
  makeRoom(start, end);
  let last = sliceAt(end);
  var low = start;
  for (var left = last - sliceAt(start) + 1; left > 0; left--) {
    let i = last + 1 - left;
    let high = min(end, fixed(f32(i + 1) * sliceWidth));
    let depth = fixed(perMetre * max(fixed(high - low), 0.0));
    let s = i - firstSlice;
    depths[s] = fixed(depths[s] + depth);
    depthMoments[s] = fixed(depthMoments[s] + fixed(depth * fixed(0.5 * fixed(low + high))));
    if (depth > largest[s]) {
      largest[s] = depth;
      owners[s] = m;
    }
    low = high;
  }
}

// Number of the slice at a distance.
fn sliceAt(distance: f32) -> i32 {
  return i32(floor(fixed(distance * slicesAMetre)));
}

// Makes slices wider, or begins nearer, until those between two distances are among them.
fn makeRoom(start: f32, end: f32) {
  var first = 0;
  var last = 0;
  // A width doubles less often than a distance has bits.
  for (var left = 64u; left > 0u; left--) {
    first = sliceAt(start);
    last = sliceAt(end);
    if (sliceCount > 0) {
      first = min(first, firstSlice);
      last = max(last, firstSlice + sliceCount - 1);
    }
    if (last - first < i32(SLICE_ROOM)) { break; }
    mergePairs();
  }
  if (sliceCount > 0 && first < firstSlice) { moveSlices(firstSlice - first); }
  firstSlice = first;
  sliceCount = last - first + 1;
}

// Makes one slice of two: slices become twice as wide.
fn mergePairs() {
  let first = firstSlice >> 1u;
  for (var left = sliceCount; left > 0; left--) {
    let s = sliceCount - left;
    moveSlice(s, ((firstSlice + s) >> 1u) - first);
  }
  if (sliceCount > 0) { sliceCount = ((firstSlice + sliceCount - 1) >> 1u) - first + 1; }
  firstSlice = first;
  slicesAMetre *= 0.5;
  sliceWidth *= 2.0;
}

// Moves all slices back by so many places.
fn moveSlices(places: i32) {
  for (var left = sliceCount; left > 0; left--) { moveSlice(left - 1, left - 1 + places); }
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
