// The waveform of a pulse: the sum of the pulses that its hits send back, as energies per standard deviation of the pulse, at places
// along range that are a fixed part of it apart. It is drawn a tile of places at a time, and only where pulses reach.

// The current place, metres beyond the nearest hit, and the waveform there.
var<private> place: f32;
var<private> level: f32;
// Metres between two places.
var<private> binWidth: f32;

var<private> tile: array<f32, TILE>;
// The first place of the tile, and the number of the current one.
var<private> tileStart: f32;
var<private> index: u32;
// Where the pulses end that have been drawn.
var<private> drawnEnd: f32;

// Begins before the first place of the waveform of a pulse.
fn openWaveform(pulse: Pulse, base: u32) {
  setBeam(pulse);
  binWidth = instrument.pulseSpread / BINS_PER_SPREAD;
  index = TILE;
  tileStart = -FAR_AWAY;
  drawnEnd = -FAR_AWAY;
}

// Goes on to the next place; returns whether there is one.
fn advance(base: u32) -> bool {
  index += 1u;
  if (index >= TILE) {
    if (!nextTile(base)) { return false; }
    index = 0u;
  }
  place = tileStart + f32(index) * binWidth;
  level = tile[index];
  return true;
}

// Draws the next tile, where the last one ends or where the next pulse begins; returns whether there is one.
fn nextTile(base: u32) -> bool {
  tileStart += f32(TILE) * binWidth;
  if (!(tileStart < drawnEnd)) { tileStart = nextStart(base); }
  if (tileStart == FAR_AWAY) { return false; }
  for (var k = 0u; k < TILE; k++) { tile[k] = 0.0; }
  let end = tileStart + f32(TILE) * binWidth;
  for (var k = base; k < base + run.subrayCount; k++) {
    if (!isBetween(k, nearestHit, farthestHit)) { continue; }
    let middle = hits[k].distance - nearestHit;
    let stretch = stretchOf(base, k);
    let reach = reachOf(stretch);
    if (middle + reach < tileStart || middle - reach >= end) { continue; }
    drawnEnd = max(drawnEnd, middle + reach);
    addPulse(middle - tileStart, hits[k].energy, stretch);
  }
  return true;
}

// Where the first pulse begins that begins behind all that were drawn; FAR_AWAY without one.
fn nextStart(base: u32) -> f32 {
  var start = FAR_AWAY;
  for (var k = base; k < base + run.subrayCount; k++) {
    if (!isBetween(k, nearestHit, farthestHit)) { continue; }
    let begin = hits[k].distance - nearestHit - reachOf(stretchOf(base, k));
    if (begin >= drawnEnd) { start = min(start, begin); }
  }
  return start;
}

fn reachOf(stretch: f32) -> f32 { return REACH * stretch * instrument.pulseSpread; }

// Adds a pulse in the tile, whose middle lies `middle` metres behind its start: e/s exp(−t²/2) at the distance t from the middle, in s
// standard deviations.
fn addPulse(middle: f32, e: f32, stretch: f32) {
  let perMetre = 1.0 / (stretch * instrument.pulseSpread);
  let reach = reachOf(stretch);
  // Whole fours of places, as on the CPU.
  let first = u32(max(0.0, (middle - reach) / binWidth)) & ~3u;
  let last = u32(min(f32(TILE) - 1.0, (middle + reach) / binWidth)) | 3u;
  for (var k = first; k <= last; k++) {
    let t = (f32(k) * binWidth - middle) * perMetre;
    tile[k] += e / stretch * exp(-0.5 * t * t);
  }
}
