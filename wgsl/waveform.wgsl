// The waveform of a window: the sum of the pulses that its hits send back, as energies per standard deviation of the
// pulse, at places along range that are a fixed part of it apart. It rises before the first hit and falls behind the
// last, so it is drawn from the place before the one to the second place behind the other, a tile of places at a time.
// uses: hits places shares window

// The current place, metres beyond the window's first hit, and the waveform there.
var<private> place: f32;
var<private> level: f32;
// Metres between two places.
var<private> binWidth: f32;

var<private> tile: array<f32, TILE>;
// Number of the current place, of the tile's first one, and of all places.
var<private> index: i32;
var<private> tileStart: i32;
var<private> places: i32;

// Begins before the first place of the waveform of the window.
fn openWaveform() {
  binWidth = instrument.pulseSpread / BINS_PER_SPREAD;
  places = i32((windowLast - windowFirst) / binWidth) + 4;
  index = -1;
  tileStart = -i32(TILE);
}

// Goes on to the next place; returns whether there is one.
fn advance(base: u32) -> bool {
  index += 1;
  if (index >= places) { return false; }
  if (index >= tileStart + i32(TILE)) { nextTile(base); }
  place = f32(index - 1) * binWidth;
  level = tile[index - tileStart];
  return true;
}

// Draws the next tile.
fn nextTile(base: u32) {
  tileStart += i32(TILE);
  let start = f32(tileStart - 1) * binWidth;
  let last = min(i32(TILE), places - tileStart) - 1;
  let end = start + f32(last) * binWidth;
  for (var left = last + 1; left > 0; left--) { tile[left - 1] = 0.0; }
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    if (!isBetween(k, windowFirst, windowLast)) { continue; }
    let middle = middleOf(k) - windowFirst;
    let stretch = stretchOf(k);
    let reach = reachOf(stretch);
    if (middle + reach < start || middle - reach > end) { continue; }
    addPulse(middle - start, hitEnergy(k), stretch, reach, last);
  }
}

// Adds a pulse in the tile, up to its place `last`; its middle lies `middle` metres behind the tile's start, and it
// reaches so far: e/s exp(−t²/2) at the distance t from the middle, in s standard deviations.
fn addPulse(middle: f32, e: f32, stretch: f32, reach: f32, last: i32) {
  let perMetre = 1.0 / (stretch * instrument.pulseSpread);
  let high = e / stretch;
  // Whole fours of places, as on the CPU.
  let first = i32(max(0.0, (middle - reach) / binWidth)) & ~3;
  let until = min(last, i32((middle + reach) / binWidth) | 3);
  for (var left = until - first + 1; left > 0; left--) {
    let k = until + 1 - left;
    let t = (f32(k) * binWidth - middle) * perMetre;
    tile[k] += high * exp(-0.5 * t * t);
  }
}
