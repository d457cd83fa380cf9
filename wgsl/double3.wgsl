// Vectors of Doubles.
// uses: double

struct Double3 { x: Double, y: Double, z: Double }

// a − b, exactly.
fn difference3(a: vec3<f32>, b: vec3<f32>) -> Double3 {
  return Double3(twoSum(a.x, -b.x), twoSum(a.y, -b.y), twoSum(a.z, -b.z));
}

fn cross3(a: Double3, b: Double3) -> Double3 {
  return Double3(
    subtractDouble(multiplyDouble(a.y, b.z), multiplyDouble(a.z, b.y)),
    subtractDouble(multiplyDouble(a.z, b.x), multiplyDouble(a.x, b.z)),
    subtractDouble(multiplyDouble(a.x, b.y), multiplyDouble(a.y, b.x)),
  );
}

fn dot3(a: Double3, b: Double3) -> Double {
  return addDouble(addDouble(multiplyDouble(a.x, b.x), multiplyDouble(a.y, b.y)), multiplyDouble(a.z, b.z));
}

// a · d, with d in f32.
fn along(a: Double3, d: vec3<f32>) -> Double {
  return addDouble(addDouble(scaleDouble(a.x, d.x), scaleDouble(a.y, d.y)), scaleDouble(a.z, d.z));
}
