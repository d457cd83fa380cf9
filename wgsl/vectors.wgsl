// Vectors of three F64, as stored in records, and their operations, in the CPU's order.

alias Vector = array<F64, 3>;

// (a.x b.x + a.y b.y) + a.z b.z.
fn dotF64(a: Vector, b: Vector) -> F64 {
  var sum = multiplyF64(a[0], b[0]);
  for (var k = 1 + fromZero(); k < 3; k++) {
    sum = addF64(sum, multiplyF64(a[k], b[k]));
  }
  return sum;
}

// A vector times the rows of a matrix.
fn rotateF64(rows: array<Vector, 3>, v: Vector) -> Vector {
  var rotated: Vector;
  for (var k = fromZero(); k < 3; k++) {
    rotated[k] = dotF64(rows[k], v);
  }
  return rotated;
}

// A vector times the rows of no rotation: −0 becomes 0, unless all coordinates are negative.
fn unturned(v: Vector) -> Vector {
  let sign = v[0].y & v[1].y & v[2].y & F64_SIGN;
  return Vector(withZeros(v[0], sign), withZeros(v[1], sign), withZeros(v[2], sign));
}

fn withZeros(x: F64, sign: u32) -> F64 {
  return select(x, F64(0u, sign), isZeroF64(x));
}

// x + 0 y.
fn plusZero(x: F64, y: F64) -> F64 {
  return withZeros(x, x.y & y.y & F64_SIGN);
}
