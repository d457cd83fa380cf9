import {
  BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  Vector2,
  type WebGLRenderer,
} from 'three';
import { kept } from './kept-materials.js';
import { markMaterial, rgb } from './mark-material.js';

/** The look of lines. */
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
  const mesh = new Mesh(piecesOf(lines), materialOf(style));
  mesh.frustumCulled = false;
  const { resolution } = mesh.material.uniforms;
  mesh.onBeforeRender = (renderer: WebGLRenderer) => {
    renderer.getSize(resolution.value as Vector2);
  };
  return mesh;
}

/** An instance of two triangles for each piece. */
function piecesOf(lines: readonly ArrayLike<number>[]): InstancedBufferGeometry {
  const pieces = lines.reduce((sum, line) => sum + Math.max(0, line.length / 3 - 1), 0);
  const [starts, ends] = [new Float32Array(3 * pieces), new Float32Array(3 * pieces)];
  let at = 0;
  for (const line of lines)
    for (let k = 3; k < line.length; k++, at++) {
      starts[at] = line[k - 3];
      ends[at] = line[k];
    }
  return (
    new InstancedBufferGeometry()
      .setAttribute('start', new InstancedBufferAttribute(starts, 3))
      .setAttribute('end', new InstancedBufferAttribute(ends, 3))
      // Buffers go with their geometry, so each has its own.
      .setAttribute('corner', new BufferAttribute(CORNERS, 2))
      .setIndex(new BufferAttribute(TRIANGLES, 1))
  );
}

/** Corners of a piece: at its start or end, and on which side. */
const CORNERS = Float32Array.of(0, -1, 1, -1, 0, 1, 1, 1);
const TRIANGLES = Uint16Array.of(0, 1, 2, 2, 1, 3);

const materialOf = kept(({ color, edge = color, width, opacity = 1 }: LineStyle) =>
  markMaterial({
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
  }),
);

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
  // The part behind the viewer is cut off.
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
