// A bundle that goes through the trees as one (walk.wgsl): all subrays of a pulse, or a part of them. They leave
// from one point, or close to it (exits.wgsl), and stay within a fraction of a milliradian of each other, so they
// enter much the same boxes. Triangles are tested against the cone that holds them all, and subrays one by one only
// against those that it touches.
//
// Everything but the walk is as for a ray by itself: a subray's hit does not depend on its company. The hits so far lie
// in their final place, among the chunk's hits.
// uses: doubt frames hits nearMesh nearest places storeRaw triangles walk
// asks for: HAS_EXITS exitOf mapInHand opaqueAt takeTime triangleOf
// gives: Walker enter enterMesh leaveMesh meetLeaf

struct Walker {
  // The subrays: those from `first` on of a pulse.
  pulse: u32,
  first: u32,
  count: u32,
  // In the scene's frame; in that in which it is being traced.
  start: Beam,
  beam: Beam,
  box: BeamBox,
  instance: u32,
  // Whether the origin is that of the frame, not just near it.
  placed: bool,
  // Subrays without a hit; of all subrays' hits the farthest, behind which nothing counts.
  missing: u32,
  far: f32,
}

// All directions of a bundle lie between `least` and `most`, within `spread` of the middle between these, and are up to
// `length` long; subrays begin up to `exits` beside the origin.
struct Beam {
  origin: vec3<f32>,
  least: vec3<f32>,
  most: vec3<f32>,
  spread: f32,
  length: f32,
  exits: f32,
}

// Data of a bundle for box tests. Origins lie between `low` and `high`. Per axis, subrays reach a box soonest by the
// inverse of their largest direction if it lies above, of their smallest if it lies below; if all go one way, they have
// left it by the flattest one.
struct BeamBox {
  low: vec3<f32>,
  high: vec3<f32>,
  upwards: vec3<f32>,
  downwards: vec3<f32>,
  flattest: vec3<f32>,
  backwards: vec3<bool>,
  // 0; on axes with directions of both signs, along which subrays never leave a box, FAR_ALONG.
  open: vec3<f32>,
}

// Widens cones and boxes for the rounding of directions, of the middle one, and of frames: each is off by
// less than four times 2⁻²⁴.
const SPREAD_SLACK: f32 = 1e-6;
// Widens the interval of a box: a difference, a product (2⁻²⁴ each) and an inverse (2.5 units of 2⁻²³)
// on each of two distances.
const BEAM_SLACK: f32 = 1e-6;
// Beyond any range; and the inverse of a direction that leads nowhere, which makes it farther than that.
const FAR_ALONG: f32 = 1e20;
const NOWHERE: f32 = 1e28;

// Takes the subrays from `first` on of a pulse through the trees; their hits are stored.
fn traceBundle(pulse: u32, first: u32, count: u32) {
  for (var left = count; left > 0u; left--) { storeRaw(placeOf(pulse, first + left - 1u), startNearest(), SURE); }
  if (pulses[pulse].silent != 0u || count == 0u) { return; }
  takeTime(pulses[pulse]);
  let start = beamOf(pulse, first, count);
  var walker = Walker(pulse, first, count, start, start, boxInScene(start), 0u, true, count, FAR_AWAY);
  walk(&walker);
}

// The bounds of a pulse's directions.
fn beamOf(pulse: u32, first: u32, count: u32) -> Beam {
  var least = vec3<f32>(FAR_AWAY);
  var most = vec3<f32>(-FAR_AWAY);
  for (var left = count; left > 0u; left--) {
    let direction = directions[placeOf(pulse, first + left - 1u)].xyz;
    least = min(least, direction);
    most = max(most, direction);
  }
  let middle = 0.5 * (least + most);
  var square = 0.0;
  for (var left = count; left > 0u; left--) {
    let off = directions[placeOf(pulse, first + left - 1u)].xyz - middle;
    square = max(square, dot(off, off));
  }
  let spread = sqrt(square) * (1.0 + SPREAD_SLACK) + SPREAD_SLACK;
  return Beam(pulses[pulse].origin, least, most, spread, UNIT, select(0.0, instrument.exitReach, HAS_EXITS));
}

fn boxInScene(start: Beam) -> BeamBox {
  return boxOf(start, exitsAbout(start, vec3<f32>(start.exits)));
}

// Offsets of the subrays' starts from the origin, along each axis, if exits lie up to `reach` beside it.
fn exitsAbout(beam: Beam, reach: vec3<f32>) -> vec3<f32> {
  return select(vec3<f32>(), reach + ORIGIN_ROUNDING * (abs(beam.origin) + reach), HAS_EXITS);
}

