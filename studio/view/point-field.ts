import {
  Box3,
  BufferGeometry,
  DataTexture,
  GLSL3,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  NearestFilter,
  Points,
  RawShaderMaterial,
  RGBAFormat,
  Sphere,
  Vector3,
} from 'three';
import { FRAGMENT, VERTEX } from './point-shaders.js';

/** 32-bit words of a point: see pointWords of the library. */
const WORDS = 5;

/** Points as they come from the backend, in display order within themselves. */
export interface PointChunk {
  /** Number of the first of them in their cloud. */
  first: number;
  count: number;
  /** World coordinates from which positions are measured. */
  origin: readonly [number, number, number];
  words: Uint32Array;
}

/** By which a cloud is coloured; the numbers are those of the shader. */
export const COLOR_MODES = Object.freeze({
  class: 0,
  intensity: 1,
  return: 2,
  source: 3,
  object: 4,
  value: 5,
  height: 6,
});
export type ColorMode = keyof typeof COLOR_MODES;

/** A cloud as its chunks, drawn as points. */
export class PointField {
  readonly object = new Group();
  readonly material: RawShaderMaterial;
  private readonly palette = new DataTexture(new Uint8Array(4 * 256), 256, 1, RGBAFormat);
  private readonly ramp = new DataTexture(new Uint8Array(4 * 256), 256, 1, RGBAFormat);
  private readonly origin: Vector3;
  private readonly chunks: { points: Points; count: number }[] = [];
  count = 0;

  /** `origin`: world coordinates that the viewer measures from. */
  constructor(origin: readonly [number, number, number]) {
    this.origin = new Vector3(...origin);
    for (const texture of [this.palette, this.ramp]) {
      texture.magFilter = texture.minFilter = NearestFilter;
      texture.needsUpdate = true;
    }
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        palette: { value: this.palette },
        ramp: { value: this.ramp },
        mode: { value: COLOR_MODES.class },
        size: { value: 2 },
        heights: { value: [0, 1] },
        picking: { value: 0 },
        base: { value: 0 },
      },
    });
  }

  add({ first, count, origin, words }: PointChunk): void {
    const buffer = new InterleavedBuffer(words, WORDS);
    const geometry = new BufferGeometry();
    geometry.setAttribute('place', new InterleavedBufferAttribute(buffer, 3, 0));
    geometry.setAttribute('small', new InterleavedBufferAttribute(buffer, 2, 3));
    geometry.boundingSphere = boundsOf(words, count).getBoundingSphere(new Sphere());
    geometry.setDrawRange(0, count);
    // The GPU has the only copy.
    buffer.onUpload(() => {
      buffer.array = NOTHING;
    });
    const points = new Points(geometry, this.material);
    points.position.set(...origin).sub(this.origin);
    points.matrixAutoUpdate = false;
    points.updateMatrix();
    points.userData.first = first;
    points.onBeforeRender = () => {
      this.material.uniforms.base.value = first;
      this.material.uniformsNeedUpdate = true;
    };
    this.object.add(points);
    this.chunks.push({ points, count });
    this.count += count;
  }

  /** Draws of every chunk the points from share `from` to share `to`, 0…1. */
  range(from: number, to: number): void {
    for (const { points, count } of this.chunks) {
      const [start, end] = [Math.floor(from * count), Math.floor(to * count)];
      points.geometry.setDrawRange(start, end - start);
    }
  }

  /** Colours of 256 numbers as 0xRRGGBB; undefined: these points are hidden. */
  setPalette(colors: readonly (number | undefined)[]): void {
    fill(this.palette, colors);
  }

  setRamp(colors: ArrayLike<number>): void {
    fill(this.ramp, Array.from(colors));
  }

  dispose(): void {
    for (const { points } of this.chunks) points.geometry.dispose();
    for (const thing of [this.material, this.palette, this.ramp]) thing.dispose();
  }
}

const NOTHING = new Uint32Array(0);

function fill(texture: DataTexture, colors: readonly (number | undefined)[]): void {
  const bytes = texture.image.data as Uint8Array;
  for (const [k, color] of colors.entries())
    bytes.set(color === undefined ? [0, 0, 0, 0] : [color >> 16, (color >> 8) & 255, color & 255, 255], 4 * k);
  texture.needsUpdate = true;
}

function boundsOf(words: Uint32Array, count: number): Box3 {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  const box = new Box3();
  const point = new Vector3();
  for (let k = 0; k < count; k++) box.expandByPoint(point.fromArray(floats, k * WORDS));
  return box;
}
