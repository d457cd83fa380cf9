// Errors of ranges: normal, independent from echo to echo, along the beam.
// uses: double normalPair random

fn hasRangeNoise() -> bool {
  return instrument.rangeNoise > 0.0 || instrument.rangeNoisePerMetre > 0.0;
}

// The normal number of an echo, by its number in the pulse; they repeat after NOISE_NUMBERS.
fn noiseOf(pulse: u32, number: u32) -> Double {
  let words = draw(program.key, pulse, (number - 1u) % NOISE_NUMBERS + 1u, DRAW_RANGE);
  return normalPair(words.x, words.y).cosine;
}

// Shift of a point of this range along the beam.
fn rangeError(range: f32, noise: Double) -> f32 {
  let grown = twoProduct(instrument.rangeNoisePerMetre, range);
  let deviation = doubleToF32(addDouble(Double(instrument.rangeNoise, 0.0), grown));
  return doubleToF32(scaleDouble(noise, deviation));
}