// Data for box tests of a bundle whose subrays begin up to `off` from its origin.
fn boxOf(beam: Beam, off: vec3<f32>) -> BeamBox {
  let forwards = beam.least >= vec3<f32>(TINY);
  let backwards = beam.most <= vec3<f32>(-TINY);
  let steep = 1.0 - BEAM_SLACK;
  let flat = 1.0 + BEAM_SLACK;
  return BeamBox(
    beam.origin - off,
    beam.origin + off,
    select(inversesOf(beam.most, vec3<f32>(NOWHERE)) * steep, vec3<f32>(), backwards),
    select(-inversesOf(-beam.least, vec3<f32>(NOWHERE)) * steep, vec3<f32>(), forwards),
    select(inversesOf(beam.least, vec3<f32>()), -inversesOf(-beam.most, vec3<f32>()), backwards) * flat,
    backwards,
    select(vec3<f32>(FAR_ALONG), vec3<f32>(), forwards | backwards),
  );
}

// The inverses of numbers larger than TINY; for the rest, `others`.
fn inversesOf(x: vec3<f32>, others: vec3<f32>) -> vec3<f32> {
  let isLarge = x >= vec3<f32>(TINY);
  return select(others, 1.0 / select(vec3<f32>(1.0), x, isLarge), isLarge);
}

// Distance at which some subray may enter the box; FAR_AWAY if none does before the farthest hit.
fn enter(walker: ptr<function, Walker>, low: vec3<f32>, high: vec3<f32>) -> f32 {
  let box = (*walker).box;
  let above = low - box.high;
  let below = high - box.low;
  let near = max(above * box.upwards, below * box.downwards);
  let leave = select(below, above, box.backwards) * box.flattest + box.open;
  let entry = max(max(near.x, near.y), max(near.z, 0.0));
  return select(FAR_AWAY, entry, entry <= min(min(leave.x, leave.y), min(leave.z, (*walker).far)));
}

// Directions within δ of the middle one are within σδ of it in the mesh, σ being the most that the map stretches, and
// along an axis within δ times the length of the map's row.
fn enterMesh(walker: ptr<function, Walker>, instance: u32) {
  (*walker).instance = instance;
  if (isInPlace(instances[instance].flags)) { return; }
  let start = (*walker).start;
  let map = mapInHand(instance);
  let rows = mat3x3<f32>(map.toMesh0.xyz, map.toMesh1.xyz, map.toMesh2.xyz);
  let middle = (0.5 * (start.least + start.most)) * rows;
  let cone = start.spread + SPREAD_SLACK;
  let lengths = vec3<f32>(length(rows[0]), length(rows[1]), length(rows[2])) * (1.0 + SPREAD_SLACK);
  let stretch = mostStretch(rows);
  let origin = placeNearMesh(map, start.origin);
  let off = lengths * cone;
  let beam = Beam(origin, middle - off, middle + off, stretch * cone, stretch * start.length, stretch * start.exits);
  (*walker).beam = beam;
  (*walker).box = boxOf(beam, roundingReach(map, start.origin) + exitsAbout(beam, lengths * start.exits));
  (*walker).placed = false;
}

// σ: the root of the largest eigenvalue of M Mᵀ, at most its largest sum of a row (Gershgorin
// 1931); exact for similarities.
fn mostStretch(rows: mat3x3<f32>) -> f32 {
  let xy = abs(dot(rows[0], rows[1]));
  let xz = abs(dot(rows[0], rows[2]));
  let yz = abs(dot(rows[1], rows[2]));
  let sums = vec3<f32>(
    dot(rows[0], rows[0]) + xy + xz, xy + dot(rows[1], rows[1]) + yz, xz + yz + dot(rows[2], rows[2]),
  );
  // Six roundings of 2⁻²⁴ at most, and room to spare.
  return (1.0 + SPREAD_SLACK) * sqrt(max(max(sums.x, sums.y), sums.z));
}

fn leaveMesh(walker: ptr<function, Walker>) {
  (*walker).beam = (*walker).start;
  (*walker).box = boxInScene((*walker).start);
  (*walker).placed = true;
}

// The triangles of a leaf.
fn meetLeaf(walker: ptr<function, Walker>, first: u32, count: u32) {
  // A loop, where "if" would do: software adapters skip loops that no lane enters, but not branches.
  for (var due = u32(!(*walker).placed); due > 0u; due--) {
    (*walker).beam.origin = originInMesh(mapInHand((*walker).instance), (*walker).start.origin);
    (*walker).placed = true;
  }
  var found = false;
  for (var left = count; left > 0u; left--) {
    found = meetTriangle(walker, first + count - left) || found;
  }
  for (var due = u32(found && (*walker).missing == 0u); due > 0u; due--) { (*walker).far = farthestHit(walker); }
}

