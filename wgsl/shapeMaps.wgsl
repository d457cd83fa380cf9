// shapeMaps: the texture coordinates over a triangle; of a mover that changes its shape at the time at which it was
// mapped last. With edges e and f from corner a and the normal n = e × f, the shares of the other two corners grow
// along f × n / n² and n × e / n² (src/pack/uv-maps.ts has them of meshes that keep their shapes). In f32, rounded step
// by step as on the CPU.
// uses: double images shapes
// gives: uvMapOf

const SHAPE_UVS_WORDS: u32 = 12u;

fn uvMapOf(instance: u32, triangle: u32) -> UvMap {
  let maps = instances[instance].uvMaps;
  if (!isDeforming(instance)) { return storedUvMap(maps + triangle * UV_MAP_WORDS); }
  let uvs = maps + triangle * SHAPE_UVS_WORDS;
  let stride = images[uvs + 3u];
  let a = cornerAt(images[uvs], stride);
  let e = fixed3(cornerAt(images[uvs + 1u], stride) - a);
  let f = fixed3(cornerAt(images[uvs + 2u], stride) - a);
  let n = crossFixed(e, f);
  let square = dotFixed(n, n);
  // What has no area is not hit.
  let inverse = select(0.0, roundedQuotient(1.0, square), square > 0.0);
  let ofB = crossFixed(f, n);
  let ofC = crossFixed(n, e);
  return UvMap(rowOf(imageRow(uvs + 4u), a, ofB, ofC, inverse), rowOf(imageRow(uvs + 8u), a, ofB, ofC, inverse));
}

// A vertex, by its place at the first key.
fn cornerAt(place: u32, stride: u32) -> vec3<f32> {
  let at = place + shapeInterval * stride;
  let start = vertexAt(at);
  return fixed3(start + fixed3(shapeShare * fixed3(vertexAt(at + stride) - start)));
}

fn vertexAt(at: u32) -> vec3<f32> {
  return bitcast<vec3<f32>>(vec3<u32>(images[at], images[at + 1u], images[at + 2u]));
}

// The row of a coordinate, by its values at the corners.
fn rowOf(values: vec4<f32>, a: vec3<f32>, ofB: vec3<f32>, ofC: vec3<f32>, inverse: f32) -> vec4<f32> {
  let toB = fixed(values.y - values.x);
  let toC = fixed(values.z - values.x);
  let slope = fixed3(inverse * fixed3(fixed3(toB * ofB) + fixed3(toC * ofC)));
  return vec4<f32>(slope, fixed(values.x - dotFixed(slope, a)));
}
