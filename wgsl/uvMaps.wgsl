// Replaces shapeMaps.wgsl if no mesh changes its shape.
// uses: images
// gives: uvMapOf

fn uvMapOf(instance: u32, triangle: u32) -> UvMap {
  return storedUvMap(instances[instance].uvMaps + triangle * UV_MAP_WORDS);
}
