// What a deflector gives: the beam's direction in its frame (x right, y the undeflected beam, z up), a unit vector, as
// `deflect`. Of its modules a shader has one; Element is what `elements` holds for it.

// The angle of `turns` turns, without the whole ones.
fn angleOf(turns: F64) -> F64 {
  return multiplyF64(fractionF64(turns), TURN);
}

// What a number has beyond the whole one below it.
fn fractionF64(x: F64) -> F64 {
  return subtractF64(x, floorF64(x));
}
