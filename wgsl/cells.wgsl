// The way of a subray through the cells of a medium (Amanatides and Woo 1987, "A Fast Voxel Traversal Algorithm for Ray
// Tracing", Eurographics). The distance of a plane between cells is computed from the plane itself, so that errors do
// not add up. Every operation rounded as on the CPU.
// uses: double frames nearest

// A ray with fewer cells a metre than this along an axis does not leave its layer of cells; a thinner medium counts as
// none.
const LEAST: f32 = 1e-20;

// Start of a ray, in cells; cells per metre along it, and metres per cell; the distances of entry and exit.
struct Way {
  place: vec3<f32>,
  along: vec3<f32>,
  per: vec3<f32>,
  begins: f32,
  ends: f32,
}

// The way of the ray among the cells of a medium before `limit`; it ends where it begins, or before, if there is none.
fn enterCells(m: u32, origin: vec3<f32>, direction: vec3<f32>, limit: f32) -> Way {
  let medium = media[m];
  let place = vec3<f32>(
    alongRowF32(medium.toCells0, origin),
    alongRowF32(medium.toCells1, origin),
    alongRowF32(medium.toCells2, origin),
  );
  let along = vec3<f32>(
    dotFixed(medium.toCells0.xyz, direction),
    dotFixed(medium.toCells1.xyz, direction),
    dotFixed(medium.toCells2.xyz, direction),
  );
  var way = Way(place, along, vec3<f32>(perCell(along.x), perCell(along.y), perCell(along.z)), 0.0, limit);
  clip(&way, place.x, way.per.x, medium.countX);
  clip(&way, place.y, way.per.y, medium.countY);
  clip(&way, place.z, way.per.z, medium.countZ);
  return way;
}

// Metres a cell along an axis; 0 if the ray stays in its layer.
fn perCell(along: f32) -> f32 {
  if (abs(along) < LEAST) { return 0.0; }
  return roundedQuotient(1.0, along);
}

// Narrows a way to the ray's part among the cells along an axis.
fn clip(way: ptr<function, Way>, place: f32, per: f32, count: u32) {
  let size = f32(count);
  if (per == 0.0) {
    if (!(place >= 0.0 && place < size)) { (*way).ends = -1.0; }
    return;
  }
  let low = fixed(-place * per);
  let high = fixed(fixed(size - place) * per);
  (*way).begins = max((*way).begins, min(low, high));
  (*way).ends = min((*way).ends, max(low, high));
}

// The distance at which the ray has passed the optical depth `depth` on its way through a
// medium; −1 if it leaves before.
fn depthReached(m: u32, way: Way, depth: f32) -> f32 {
  let thickness = thicknessOf(m, way);
  if (!(thickness >= LEAST)) { return -1.0; }
  // Of m²/m³ times metres.
  var rest = roundedQuotient(depth, thickness);
  var walk = beginCells(m, way);
  for (var left = walk.left; left > 0u; left--) {
    if (!nextCell(&walk, way)) { break; }
    let passed = fixed(walk.density * max(fixed(walk.cellTo - walk.cellFrom), 0.0));
    if (walk.density > 0.0 && passed >= rest) {
      return min(fixed(walk.cellFrom + roundedQuotient(rest, walk.density)), walk.cellTo);
    }
    rest = fixed(rest - passed);
  }
  return -1.0;
}

// Optical depth a metre of the density 1 along a way.
fn thicknessOf(m: u32, way: Way) -> f32 {
  return fixed(media[m].perDensity * projection(media[m], way.along.z));
}

// A ray among the cells of a medium: its way through the last cell, and the density there; the cell in which it goes on
// from the distance `at`, and how many are left.
struct Walk {
  cellFrom: f32,
  cellTo: f32,
  density: f32,
  cell: vec3<i32>,
  count: vec3<i32>,
  firstCell: u32,
  left: u32,
  at: f32,
}

// Begins before the first cell of a way.
fn beginCells(m: u32, way: Way) -> Walk {
  let medium = media[m];
  let count = vec3<i32>(vec3<u32>(medium.countX, medium.countY, medium.countZ));
  let cell = vec3<i32>(
    cellAt(way, way.place.x, way.along.x, count.x),
    cellAt(way, way.place.y, way.along.y, count.y),
    cellAt(way, way.place.z, way.along.z, count.z),
  );
  return Walk(0.0, 0.0, 0.0, cell, count, medium.firstDensity, u32(count.x + count.y + count.z), way.begins);
}

// Goes on to the next cell; returns whether there is one.
fn nextCell(walk: ptr<function, Walk>, way: Way) -> bool {
  if ((*walk).left == 0u) { return false; }
  (*walk).left -= 1u;
  let cell = (*walk).cell;
  let count = (*walk).count;
  let nextX = plane(cell.x, way.place.x, way.per.x);
  let nextY = plane(cell.y, way.place.y, way.per.y);
  let nextZ = plane(cell.z, way.place.z, way.per.z);
  let leave = min(min(nextX, nextY), nextZ);
  (*walk).cellFrom = (*walk).at;
  (*walk).cellTo = min(leave, way.ends);
  (*walk).density = densities[(*walk).firstCell + u32((cell.z * count.y + cell.y) * count.x + cell.x)];
  (*walk).at = max((*walk).at, leave);
  var next = cell;
  if (nextX == leave) {
    next.x += select(-1, 1, way.per.x > 0.0);
  } else if (nextY == leave) {
    next.y += select(-1, 1, way.per.y > 0.0);
  } else {
    next.z += select(-1, 1, way.per.z > 0.0);
  }
  (*walk).cell = next;
  if (leave >= way.ends || any(next < vec3<i32>()) || any(next >= count)) { (*walk).left = 0u; }
  return true;
}

// The cell along an axis in which the ray enters.
fn cellAt(way: Way, place: f32, along: f32, count: i32) -> i32 {
  let cell = floor(fixed(place + fixed(way.begins * along)));
  return i32(min(max(cell, 0.0), f32(count - 1)));
}

// Distance at which the ray leaves a cell along an axis.
fn plane(cell: i32, place: f32, per: f32) -> f32 {
  if (per == 0.0) { return FAR_AWAY; }
  return fixed(fixed(f32(select(cell, cell + 1, per > 0.0)) - place) * per);
}

// Mean projection of a leaf's area along a ray that goes `rise` cells up a metre, by its angle to the axis
// that points up in the voxels.
fn projection(medium: Medium, rise: f32) -> f32 {
  if (medium.firstProjection == NONE) { return 1.0; }
  let cosine = clamp(fixed(rise * medium.height), -1.0, 1.0);
  let place = fixed(fixed(cosine + 1.0) * f32(PROJECTIONS / 2u));
  let cell = min(u32(place), PROJECTIONS - 1u);
  let at = medium.firstProjection + cell;
  let low = densities[at];
  return fixed(low + fixed(fixed(place - f32(cell)) * fixed(densities[at + 1u] - low)));
}
