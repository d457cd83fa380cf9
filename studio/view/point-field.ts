import { displayOrder, PACKED_WORDS, type PackedPoints } from 'subray/browser';
import {
  BufferAttribute,
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

/** A filter of points. */
export interface PointFilter {
  /** By number, four bytes each, 0 for hidden: class, place in the tone, byte of returns, leg. */
  shown: Uint8Array;
  /** The ramp of heights, metres of the world, and the first and the last of its 256 colours that are shown. */
  heights: readonly [low: number, high: number, first: number, last: number];
}

/** A chunk on the GPU. */
interface DrawnChunk {
  points: Points<BufferGeometry, RawShaderMaterial>;
  /** Its words, until the GPU has them. */
  buffer: InterleavedBuffer;
  /** World coordinates from which its positions are measured. */
  place: PackedPoints['origin'];
  /** Number of its first record in the cloud, and of its first drawn point among all of the field. */
  first: number;
  drawn: number;
  count: number;
}

/** A cloud as its chunks, drawn as points. The GPU has the only copy of them. */
export class PointField {
  readonly object = new Group();
  readonly material: RawShaderMaterial;
  count = 0;
  private readonly palette = colorTexture();
  private readonly ramp = colorTexture();
  private readonly shown = colorTexture();
  private readonly origin = new Vector3();
  private readonly drawn: DrawnChunk[] = [];

  constructor() {
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        palette: { value: this.palette },
        ramp: { value: this.ramp },
        shown: { value: this.shown },
        heights: { value: [0, 1, 0, 255] },
        filtering: { value: 0 },
        mode: { value: 0 },
        size: { value: 2 },
        limits: { value: [0, 1] },
        altitude: { value: 0 },
        picking: { value: 0 },
        base: { value: 0 },
      },
    });
  }

  /** Numbers in the cloud of the chunks, for a column of values. */
  get chunks(): { first: number; count: number }[] {
    return this.drawn.map(({ first, count }) => ({ first, count }));
  }

  /** Sets the world coordinates that the viewer measures from. */
  setOrigin(origin: readonly [number, number, number]): void {
    if (this.origin.equals(new Vector3(...origin))) return;
    this.origin.set(...origin);
    for (const { points, place } of this.drawn) moveTo(points, place, this.origin);
  }

  add({ first, count, origin, bounds, words }: PackedPoints): void {
    const buffer = new InterleavedBuffer(words, PACKED_WORDS);
    const geometry = new BufferGeometry();
    geometry.setAttribute('place', new InterleavedBufferAttribute(buffer, 3, 0));
    geometry.setAttribute('small', new InterleavedBufferAttribute(buffer, 2, 3));
    geometry.boundingSphere = sphereOf(bounds, origin);
    geometry.setDrawRange(0, count);
    buffer.onUpload(() => {
      buffer.array = NOTHING;
    });
    const points = new Points(geometry, this.material);
    points.matrixAutoUpdate = false;
    moveTo(points, origin, this.origin);
    const { uniforms } = this.material;
    const drawn = this.count;
    points.onBeforeRender = () => {
      uniforms.base.value = drawn;
      uniforms.altitude.value = origin[2];
      this.material.uniformsNeedUpdate = true;
    };
    this.object.add(points);
    this.drawn.push({ points, buffer, place: origin, first, drawn, count });
    this.count += count;
  }

  /** Hides what the GPU lost, and gives these chunks, which `putBack` wants. Those that it never had are still here. */
  loseUploaded(): { first: number; count: number }[] {
    const lost = this.drawn.filter(({ buffer }) => buffer.array === NOTHING);
    for (const { points } of lost) points.visible = false;
    return lost.map(({ first, count }) => ({ first, count }));
  }

  /** Draws a chunk again that was lost. */
  putBack({ first, words }: PackedPoints): void {
    const chunk = this.drawn.find((other) => other.first === first);
    if (!chunk || words.length !== PACKED_WORDS * chunk.count) return;
    chunk.buffer.array = words;
    chunk.points.visible = true;
  }

  /** Draws of every chunk the points from share `from` to share `to`, 0…1. */
  range(from: number, to: number): void {
    for (const { points, count } of this.drawn) {
      const [start, end] = [Math.floor(from * count), Math.floor(to * count)];
      points.geometry.setDrawRange(start, end - start);
    }
  }

  /** The number in the cloud of the drawn point `index`. */
  recordOf(index: number): number {
    const chunk = this.drawn.findLast(({ drawn }) => drawn <= index);
    if (!chunk) return 0;
    const { stride } = displayOrder(chunk.count);
    return chunk.first + (((index - chunk.drawn) * stride) % chunk.count);
  }

  /** Values of 16 bits of the points of each chunk, in their order; chunks that came later have none. */
  setValues(values: readonly Uint16Array[]): void {
    for (const [k, { points }] of this.drawn.entries()) {
      const own = values[k];
      if (!own) continue;
      const attribute = new BufferAttribute(own, 1);
      points.geometry.setAttribute('value', attribute);
    }
  }

  /** Colours of 256 numbers as 0xRRGGBB; undefined: these points are hidden. */
  setPalette(colors: readonly (number | undefined)[]): void {
    fill(this.palette, colors);
  }

  /** Likewise those of a ramp. */
  setRamp(colors: readonly (number | undefined)[]): void {
    fill(this.ramp, colors);
  }

  /** Hides points by their numbers; undefined: none. */
  setFilter(filter: PointFilter | undefined): void {
    const { uniforms } = this.material;
    uniforms.filtering.value = filter ? 1 : 0;
    if (!filter) return;
    uniforms.heights.value = filter.heights;
    (this.shown.image.data as Uint8Array).set(filter.shown);
    this.shown.needsUpdate = true;
  }

  dispose(): void {
    this.letGo();
    this.material.dispose();
  }

  /** Releases the objects of a lost context. Textures and points that are still here are given to the next one. */
  letGo(): void {
    for (const { points } of this.drawn) points.geometry.dispose();
    for (const texture of [this.palette, this.ramp, this.shown]) texture.dispose();
  }
}

function moveTo(points: Points, place: PackedPoints['origin'], origin: Vector3): void {
  points.position.set(...place).sub(origin);
  points.updateMatrix();
}

const NOTHING = new Uint32Array(0);

function colorTexture(): DataTexture {
  const texture = new DataTexture(new Uint8Array(4 * 256), 256, 1, RGBAFormat);
  texture.magFilter = texture.minFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

function fill(texture: DataTexture, colors: readonly (number | undefined)[]): void {
  const bytes = texture.image.data as Uint8Array;
  for (const [k, color] of colors.entries())
    bytes.set(color === undefined ? [0, 0, 0, 0] : [color >> 16, (color >> 8) & 255, color & 255, 255], 4 * k);
  texture.needsUpdate = true;
}

/** The sphere about a box of world coordinates, measured from `origin`; that of no points is empty. */
function sphereOf({ min, max }: PackedPoints['bounds'], origin: PackedPoints['origin']): Sphere {
  const middle = new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5);
  const radius = new Vector3(...max).distanceTo(new Vector3(...min)) / 2;
  if (!Number.isFinite(radius)) return new Sphere(new Vector3(), -1);
  return new Sphere(middle.sub(new Vector3(...origin)), radius);
}
