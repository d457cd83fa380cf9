// The gate: an instrument records the echoes whose measured ranges lie within its limits, noise included. The noise of
// an echo follows from its number among those that the receiver finds of the pulse, recorded or not, so what the gate
// drops does not change what it lets through. Noise is drawn in one place, since compilers repeat what is called.
// uses: double limits rangeError

// Noise of the echoes of the pulse in work.
var<private> noises: array<Double, NOISE_NUMBERS>;

// Draws the noise of a pulse, if echoes between two ranges may be in doubt.
fn openGate(pulse: u32, first: f32, last: f32) {
  if (!isGated() || (isSure(first) && isSure(last))) { return; }
  for (var left = NOISE_NUMBERS; left > 0u; left--) { noises[left - 1u] = noiseOf(pulse, left); }
}

// Whether any noise leaves a range within the limits.
fn isSure(range: f32) -> bool {
  let reach = reachAt(range);
  return range - reach >= leastRecorded && range + reach <= greatestRecorded;
}

// Numbers an echo, whose range is known; returns whether the instrument records it.
fn admits(point: ptr<function, Point>) -> bool {
  if (!isGated()) { return true; }
  (*point).returnNumber = countEcho();
  let range = (*point).range;
  if (isSure(range)) { return true; }
  let measured = fixed(range + rangeError(range, noises[((*point).returnNumber - 1u) % NOISE_NUMBERS]));
  return measured >= leastRecorded && measured <= greatestRecorded;
}
