// The power that a part's hits send back to the receiver: each adds the receiver's response to the pulse, times its
// energy. The response is tabulated at PHASES places of a hit between two samples, and linear between two of them.
// uses: clockPlaces double hits parts places shares

// Place of the first sample of the part in work among the waves, and number of its samples.
var<private> wave: u32;
var<private> count: i32;

// Draws the powers at the samples of a part, in watts.
fn drawWave(base: u32, part: WaveformPart) {
  wave = part.sampleStart;
  count = i32(part.sampleCount);
  cell = -1;
  for (var left = count; left > 0; left--) { waves[wave + u32(left - 1)] = 0.0; }
  for (var left = run.hitCount; left > 0u; left--) {
    let k = placeOf(base, run.hitCount - left);
    let place = placeHit(k);
    if (place.begin == NEVER) { continue; }
    let begin = place.begin - i32(part.firstSample);
    if (begin < 0 || begin >= count) { continue; }
    addHit(begin, place.fraction, hitEnergy(k), stretchOf(k));
  }
  openCell(-1);
}

// Adds the response to a hit; `begin` is the first sample of its first copy.
fn addHit(begin: i32, fraction: f32, energy: f32, stretch: f32) {
  let reach = copiesReach(stretch);
  if (reach == 0.0) { addResponse(begin, fraction, energy); }
  else { addCopies(begin - i32(floor(fixed(fraction - reach))), fraction, energy, reach); }
}

// Adds a stretched response: copies, with the weights of a Gaussian, at most a standard deviation of the response
// apart, nor much more than one of the stretch.
fn addCopies(begin: i32, fraction: f32, energy: f32, reach: f32) {
  let aside = max(i32(ceil(roundedQuotient(reach, receiver.spread))), COPIES_ASIDE);
  let apart = roundedQuotient(reach, f32(aside));
  let fall = -0.5 * COPIES_REACH * COPIES_REACH / f32(aside * aside);
  var sum = 1.0;
  for (var left = aside; left > 0; left--) { sum += 2.0 * gaussian(fall, aside - left + 1); }
  for (var left = 2 * aside + 1; left > 0; left--) {
    let j = aside + 1 - left;
    let place = fixed(fraction + fixed(f32(j) * apart));
    let before = floor(place);
    addResponse(begin + i32(before), place - before, energy * (gaussian(fall, j) / sum));
  }
}

fn gaussian(fall: f32, j: i32) -> f32 { return exp(fall * f32(j * j)); }

// Adds the response to `energy` joules, from sample `begin` on, which arrive the fraction `fraction` of an interval
// behind a sample.
fn addResponse(begin: i32, fraction: f32, energy: f32) {
  let place = fixed(fraction * f32(PHASES));
  let phase = min(u32(place), PHASES - 1u);
  let after = fixed(energy * fixed(place - f32(phase)));
  openCell(begin * i32(PHASES) + i32(phase));
  cellBefore = fixed(cellBefore + fixed(energy - after));
  cellAfter = fixed(cellAfter + after);
}

// Between two phases of a sample: the place of the first, and the energies that have arrived at both. Hits
// that are close share one.
var<private> cell: i32;
var<private> cellBefore: f32;
var<private> cellAfter: f32;

// Goes to a cell; the energies of the last one are added to the waveform.
fn openCell(at: i32) {
  if (at == cell) { return; }
  if (cell >= 0) { addCell(); }
  cell = at;
  cellBefore = 0.0;
  cellAfter = 0.0;
}

// Adds the responses to the energies of a cell.
fn addCell() {
  let begin = cell / i32(PHASES);
  let row = (u32(cell) % PHASES) * receiver.taps;
  let next = row + receiver.taps;
  let last = min(i32(receiver.taps), count - begin);
  for (var left = last; left > 0; left--) {
    let j = last - left;
    let more = fixed(fixed(cellBefore * response[row + u32(j)]) + fixed(cellAfter * response[next + u32(j)]));
    let at = wave + u32(begin + j);
    waves[at] = fixed(waves[at] + more);
  }
}
