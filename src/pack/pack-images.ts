import { invariant } from '../base/errors.js';
import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import type { BufferParts } from '../device/buffer-parts.js';
import type { Mesh } from '../scene/model.js';
import type { Scene, SceneMaterial } from '../scene/scene.js';
import type { Texture } from '../scene/texture.js';
import { ImageWords } from './image-words.js';

/** Places of Texture records among the images, one per kind; 0: none. */
interface MaterialImages {
  mask: number;
  choice: number;
  reflectance: number;
  color: number;
}

/** The images of a scene for the device. */
export interface DeviceImages {
  words: BufferParts;
  /** Place of the first UvMap of each mesh; 0: it has no texture coordinates. */
  uvMaps: readonly number[];
  /** Images of each material. */
  materials: readonly MaterialImages[];
}

/** Logarithms of a texel's bits. */
const ONE_BIT = 0;
const ONE_BYTE = 3;
const FOUR_BYTES = 5;
const RED = 0;
const ALPHA = 3;
const CHANNELS = 4;
const FULL = 255;

/** Packs the scene's textures for the device, each once, and the texture coordinates of its meshes. */
export function* packImages({ textures = [], materials, meshes }: Scene): Steps<DeviceImages> {
  const words = new ImageWords();
  const packed: MaterialImages[] = [];
  for (const material of materials) {
    packed.push(packMaterial(words, textures, material));
    yield;
  }
  const uvMaps: number[] = [];
  for (const mesh of meshes) uvMaps.push(mesh.uvs ? words.addWords(yield* uvMapsOf(mesh, mesh.uvs)) : 0);
  return { words: words.finish(), uvMaps, materials: packed };
}

function packMaterial(words: ImageWords, textures: readonly Texture[], material: SceneMaterial): MaterialImages {
  const { alpha, reflectance, baseColor, material: choice, materials = [] } = material.textures ?? {};
  const cutoff = material.alphaCutoff;
  const pack = (index: number | undefined, key: string, bits: number, texels: (texture: Texture) => Uint8Array) => {
    if (index === undefined) return 0;
    invariant(index < textures.length, `material ${material.name} has texture ${index} of ${textures.length}`);
    const texture = textures[index];
    return words.addTexture(`${index} ${key}`, {
      texture,
      bits,
      texels: () => texels(texture),
      choices: materials.length,
    });
  };
  return {
    mask: cutoff === undefined ? 0 : pack(alpha, `mask ${cutoff}`, ONE_BIT, (texture) => maskOf(texture, cutoff)),
    choice: pack(choice, `choice ${materials.length}`, ONE_BYTE, redOf),
    reflectance: pack(reflectance, 'reflectance', ONE_BYTE, redOf),
    color: hasColors(textures, baseColor) ? pack(baseColor, 'color', FOUR_BYTES, ({ texels }) => texels) : 0,
  };
}

/** Whether the colours of a texture have been kept, or it is missing. */
const hasColors = (textures: readonly Texture[], index: number | undefined): boolean =>
  index === undefined || (textures[index]?.channels ?? 'rgba') === 'rgba';

/** One bit per texel, the first texel lowest: whether its alpha reaches `cutoff`. */
function maskOf({ texels, channels }: Texture, cutoff: number): Uint8Array {
  const [step, from] = channels === 'alpha' ? [1, 0] : [CHANNELS, ALPHA];
  const count = texels.length / step;
  const bits = new Uint8Array(Math.ceil(count / 8));
  for (let k = 0; k < count; k++) if (texels[step * k + from] >= cutoff * FULL) bits[k >> 3] |= 1 << (k & 7);
  return bits;
}

function redOf({ texels, channels }: Texture): Uint8Array {
  if (channels === 'red') return texels;
  const out = new Uint8Array(texels.length / CHANNELS);
  for (let k = 0; k < out.length; k++) out[k] = texels[CHANNELS * k + RED];
  return out;
}

/** Numbers in a UvMap. */
const MAP_NUMBERS = 8;

/**
 * Texture coordinates of each triangle as linear functions of the place in the mesh's frame. With edges e and f from
 * corner a and the normal n = e × f, the shares of the other two corners grow along f × n / n² and n × e / n².
 */
function* uvMapsOf({ positions, indices }: Mesh, uvs: Float32Array): Steps<Uint32Array> {
  const maps = new Float32Array((indices.length / 3) * MAP_NUMBERS);
  for (let t = 0; t < indices.length / 3; t++) {
    if (t % ROUNDS_A_STEP === 0) yield;
    const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    const gradients = shareGradients(positions, a, b, c);
    for (let axis = 0; axis < 2; axis++) {
      const at = MAP_NUMBERS * t + 4 * axis;
      const start = uvs[2 * a + axis];
      const [toB, toC] = [uvs[2 * b + axis] - start, uvs[2 * c + axis] - start];
      let shift = start;
      for (let k = 0; k < 3; k++) {
        const slope = toB * gradients[k] + toC * gradients[3 + k];
        maps[at + k] = slope;
        shift -= slope * positions[3 * a + k];
      }
      maps[at + 3] = shift;
    }
  }
  return new Uint32Array(maps.buffer);
}

/** Gradients of the shares of corners b and c over the plane of a triangle: 3 numbers each. */
function shareGradients(p: Float32Array, a: number, b: number, c: number): number[] {
  const edge = (to: number) => [0, 1, 2].map((k) => p[3 * to + k] - p[3 * a + k]);
  const [e, f] = [edge(b), edge(c)];
  const n = cross(e, f);
  const square = n[0] ** 2 + n[1] ** 2 + n[2] ** 2;
  return [...cross(f, n), ...cross(n, e)].map((value) => value / square);
}

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
