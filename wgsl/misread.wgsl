// misread: an instrument with systematic errors places points along the beams that it reads: they are turned about the
// pulse's origin, from the true beam to the reading, and moved along it.
// uses: double

// The point where the instrument places it. Only the change of the turn is added, so that small turns lose no digits.
fn misplaced(point: Point, pulse: Pulse, reading: Reading) -> Point {
  let away = fixed3(point.position - pulse.origin);
  let up = crossFixed(pulse.right, pulse.direction);
  let readUp = crossFixed(reading.right, reading.direction);
  let sideways = fixed3(fixed3(reading.right - pulse.right) * dotFixed(away, pulse.right));
  let ahead = fixed3(fixed3(reading.direction - pulse.direction) * dotFixed(away, pulse.direction));
  let upwards = fixed3(fixed3(readUp - up) * dotFixed(away, up));
  let turned = fixed3(fixed3(ahead + sideways) + upwards);
  var moved = point;
  moved.position = fixed3(point.position + fixed3(turned + fixed3(reading.direction * reading.rangeError)));
  moved.range = fixed(point.range + reading.rangeError);
  return moved;
}
