// mask: a hit at a transparent texel of a surface's texture does not count. Leaves are mostly modelled as rectangles
// cut out by a mask. A program for scenes without masks has unmasked.wgsl instead, and does not bind the images.
// uses: double images triangles
// gives: opaqueAt

// Whether a triangle is opaque where a ray (in the mesh's frame) meets it; otherwise it is cut out there.
fn opaqueAt(triangle: Triangle, ray: Ray, distance: f32, instance: u32) -> bool {
  if ((instances[instance].flags & HAS_MASKS) == 0u) { return true; }
  let mask = surfaces[instances[instance].surfaceBase + triangle.group].mask;
  if (mask == 0u) { return true; }
  let point = fixed3(fixed3(ray.origin + ray.exit) + fixed3(distance * ray.direction));
  return texel(mask, placeOnTexture(instance, triangle.id, point)) != 0u;
}
