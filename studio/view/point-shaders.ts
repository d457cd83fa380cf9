/**
 * Shaders of points of five words (see PackedPoints) and a value; with `picking`, of their numbers in place of colours.
 * Modes: 0 class, 1 intensity, 2 return, 3 leg, 4 object, 5 value, 6 height, 7 name of a value. `filtering`: `shown`
 * and `heights` hide points, as in `isShownBy`.
 */
export const VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform sampler2D palette, ramp, shown;
uniform int mode, picking, filtering;
uniform float size, altitude;
uniform vec2 limits;
uniform vec4 heights;
uniform uint base;
in uvec3 place;
in uvec2 small;
in float value;
out vec4 shade;

vec4 ofPalette(uint number) { return texelFetch(palette, ivec2(int(number & 255u), 0), 0); }
vec4 ofRamp(float t) { return texelFetch(ramp, ivec2(int(clamp(t, 0.0, 1.0) * 255.0 + 0.5), 0), 0); }

// A hue for each number, neighbours far apart.
vec4 ofNumber(uint number) {
  float hue = fract(float(number) * 0.61803398875);
  vec3 rgb = clamp(abs(fract(hue + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  return vec4(mix(vec3(0.85), rgb, 0.6) * (0.65 + 0.35 * fract(float(number) * 0.381966)), 1.0);
}

bool isShown(uint number, int of) { return texelFetch(shown, ivec2(int(number & 255u), 0), 0)[of] > 0.0; }

bool isAllShown(uint numbers, float height) {
  float at = clamp((height - heights.x) / (heights.y - heights.x), 0.0, 1.0) * 255.0;
  bool isWhole = heights.z <= 0.0 && heights.w >= 255.0;
  return isShown(numbers, 0) && isShown(numbers >> 8, 1) && isShown(numbers >> 16, 2) && isShown(numbers >> 24, 3)
    && (isWhole || (floor(at + 0.5) >= heights.z && floor(at + 0.5) <= heights.w));
}

void main() {
  vec4 eye = modelViewMatrix * vec4(uintBitsToFloat(place), 1.0);
  gl_Position = projectionMatrix * eye;
  gl_PointSize = size;
  uint kind = small.x & 255u;
  uint numbers = (small.x >> 16) & 255u;
  if (mode == 0) shade = ofPalette(kind);
  else if (mode == 1) shade = ofRamp(float((small.x >> 8) & 255u) / 255.0);
  else if (mode == 2) shade = ofPalette(numbers);
  else if (mode == 3) shade = ofPalette(small.x >> 24);
  else if (mode == 4) shade = ofNumber(small.y & 65535u);
  else if (mode == 5)
    shade = value == 65535.0 ? vec4(0.5, 0.5, 0.5, 1.0) : ofRamp((value - limits.x) / max(1.0, limits.y - limits.x));
  else if (mode == 6) shade = ofRamp((uintBitsToFloat(place.z) + altitude - limits.x) / (limits.y - limits.x));
  else shade = ofPalette(min(uint(value), 255u));
  if (filtering == 1 && !isAllShown(small.x, uintBitsToFloat(place.z) + altitude)) shade.a = 0.0;
  if (shade.a == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (picking == 1) {
    uint id = base + uint(gl_VertexID) + 1u;
    shade = vec4(uvec4(id, id >> 8, id >> 16, id >> 24) & 255u) / 255.0;
  }
}
`;

export const FRAGMENT = /* glsl */ `
precision highp float;
in vec4 shade;
out vec4 color;
void main() { color = shade; }
`;
