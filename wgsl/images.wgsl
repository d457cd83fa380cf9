// Texels at places of triangles: nearest texel, no filter. Every step is rounded to f32, as on the CPU, so that both
// engines read the same texel. Records of records.wgsl, as words.
// uses: double frames
// asks for: uvMapOf

const UV_MAP_WORDS: u32 = 8u;

// Texture coordinates of a point of the mesh's frame, on triangle number `triangle` of an instance that has them.
fn placeOnTexture(instance: u32, triangle: u32, point: vec3<f32>) -> vec2<f32> {
  let map = uvMapOf(instance, triangle);
  return vec2<f32>(alongRowF32(map.u, point), alongRowF32(map.v, point));
}

// A UvMap among the images.
fn storedUvMap(at: u32) -> UvMap {
  return UvMap(imageRow(at), imageRow(at + 4u));
}

// Four words of the images as numbers.
fn imageRow(at: u32) -> vec4<f32> {
  return bitcast<vec4<f32>>(vec4<u32>(images[at], images[at + 1u], images[at + 2u], images[at + 3u]));
}

// The texel at `uv` of the texture at a place among the images.
fn texel(texture: u32, uv: vec2<f32>) -> u32 {
  let format = images[texture + 3u];
  let width = images[texture + 1u];
  let column = texelAlong(uv.x, width, (format >> WRAP_U_SHIFT) & WRAP_MASK);
  let row = texelAlong(uv.y, images[texture + 2u], (format >> WRAP_V_SHIFT) & WRAP_MASK);
  let bits = format & TEXEL_BITS_MASK;
  let number = row * width + column;
  // Texels of 2ᵇ bits: 2⁵⁻ᵇ of them in a word.
  let word = images[images[texture] + (number >> (5u - bits))];
  if (bits == 5u) { return word; }
  let inWord = (number & ((1u << (5u - bits)) - 1u)) << bits;
  return (word >> inWord) & ((1u << (1u << bits)) - 1u);
}

// Number of the texel at `x` on an axis with `count` of them.
fn texelAlong(x: f32, count: u32, wrap: u32) -> u32 {
  var within = fixed(x - floor(x));
  if (wrap == WRAP_MIRROR) {
    let half = x * 0.5;
    let twice = fixed(half - floor(half)) * 2.0;
    within = select(twice, fixed(2.0 - twice), twice > 1.0);
  } else if (wrap == WRAP_CLAMP) {
    within = clamp(x, 0.0, 1.0);
  }
  return min(u32(fixed(within * f32(count))), count - 1u);
}
