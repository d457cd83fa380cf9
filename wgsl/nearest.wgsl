// The nearest hit of a subray while it is being traversed.

// Beyond any range.
const FAR_AWAY: f32 = 3.0e38;

struct Nearest {
  // In lengths of the direction.
  distance: f32,
  // Its index in `triangles`, its number in its mesh, and its instance.
  triangle: u32,
  number: u32,
  instance: u32,
}

// Whether the hit is certain, or must be found in Doubles; traverse stores this in place of the surface.
const SURE: u32 = 0u;
const IN_DOUBT: u32 = 1u;

// No hit yet.
fn startNearest() -> Nearest {
  return Nearest(FAR_AWAY, NONE, NONE, NONE);
}

// Keeps a hit that is nearer; equal distances go to the lower instance, then triangle.
fn keepNearer(nearest: ptr<function, Nearest>, distance: f32, triangle: u32, number: u32, instance: u32) {
  let old = *nearest;
  let goesFirst = instance < old.instance || (instance == old.instance && number < old.number);
  if (distance < old.distance || (distance == old.distance && goesFirst)) {
    *nearest = Nearest(distance, triangle, number, instance);
  }
}
