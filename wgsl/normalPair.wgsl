// Normal numbers from uniform ones.
// uses: double random

// Two independent standard normal numbers made from two words (Box and Muller 1958).
fn normalPair(radius: u32, angle: u32) -> CirclePoint {
  let root = rootDouble(-2.0 * logUniform(radius));
  let point = circlePoint(angle);
  return CirclePoint(multiplyDouble(root, point.sine), multiplyDouble(root, point.cosine));
}
