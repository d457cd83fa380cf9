// Detectors of single photons: counts are a Poisson process whose rate follows the light, and after each count the
// detector is blind for its dead time (Fouche 2003, Appl. Opt. 42(27)). The next count is at the time at which the
// integral of the rate reaches an exponential number.
// uses: clock double random reports wave

// Time at which the detector sees again, in intervals after the emission.
var<private> seesFrom: Double;
// Remainder of the integral of the rate to the next count; a number in (0, 1) for its cause; its number.
var<private> lacking: Double;
var<private> chance: Double;
var<private> countIndex: u32;

// Begins the counts of a pulse at a place, in intervals after the emission.
fn openCounts(at: Double) {
  countIndex = 0u;
  seesFrom = at;
  armDetector();
}

fn armDetector() {
  let words = draw(program.key, shot.number, countIndex, DRAW_PHOTON);
  countIndex += 1u;
  lacking = -logUniform(words.x);
  chance = uniformNumber(words.y);
}

// Reports the counts before a place in the light of the background alone.
fn countDark(before: Double) { countAt(before, receiver.countRate, 0.0); }

// Reports the counts in the open part; a sample stands for half an interval on each side of it.
fn countInPart() {
  let perPower = fixed(receiver.countsPerJoule * receiver.interval);
  for (var left = waveCount; left > 0; left--) {
    if (!hasRoom()) { break; }
    let k = waveCount - left;
    let before = addDouble(doubleFromI32(waveStart + k), Double(0.5, 0.0));
    countAt(before, receiver.countRate, fixed(perPower * max(powerAt(k), 0.0)));
  }
}

// Reports the counts before a place, at rates of the background and of light.
fn countAt(before: Double, dark: f32, light: f32) {
  let rate = twoSum(dark, light);
  for (var left = reportsMax; left > 0u; left--) {
    if (!(lessDouble(seesFrom, before) && hasRoom())) { break; }
    let rest = multiplyDouble(rate, subtractDouble(before, seesFrom));
    if (!lessDouble(lacking, rest)) {
      lacking = subtractDouble(lacking, rest);
      seesFrom = before;
      return;
    }
    let at = addDouble(seesFrom, divideDouble(lacking, rate));
    reportCount(at, lessDouble(multiplyDouble(chance, rate), Double(light, 0.0)));
    seesFrom = addDouble(at, Double(receiver.deadTime, 0.0));
    armDetector();
  }
}

// Reports a count, of a photon of the pulse or of the background.
fn reportCount(at: Double, isLight: bool) {
  let range = rangeAt(0, addDouble(at, Double(-receiver.zero, 0.0)));
  let received = 1.0 / receiver.countsPerJoule;
  if (!isLight) {
    reportAlarm(range, received, -1.0);
    return;
  }
  // The hit of the photon lies about this much earlier.
  let hit = hitNear(doubleToF32(rangeAt(0, addDouble(at, Double(-receiver.peakDelay, 0.0)))));
  let near = fixed(receiver.spread * doubleToF32(metresPerTick()));
  reportEcho(range, fixed(hit - near), fixed(hit + near), received, -1.0);
}
