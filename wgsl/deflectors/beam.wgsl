// The result of a deflector, `deflect`: the beam's direction in its frame (x right, y the undeflected beam, z up), a
// unit vector. A shader includes one of these modules; Element is the type of its `elements`.
// uses: float64 trigonometry

// The angle of `turns` turns, without whole turns.
fn angleOf(turns: F64) -> F64 {
  return multiplyF64(fractionF64(turns), TURN);
}
