// The pose of the scanner at any time. Between two knots of the platform's path, position and quaternion are linear;
// knots are so close that this is a rotation at constant rate to 1e-7 rad (see densifyTrajectory). Each pulse bisects
// to its knot by itself, while the CPU continues from that of the previous pulse.
// uses: double float64 vectors

struct Pose {
  // Head frame (angle 0) to device frame.
  rows: array<Vector, 3>,
  // Origin of the head's frame.
  origin: Vector,
  // x and y of the platform's level right-hand direction.
  level: array<F64, 2>,
}

// The pose of the head's frame at `time`.
fn moveToPose(time: F64) -> Pose {
  let knot = findKnot(time);
  let share = multiplyF64(subtractF64(time, knots[knot].time), knots[knot].inverseStep);
  var arm = program.keptArm;
  var pose = Pose(array<Vector, 3>(program.rowX, program.rowY, program.rowZ), knots[knot].position, array<F64, 2>());
  for (var k = 0; k < 2; k++) { pose.level[k] = f64FromF32(knots[knot].levelRight[k]); }
  if (program.motion == PLATFORM_TURNS) { turnTo(&pose, &arm, knot, share); }
  if (program.motion != PLATFORM_STANDS) {
    for (var axis = fromZero(); axis < 3; axis++) {
      pose.origin[axis] = between(pose.origin[axis], knots[knot + 1u].position[axis], share);
    }
  }
  for (var axis = fromZero(); axis < 3; axis++) { pose.origin[axis] = addF64(pose.origin[axis], arm[axis]); }
  return pose;
}

// Gives the pose its rotation, lever arm and level direction between two knots of a platform that turns.
fn turnTo(pose: ptr<function, Pose>, arm: ptr<function, Vector>, knot: u32, share: F64) {
  let rotation = rotate(attitudeAt(knot, share));
  let columns = array<Vector, 4>(program.axisX, program.axisY, program.axisZ, program.leverArm);
  let axes = array<Vector, 3>(program.axisX, program.axisY, program.axisZ);
  for (var axis = fromZero(); axis < 3; axis++) {
    let swapped = swapAxes(axes, rotation[axis]);
    var row = array<F64, 4>(swapped[0], swapped[1], swapped[2], F64_ZERO);
    for (var k = select(3, 0, program.frame == FRAME_TURNED); k < 4; k++) {
      row[k] = dotF64(rotation[axis], columns[k]);
    }
    (*pose).rows[axis] = Vector(row[0], row[1], row[2]);
    (*arm)[axis] = row[3];
  }
  for (var k = fromZero(); k < 2; k++) {
    (*pose).level[k] = between((*pose).level[k], f64FromF32(knots[knot + 1u].levelRight[k]), share);
  }
}

// The last knot at or before `time`, excluding the very last.
fn findKnot(time: F64) -> u32 {
  var knot = 0u;
  var end = program.knotCount - 1u;
  for (var halving = 0u; halving < 32u; halving++) {
    if (knot + 1u >= end) { break; }
    let middle = (knot + end) >> 1u;
    let later = lessF64(time, knots[middle].time);
    knot = select(middle, knot, later);
    end = select(end, middle, later);
  }
  return knot;
}

// The number at a fraction of the interval between two.
fn between(start: F64, end: F64, share: F64) -> F64 {
  return addF64(start, multiplyF64(share, subtractF64(end, start)));
}

// The quaternion x, y, z, w at a fraction of the way to the next knot, not normalized.
fn attitudeAt(knot: u32, share: F64) -> array<F64, 4> {
  var attitude: array<F64, 4>;
  for (var k = fromZero(); k < 4; k++) {
    attitude[k] = between(knots[knot].orientation[k], knots[knot + 1u].orientation[k], share);
  }
  return attitude;
}

// Rows of the quaternion's rotation.
fn rotate(q: array<F64, 4>) -> array<Vector, 3> {
  var norm = multiplyF64(q[0], q[0]);
  for (var k = 1 + fromZero(); k < 4; k++) { norm = addF64(norm, multiplyF64(q[k], q[k])); }
  // 2/|q|² to second order in the deviation of |q|² from 1: between knots 1° apart that is at most 2e-5, its cube
  // 1e-14.
  let lack = subtractF64(F64_ONE, norm);
  let s = addF64(F64_TWO, multiplyF64(scaleF64(lack, 1), addF64(F64_ONE, lack)));
  var scaled: Vector;
  var squares: Vector;
  for (var k = fromZero(); k < 3; k++) {
    scaled[k] = multiplyF64(s, q[k]);
    squares[k] = multiplyF64(scaled[k], q[k]);
  }
  // About axis k: of x y z w and s = 2/|q|², 1 − (s y y + s z z) on the diagonal, s y z ∓ s x w
  // beside it, and so on round.
  var rows: array<Vector, 3>;
  for (var k = fromZero(); k < 3; k++) {
    let next = (k + 1) % 3;
    let last = (k + 2) % 3;
    let low = min(next, last);
    let high = max(next, last);
    let product = multiplyF64(scaled[low], q[high]);
    let turn = multiplyF64(scaled[k], q[3]);
    rows[k][k] = subtractF64(F64_ONE, addF64(squares[low], squares[high]));
    rows[next][last] = subtractF64(product, turn);
    rows[last][next] = addF64(product, turn);
  }
  return rows;
}
