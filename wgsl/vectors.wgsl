// Vectors of three F64, as stored in records, and their operations, in the CPU's order.
// uses: double float64

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

// A vector times the rows of a rotation by quarter turns, or of none: of each row one number is 1 or
// −1, the others are zeros.
fn swapAxes(rows: array<Vector, 3>, v: Vector) -> Vector {
  return Vector(alongAxis(rows[0], v), alongAxis(rows[1], v), alongAxis(rows[2], v));
}

// Product of an axis, one number of which is 1 or −1, and a vector. Only the sign of a zero needs all three.
fn alongAxis(axis: Vector, v: Vector) -> F64 {
  let isY = !isZeroF64(axis[1]);
  let isZ = !isZeroF64(axis[2]);
  let number = select(select(v[0], v[1], isY), v[2], isZ);
  let sign = select(select(axis[0].y, axis[1].y, isY), axis[2].y, isZ) & F64_SIGN;
  let signs = (v[0].y ^ axis[0].y) & (v[1].y ^ axis[1].y) & (v[2].y ^ axis[2].y);
  return withZeros(number ^ F64(0u, sign), signs & F64_SIGN);
}

// x, but where it is 0 that with the sign.
fn withZeros(x: F64, sign: u32) -> F64 {
  return select(x, F64(0u, sign), isZeroF64(x));
}

// x + 0 y.
fn plusZero(x: F64, y: F64) -> F64 {
  return withZeros(x, x.y & y.y & F64_SIGN);
}
