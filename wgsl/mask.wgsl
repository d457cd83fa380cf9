// mask: a hit where a surface's texture is transparent is no hit. Leaves are mostly drawn as rectangles that a mask cuts out.
// A program for scenes without masks has unmasked.wgsl instead, and does without the images.

// Whether a triangle is opaque where a ray (in the mesh's frame) meets it; false: cut out.
fn opaqueAt(triangle: Triangle, ray: Ray, distance: f32, instance: u32) -> bool {
  if ((instances[instance].flags & HAS_MASKS) == 0u) { return true; }
  let mask = surfaces[instances[instance].surfaceBase + triangle.group].mask;
  if (mask == 0u) { return true; }
  let point = fixed3(fixed3(ray.origin + ray.exit) + fixed3(distance * ray.direction));
  return texel(mask, placeOnTexture(instances[instance].uvMaps, triangle.id, point)) != 0u;
}
