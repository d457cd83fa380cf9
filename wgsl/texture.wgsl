// texture: effects of images on a hit besides masks: its surface among several, and a factor of its material's
// reflectance there.
// uses: double frames images
// asks for: mapAt

// The surface of a hit, as selected by an image, and the factor of its reflectance.
struct Textured {
  surface: u32,
  factor: f32,
}

fn textured(hit: Hit, origin: vec3<f32>, direction: vec3<f32>) -> Textured {
  let surface = surfaces[hit.surface];
  var found = Textured(hit.surface, 1.0);
  if (surface.choice == 0u && surface.reflectance == 0u) { return found; }
  let uv = placeHit(hit, origin, direction);
  if (surface.choice != 0u) {
    let number = texel(surface.choice, uv);
    if (number < images[surface.choice + 4u]) { found.surface = surface.choices + number; }
  }
  let reflectance = surfaces[found.surface].reflectance;
  if (reflectance != 0u) { found.factor = f32(texel(reflectance, uv)) / CHANNEL_FULL; }
  return found;
}

// The texel of the colours at a hit on `surface`, opaque; white without such a texture.
fn colorAt(surface: u32, hit: Hit, origin: vec3<f32>, direction: vec3<f32>) -> u32 {
  let texture = surfaces[surface].color;
  if (texture == 0u) { return WHITE; }
  return texel(texture, placeHit(hit, origin, direction)) & WHITE;
}

// Texture coordinates of a hit.
fn placeHit(hit: Hit, origin: vec3<f32>, direction: vec3<f32>) -> vec2<f32> {
  let instance = mapAt(hit.instance);
  var point = fixed3(origin + fixed3(hit.distance * direction));
  if (!isInPlace(instance.flags)) {
    point = vec3<f32>(
      alongRowF32(instance.toMesh0, point),
      alongRowF32(instance.toMesh1, point),
      alongRowF32(instance.toMesh2, point),
    );
  }
  return placeOnTexture(hit.instance, hit.triangle, point);
}
