// A mirror that swings about two axes (MEMS, galvanometers; one axis only: a resonant scan line): azimuth a and elevation e
// of the beam each follow a sine A sin 2πp, a triangle or a sawtooth of the cycle's share p; d = (cos e sin a, cos e cos a, sin e).

alias Element = Swing;

const F64_QUARTER = F64(0u, 0x3fd00000u);

fn deflect(shot: Shot, channel: u32) -> Vector {
  var turned: array<SineCosine, 2>;
  for (var axis = fromZero(); axis < 2; axis++) {
    turned[axis] = turnOf(elements[axis], f64FromU32(shot.since));
  }
  return Vector(
    multiplyF64(turned[1].cosine, turned[0].sine),
    multiplyF64(turned[1].cosine, turned[0].cosine),
    turned[1].sine,
  );
}

// Sine and cosine of the beam's angle about one axis.
fn turnOf(swing: Swing, shots: F64) -> SineCosine {
  let p = addF64(multiplyF64(shots, swing.cyclesPerShot), swing.phase);
  let share = fractionF64(addF64(p, select(F64_MINUS_ZERO, F64_QUARTER, swing.waveform == WAVE_TRIANGLE)));
  // First those of the phase, then those of the angle.
  var angle = multiplyF64(share, TURN);
  var turned: SineCosine;
  for (var k = fromZero(); k < 2; k++) {
    turned = sinCos(angle);
    angle = multiplyF64(swing.amplitude, wave(swing.waveform, share, turned.sine));
  }
  return turned;
}

// −1…1 at the share of a cycle, whose phase has this sine: from 0 upwards (a triangle a quarter later), but for the sawtooth,
// which begins at −1.
fn wave(waveform: u32, share: F64, sine: F64) -> F64 {
  let aside = absF64(subtractF64(share, F64_HALF));
  let triangle = subtractF64(F64_ONE, scaleF64(aside, 2));
  let sawtooth = subtractF64(scaleF64(share, 1), F64_ONE);
  return select(select(sawtooth, triangle, waveform == WAVE_TRIANGLE), sine, waveform == WAVE_SINE);
}
