import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  Mesh,
  RawShaderMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
} from 'three';

/** How lines look. */
export interface LineStyle {
  /** 0xRRGGBB. */
  color: number;
  /** Colour of a thin edge on both sides, which parts the line from whatever is behind it; absent: none. */
  edge?: number;
  /** CSS pixels. */
  width: number;
  opacity?: number;
}

/** Straight pieces from point to point, of one width on the screen, seen through everything. */
export function wideLines(lines: readonly ArrayLike<number>[], style: LineStyle): Mesh {
  const pieces = lines.reduce((sum, line) => sum + Math.max(0, line.length / 3 - 1), 0);
  const [from, to, corner] = [3, 3, 2].map((size) => new Float32Array(4 * pieces * size));
  const index = new Uint32Array(6 * pieces);
  let piece = 0;
  for (const line of lines)
    for (let k = 3; k < line.length; k += 3, piece++) setPiece({ from, to, corner, index }, piece, line, k);
  const geometry = new BufferGeometry();
  geometry.setAttribute('start', new BufferAttribute(from, 3));
  geometry.setAttribute('end', new BufferAttribute(to, 3));
  geometry.setAttribute('corner', new BufferAttribute(corner, 2));
  geometry.setIndex(new BufferAttribute(index, 1));
  const mesh = new Mesh(geometry, materialOf(style));
  mesh.frustumCulled = false;
  const { resolution } = (mesh.material as RawShaderMaterial).uniforms;
  mesh.onBeforeRender = (renderer: WebGLRenderer) => {
    renderer.getSize(resolution.value as Vector2);
  };
  return mesh;
}

interface Pieces {
  from: Float32Array;
  to: Float32Array;
  corner: Float32Array;
  index: Uint32Array;
}

/** The four corners and two triangles of the piece that ends at the point from number `k` of a line. */
function setPiece({ from, to, corner, index }: Pieces, piece: number, line: ArrayLike<number>, k: number): void {
  for (let c = 0; c < 4; c++) {
    for (let axis = 0; axis < 3; axis++) {
      from[(4 * piece + c) * 3 + axis] = line[k - 3 + axis];
      to[(4 * piece + c) * 3 + axis] = line[k + axis];
    }
    corner.set([c & 1, (c >> 1) * 2 - 1], (4 * piece + c) * 2);
  }
  const first = 4 * piece;
  index.set([first, first + 1, first + 2, first + 2, first + 1, first + 3], 6 * piece);
}

const materialOf = ({ color, edge = color, width, opacity = 1 }: LineStyle): RawShaderMaterial =>
  new RawShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      resolution: { value: new Vector2(1, 1) },
      width: { value: edge === color ? width : width + 2 },
      inner: { value: edge === color ? 1 : width / (width + 2) },
      color: { value: rgb(color) },
      edge: { value: rgb(edge) },
      opacity: { value: opacity },
    },
  });

/** 0xRRGGBB as it goes to the screen. */
export const rgb = (color: number): Vector3 =>
  new Vector3((color >> 16) / 255, ((color >> 8) & 255) / 255, (color & 255) / 255);

const VERTEX = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform vec2 resolution;
uniform float width;
in vec3 start, end;
in vec2 corner;
out float across;
const float NEAR = -0.02;

void main() {
  vec4 a = modelViewMatrix * vec4(start, 1.0), b = modelViewMatrix * vec4(end, 1.0);
  // What is behind the viewer is cut off.
  if (a.z > NEAR && b.z < NEAR) a = mix(b, a, (NEAR - b.z) / (a.z - b.z));
  if (b.z > NEAR && a.z < NEAR) b = mix(a, b, (NEAR - a.z) / (b.z - a.z));
  vec4 from = projectionMatrix * a, to = projectionMatrix * b;
  vec2 way = (to.xy / to.w - from.xy / from.w) * resolution;
  vec2 along = length(way) > 1e-4 ? normalize(way) : vec2(1.0, 0.0);
  vec2 side = vec2(-along.y, along.x) * corner.y + along * (2.0 * corner.x - 1.0) * 0.35;
  gl_Position = corner.x < 0.5 ? from : to;
  gl_Position.xy += side * width / resolution * gl_Position.w;
  across = corner.y;
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 color, edge;
uniform float inner, opacity;
in float across;
out vec4 pixel;

void main() {
  pixel = vec4(mix(color, edge, step(inner, abs(across))), opacity);
}
`;
