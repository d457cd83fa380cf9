import { BufferAttribute, BufferGeometry, Points } from 'three';
import { kept } from '../../view/kept-materials.js';
import { markMaterial, rgb } from '../../view/mark-material.js';

/** The look of dots. */
export interface DotStyle {
  /** 0xRRGGBB. */
  color: number;
  /** Colour of a rim; absent: none. */
  rim?: number;
  /** CSS pixels across. */
  size: number;
  opacity?: number;
}

/** Round dots of one size on the screen, seen through everything. */
export function dots(places: Float32Array, style: DotStyle): Points {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
  const points = new Points(geometry, materialOf(style));
  points.frustumCulled = false;
  return points;
}

const materialOf = kept(({ color, rim = color, size, opacity = 1 }: DotStyle) =>
  markMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      size: { value: size * Math.min(2, devicePixelRatio) },
      color: { value: rgb(color) },
      rim: { value: rgb(rim) },
      opacity: { value: opacity },
    },
  }),
);

const VERTEX = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform float size;
in vec3 position;

void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 color, rim;
uniform float opacity, size;
out vec4 pixel;

void main() {
  float away = length(gl_PointCoord - 0.5) * 2.0;
  if (away > 1.0) discard;
  pixel = vec4(mix(color, rim, step(1.0 - 4.0 / size, away) * step(6.0, size)), opacity);
}
`;
