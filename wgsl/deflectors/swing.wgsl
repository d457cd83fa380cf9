// A mirror that swings about two axes (MEMS, galvanometers; one axis only: a resonant scan line): azimuth a and
// elevation e of the beam each follow a sine A sin 2πp, a triangle or a sawtooth of the cycle's share p; d = (cos e
// sin a, cos e cos a, sin e).
// uses: deflectors/beam double float64 schedule trigonometry vectors
// gives: Element deflect

alias Element = Swing;

const F64_QUARTER = F64(0u, 0x3fd00000u);

fn deflect(shot: Shot, channel: u32) -> Vector {
  var turned: array<SineCosine, 2>;
  for (var axis = fromZero(); axis < 2; axis++) {
    turned[axis] = sinCos(angleOfSwing(elements[axis], shot.stepsSince));
  }
  return Vector(
    multiplyF64(turned[1].cosine, turned[0].sine),
    multiplyF64(turned[1].cosine, turned[0].cosine),
    turned[1].sine,
  );
}

fn angleOfSwing(swing: Swing, shots: F64) -> F64 {
  let p = addF64(multiplyF64(shots, swing.cyclesPerShot), swing.phase);
  return multiplyF64(swing.amplitude, wave(swing.waveform, p));
}

// −1…1 at the fraction `p` of a cycle: rising from 0, except the sawtooth, which begins at −1. A leg has one waveform
// an axis, so a branch costs nothing.
fn wave(waveform: u32, p: F64) -> F64 {
  if (waveform == WAVE_SINE) { return sineOf(angleOf(p)); }
  if (waveform == WAVE_TRIANGLE) {
    let aside = absF64(subtractF64(fractionF64(addF64(p, F64_QUARTER)), F64_HALF));
    return subtractF64(F64_ONE, scaleF64(aside, 2));
  }
  return subtractF64(scaleF64(fractionF64(p), 1), F64_ONE);
}
