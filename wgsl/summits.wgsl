// Summits of the waveform of a part, one after the other: a maximum is a summit if the waveform rises to it from the
// valley before, and falls behind it, by more than noise and rounding.
// uses: double wave

// The last summit: its first and its last highest sample, the samples of the lowest power before and
// behind it, and its power, W.
var<private> top: i32;
var<private> topEnd: i32;
var<private> valleyBefore: i32;
var<private> valleyAfter: i32;
var<private> topPower: f32;

// The next sample to look at, the lowest one since the last summit, and its power; whether the
// waveform rises from there.
var<private> next: i32;
var<private> low: i32;
var<private> lowPower: f32;
var<private> rising: bool;
// Whether no summit of the part has been found yet.
var<private> isFirst: bool;

// Begins before the first summit of the open part; before the part there is no light.
fn openSummits() {
  next = 0;
  low = 0;
  lowPower = 0.0;
  isFirst = true;
  leaveValley();
}

// Goes on to the next summit; returns whether there is one.
fn nextSummit() -> bool {
  if (!rising) { return false; }
  valleyBefore = low;
  isFirst = false;
  climbToTop();
  leaveValley();
  valleyAfter = select(waveCount - 1, low, rising);
  return true;
}

// Goes on until the waveform rises from its lowest sample, or the part ends. The first summit need not stand out from
// another one, only reach the threshold.
fn leaveValley() {
  rising = false;
  for (var left = waveCount - next; left > 0; left--) {
    let power = powerAt(next);
    if (power < lowPower) {
      low = next;
      lowPower = power;
    } else if (power - lowPower > notch(power) || (isFirst && power >= receiver.threshold && power > lowPower)) {
      rising = true;
      return;
    }
    next += 1;
  }
}

// Goes on until the waveform has fallen from its highest sample, or the part ends.
fn climbToTop() {
  top = next;
  topEnd = next;
  topPower = powerAt(next);
  next += 1;
  for (var left = waveCount - next; left > 0; left--) {
    let power = powerAt(next);
    if (power > topPower) {
      top = next;
      topEnd = next;
      topPower = power;
    } else if (power == topPower && topEnd == next - 1) {
      topEnd = next;
    } else if (topPower - power > notch(topPower)) {
      break;
    }
    next += 1;
  }
  low = min(next, waveCount - 1);
  lowPower = powerAt(low);
}

// The fall from a power that leaves a summit.
fn notch(power: f32) -> f32 { return max(fixed(NOTCH * power), fixed(receiver.prominence * noiseOn(power))); }
