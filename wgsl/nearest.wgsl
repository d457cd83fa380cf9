// The nearest hit of a subray while it is being traversed.

// No triangle: the subray has hit nothing.
const NONE: u32 = 0xffffffffu;

struct Nearest {
  // In lengths of the direction.
  distance: f32,
  // Its place in `triangles`, its number in its mesh, the instance that it belongs to.
  triangle: u32,
  number: u32,
  instance: u32,
}

// Keeps a hit that is nearer; equal distances go to the lower instance, then triangle.
fn keepNearer(nearest: ptr<function, Nearest>, distance: f32, triangle: u32, number: u32, instance: u32) {
  let old = *nearest;
  let goesFirst = instance < old.instance || (instance == old.instance && number < old.number);
  if (distance < old.distance || (distance == old.distance && goesFirst)) {
    *nearest = Nearest(distance, triangle, number, instance);
  }
}
