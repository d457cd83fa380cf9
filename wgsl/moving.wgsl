// moving: the place of a mover at the time of a pulse, as the affine map from the device frame into its mesh's: rows
// like those of an Instance. Between two knots of its motion, position and quaternion are linear in time. Times and
// positions are Doubles (the CPU: f64), rotations f32, rounded step by step as on the CPU; the rows are f32. Motions
// and knots are read as the Instances behind which they lie.
// uses: double double3 knots
// asks for: takeShape
// gives: HAS_MOVERS mapAt mapInHand mapMover moverRoot takeTime

const HAS_MOVERS = true;

// The scene's clock at the emission of the pulse in hand, and the record of the last mover that was mapped, with the
// rows of its map at that time.
var<private> sceneTime: Double;
var<private> mapped: Instance;

// A pose of a body.
struct BodyPose {
  place: Double3,
  turn: vec4<f32>,
}

// Begins with a pulse.
fn takeTime(pulse: Pulse) {
  let start = doubleFromPair(instrument.sceneTimeHigh, instrument.sceneTimeLow);
  sceneTime = addDouble(start, doubleFromPair(pulse.timeHigh, pulse.timeLow));
}

// Root of the tree over the boxes of movers in the window in which the pulse lies.
fn moverRoot() -> u32 {
  let since = doubleToF32(subtractDouble(sceneTime, Double(chunk.windowStartHigh, chunk.windowStartLow)));
  let window = u32(clamp(since * chunk.windowsASecond, 0.0, f32(chunk.windowCount - 1u)));
  return chunk.windowNode + window * chunk.windowNodes;
}

fn isMoving(flags: u32) -> bool {
  return (flags & MOVES) != 0u;
}

// An instance with its map, of a mover the last one that was mapped.
fn mapInHand(instance: u32) -> Instance {
  if (isMoving(instances[instance].flags)) { return mapped; }
  return instances[instance];
}

// An instance with its map at the time of the pulse.
fn mapAt(instance: u32) -> Instance {
  if (mapMover(instance) && isMoving(instances[instance].flags)) { return mapped; }
  return instances[instance];
}

// Maps an instance at the time of the pulse, if it moves; false if it is not there then.
fn mapMover(instance: u32) -> bool {
  if (!isMoving(instances[instance].flags)) { return true; }
  let motion = motionOf(instance);
  let time = timeInMotion(motion, sceneTime);
  let knot = knotAt(motion, time);
  if (instances[knot].flags == 1u) { return false; }
  mapped = storeMap(instances[instance], setPose(knot, time));
  if ((mapped.flags & DEFORMS) != 0u) { takeShape(motion, sceneTime); }
  return true;
}

// The motion of a mover: see Motion.
fn motionOf(instance: u32) -> u32 {
  return instance + chunk.moverCount;
}

// The pose at a time behind a knot.
fn setPose(knot: u32, time: Double) -> BodyPose {
  let perStep = doubleFromPair(bitcast<f32>(instances[knot].rootNode), bitcast<f32>(instances[knot].surfaceBase));
  var share = multiplyDouble(subtractDouble(time, timeOfKnot(knot)), perStep);
  // Before the first knot a body stands.
  if (share.x <= 0.0) { share = Double(0.0, 0.0); }
  // With a share of 0 the knot may be the last one.
  let next = select(knot + 1u, knot, share.x == 0.0);
  return BodyPose(
    Double3(
      alongWay(doubleFromPair(instances[knot].toMesh0.x, instances[knot].toMesh1.x),
        doubleFromPair(instances[next].toMesh0.x, instances[next].toMesh1.x), share),
      alongWay(doubleFromPair(instances[knot].toMesh0.y, instances[knot].toMesh1.y),
        doubleFromPair(instances[next].toMesh0.y, instances[next].toMesh1.y), share),
      alongWay(doubleFromPair(instances[knot].toMesh0.z, instances[knot].toMesh1.z),
        doubleFromPair(instances[next].toMesh0.z, instances[next].toMesh1.z), share),
    ),
    alongTurn(instances[knot].toMesh2, instances[next].toMesh2, doubleToF32(share)),
  );
}

// Likewise the quaternion.
fn alongTurn(start: vec4<f32>, end: vec4<f32>, share: f32) -> vec4<f32> {
  let way = fixed4(end - start);
  return fixed4(start + fixed4(share * way));
}

// The map from the device frame into the body's, by the pose, and from there into the mesh's, in place of an
// instance's.
fn storeMap(instance: Instance, pose: BodyPose) -> Instance {
  let q = pose.turn;
  // 2/|q|² as a series: the square is below 1 by 0.017 at most, between knots 30° apart.
  let lack = fixed(1.0 - fixed(dotFixed(q.xyz, q.xyz) + fixed(q.w * q.w)));
  let second = fixed(1.0 + fixed(lack * fixed(1.0 + lack)));
  let s = fixed(2.0 + 2.0 * fixed(lack * fixed(1.0 + fixed(lack * second))));
  let sv = fixed3(s * q.xyz);
  // xx, yy, zz; xy, yz, zx; xw, yw, zw.
  let squares = fixed3(sv * q.xyz);
  let pairs = fixed3(sv * q.yzx);
  let turns = fixed3(sv * q.w);
  let zx = fixed(sv.x * q.z);
  let ahead = fixed3(vec3<f32>(pairs.x, pairs.y, zx) + turns.zxy);
  let back = fixed3(vec3<f32>(pairs.x, pairs.y, zx) - turns.zxy);
  // Rows of body to device frame: those of the inverse are its columns. ahead: xy + zw, yz + xw, zx + yw.
  let rowX = vec3<f32>(fixed(1.0 - fixed(squares.y + squares.z)), back.x, ahead.z);
  let rowY = vec3<f32>(ahead.x, fixed(1.0 - fixed(squares.x + squares.z)), back.y);
  let rowZ = vec3<f32>(back.z, ahead.y, fixed(1.0 - fixed(squares.x + squares.y)));
  var map = instance;
  map.toMesh0 = inBody(instance.toMesh0, rowX, rowY, rowZ, pose.place);
  map.toMesh1 = inBody(instance.toMesh1, rowX, rowY, rowZ, pose.place);
  map.toMesh2 = inBody(instance.toMesh2, rowX, rowY, rowZ, pose.place);
  return map;
}

// A row of the map, with the shift by which the body's place becomes its origin.
fn inBody(row: vec4<f32>, rowX: vec3<f32>, rowY: vec3<f32>, rowZ: vec3<f32>, place: Double3) -> vec4<f32> {
  let linear = vec3<f32>(dotFixed(row.xyz, rowX), dotFixed(row.xyz, rowY), dotFixed(row.xyz, rowZ));
  return vec4<f32>(linear, doubleToF32(subtractDouble(Double(row.w, 0.0), along(place, linear))));
}
