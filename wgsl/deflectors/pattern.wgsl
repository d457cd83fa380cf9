// Any pattern: one direction a shot from a table, over and over.
// uses: float64 schedule vectors
// gives: Element deflect

alias Element = Aim;

fn deflect(shot: Shot, channel: u32) -> Vector {
  let aim = elements[shot.since % program.elementCount];
  return Vector(f64FromF32(aim.x), f64FromF32(aim.y), f64FromF32(aim.z));
}
