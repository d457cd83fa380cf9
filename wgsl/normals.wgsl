// Standard normal numbers, four at a time (Box and Muller 1958), in f32: as many digits as noise needs.
// uses: double logarithm random turns

// 2⁻³² and 2⁻³¹.
const PER_WORD: f32 = 2.3283064365386963e-10;
const PER_HALF: f32 = 4.656612873077393e-10;

// Normal numbers of four samples of a pulse: those with the numbers 4 quad … 4 quad + 3.
fn normals(pulse: u32, quad: i32) -> vec4<f32> {
  let words = draw(program.key, pulse, bitcast<u32>(quad), DRAW_SAMPLE);
  let first = rootOfWord(words.x);
  let second = rootOfWord(words.z);
  // The cosine of an angle a quarter turn back is its sine.
  return vec4<f32>(
    fixed(first * cosineOfWord(words.y)),
    fixed(first * cosineOfWord(words.y - 0x40000000u)),
    fixed(second * cosineOfWord(words.w)),
    fixed(second * cosineOfWord(words.w - 0x40000000u)),
  );
}

// √(−2 ln u) of the number u in (0, 1) that a word stands for.
fn rootOfWord(word: u32) -> f32 {
  let number = fixed(fixed(f32(word) + 0.5) * PER_WORD);
  return roundedRoot(fixed(-2.0 * logarithm(number)));
}

// cos (2π w/2³²) of a word: with |w| as a whole number from −2³¹ on, sin π(½ − |w|/2³¹).
fn cosineOfWord(word: u32) -> f32 {
  let half = fixed(abs(f32(bitcast<i32>(word))) * PER_HALF);
  return sineOfHalfTurns(fixed(0.5 - half));
}
