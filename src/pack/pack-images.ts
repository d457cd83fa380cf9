import { invariant } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import type { BufferParts } from '../device/buffer-parts.js';
import type { Scene, SceneMaterial } from '../scene/scene.js';
import type { Texture } from '../scene/texture.js';
import { ImageWords } from './image-words.js';
import { packUvs } from './uv-maps.js';

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
  /** Place of the first UvMap of each mesh, or of its ShapeUvs; 0: it has no texture coordinates. */
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
  for (const mesh of meshes) uvMaps.push(yield* packUvs(words, mesh));
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
