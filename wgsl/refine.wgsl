// The winning hit of a subray once more in Doubles, against the triangle itself. The traversal picks in f32; the
// reported range is right to a fraction of a millimetre at any distance. With the plane's normal N and a corner a, the
// distance along d from the origin o is N·(a − o) / N·d (less N·s in the numerator for a subray that leaves at s). Each
// hit by itself: the CPU keeps the plane from one hit to the next.
// uses: double double3 frames nearest
// asks for: HAS_EXITS mapAt triangleOf

// The hit's record: distance, triangle by its number, surface, and the normal turned to the sensor.
fn refineHit(hit: Hit, origin: vec3<f32>, exit: vec3<f32>, direction: vec3<f32>) -> Hit {
  let instance = mapAt(hit.instance);
  let triangle = triangleOf(hit.instance, hit.triangle);
  let plane = planeOf(triangle);
  var toPlane = dot3(difference3(triangle.a, origin), plane);
  var normal = plane;
  if (!isInPlace(instance.flags)) {
    toPlane = dot3(fromPoint(triangle.a, intoMesh(instance, origin)), plane);
    normal = intoScene(instance, plane);
  }
  // f32 holds the exit's part to nanometres.
  let flat = vec3<f32>(doubleToF32(normal.x), doubleToF32(normal.y), doubleToF32(normal.z));
  let away = Double(dotFixed(flat, exit), 0.0);
  let slope = along(normal, direction);
  let t = doubleToF32(divideDouble(subtractDouble(toPlane, away), slope));
  // Exactly edge-on in Doubles, though not in f32: the traversal's distance stands.
  let distance = select(hit.distance, t, t > 0.0 && t < FAR_AWAY);
  // A subray may leave on the other side of the plane than the pulse's origin.
  let facing = unitNormal(normal, select(toPlane.x, slope.x, HAS_EXITS) > 0.0);
  let surface = instance.surfaceBase + triangle.group;
  return Hit(distance, triangle.id, hit.instance, surface, facing.x, facing.y, facing.z, 0.0);
}

// The normal of the triangle's plane, in the mesh's frame.
fn planeOf(triangle: Triangle) -> Double3 {
  return cross3(difference3(triangle.b, triangle.a), difference3(triangle.c, triangle.a));
}

fn fromPoint(a: vec3<f32>, origin: Double3) -> Double3 {
  return Double3(
    subtractDouble(Double(a.x, 0.0), origin.x),
    subtractDouble(Double(a.y, 0.0), origin.y),
    subtractDouble(Double(a.z, 0.0), origin.z),
  );
}

// The normal at length 1, turned round if the origin lies behind the plane.
fn unitNormal(normal: Double3, behind: bool) -> vec3<f32> {
  let inverse = divideDouble(Double(1.0, 0.0), rootDouble(dot3(normal, normal)));
  let unit = vec3<f32>(
    doubleToF32(multiplyDouble(normal.x, inverse)),
    doubleToF32(multiplyDouble(normal.y, inverse)),
    doubleToF32(multiplyDouble(normal.z, inverse)),
  );
  return select(unit, -unit, behind);
}