// Tests the subrays against a triangle that their cone touches; true if one found a nearer hit.
fn meetTriangle(walker: ptr<function, Walker>, k: u32) -> bool {
  let triangle = triangleOf((*walker).instance, k);
  let beam = (*walker).beam;
  // The sum of a vector's coordinates is at most twice its length.
  let edges = edgesOf(triangle, beam.origin, 2.0 * beam.exits, beam.length);
  let plane = planeThrough(edges);
  var found = false;
  for (var left = select(0u, (*walker).count, touchesCone(edges, beam)); left > 0u; left--) {
    found = meetSubray(walker, (*walker).first + left - 1u, k, triangle, edges, plane) || found;
  }
  return found;
}

// Whether the cone touches the triangle: a direction within `spread` of the middle one changes its product with a
// normal by spread times the normal's length at most; an exit changes it by twice the edge's length times that of
// the exit and the direction.
fn touchesCone(edges: Edges, beam: Beam) -> bool {
  let middle = 0.5 * (beam.least + beam.most);
  let products = vec3<f32>(dot(middle, edges.n0), dot(middle, edges.n1), dot(middle, edges.n2));
  let lengths = vec3<f32>(length(edges.n0), length(edges.n1), length(edges.n2));
  var reach = beam.spread * (1.0 + SPREAD_SLACK) * lengths + 2.0 * edges.doubt;
  if (HAS_EXITS) {
    let sides = vec3<f32>(length(edges.e0), length(edges.e1), length(edges.e2));
    reach += 2.0 * (1.0 + SPREAD_SLACK) * beam.exits * beam.length * sides;
  }
  return all(products >= -reach) || all(products <= reach);
}

// Tests one subray against a triangle; true if it found a nearer hit.
fn meetSubray(
  walker: ptr<function, Walker>, subray: u32, k: u32, triangle: Triangle, edges: Edges, plane: Plane,
) -> bool {
  let place = placeOf((*walker).pulse, subray);
  let ray = rayInHand(walker, directions[place].xyz);
  let side = sideOf(edges, ray);
  if (side == OUTSIDE) { return false; }
  doubted = false;
  let distance = intersectPlane(triangle, plane, side, ray, hitDistance(place));
  if (doubted) { hits[fieldOf(place, HIT_SURFACE)] = IN_DOUBT; }
  if (distance <= 0.0 || !opaqueAt(triangle, ray, distance, (*walker).instance)) { return false; }
  return keepStored(walker, place, distance, k, triangle.id);
}

// The subray of this direction in the frame in which the bundle is being traced.
fn rayInHand(walker: ptr<function, Walker>, direction: vec3<f32>) -> Ray {
  let instance = mapInHand((*walker).instance);
  let beam = (*walker).beam;
  var exit = vec3<f32>();
  if (HAS_EXITS) { exit = exitOf(pulses[(*walker).pulse], direction); }
  if (isInPlace(instance.flags)) { return Ray(beam.origin, exit, direction, beam.length); }
  return Ray(beam.origin, directionIntoMesh(instance, exit), directionIntoMesh(instance, direction), beam.length);
}

// Keeps a hit that is nearer than the stored one, by the rule of keepNearer; true if it is.
fn keepStored(walker: ptr<function, Walker>, place: u32, distance: f32, k: u32, number: u32) -> bool {
  let instance = (*walker).instance;
  let old = Nearest(hitDistance(place), hits[fieldOf(place, HIT_TRIANGLE)], NONE, hits[fieldOf(place, HIT_INSTANCE)]);
  if (distance == old.distance) {
    let goesFirst = instance < old.instance || (instance == old.instance && number < trianglesAt(old.triangle).id);
    if (!goesFirst) { return false; }
  }
  (*walker).missing -= u32(old.triangle == NONE);
  hits[place] = bitcast<u32>(distance);
  hits[fieldOf(place, HIT_TRIANGLE)] = k;
  hits[fieldOf(place, HIT_INSTANCE)] = instance;
  return true;
}

fn farthestHit(walker: ptr<function, Walker>) -> f32 {
  var far = 0.0;
  for (var left = (*walker).count; left > 0u; left--) {
    far = max(far, hitDistance(placeOf((*walker).pulse, (*walker).first + left - 1u)));
  }
  return far;
}
