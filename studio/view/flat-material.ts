import { type Color, ShaderMaterial } from 'three';

/** The look of a thing without light. */
export interface FlatLook {
  /** Linear. */
  color: Color;
  /** 0…1. Absent: 1. */
  opacity?: number;
  /** Of dots, which are squares: pixels of the screen. */
  size?: number;
}

/** One colour for surfaces, thin lines or dots, seen through everything. */
export const flatMaterial = ({ color, opacity = 1, size = 1 }: FlatLook): ShaderMaterial =>
  new ShaderMaterial({
    transparent: true,
    depthTest: false,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { color: { value: color }, opacity: { value: opacity }, size: { value: size } },
  });

const VERTEX = /* glsl */ `
uniform float size;
void main() {
  vec4 at = vec4(position, 1.0);
  #ifdef USE_INSTANCING
    at = instanceMatrix * at;
  #endif
  gl_Position = projectionMatrix * modelViewMatrix * at;
  gl_PointSize = size;
}
`;

const FRAGMENT = /* glsl */ `
uniform vec3 color;
uniform float opacity;
void main() {
  gl_FragColor = linearToOutputTexel(vec4(color, opacity));
}
`;
