import { showValue } from '../../../base/yaml/faults.js';
import type { TextureWrap } from '../../texture.js';
import type { SceneLoaderOptions } from '../loader-options.js';
import type { ImageSource, TextureMap } from '../texture-reader.js';
import { readUri, viewBytes } from './gltf-buffers.js';
import { type GltfDocument, type GltfTextureInfo, isObject, nameOr } from './gltf-json.js';

/** Wrapping modes of samplers: glTF 2.0 §5.26. */
const WRAPS: Readonly<Record<number, TextureWrap>> = { 10497: 'repeat', 33071: 'clamp', 33648: 'mirror' };
/** Maximum number of characters of an image's address in a message. */
const MAX_QUOTE = 80;

/** Context for finding the textures of a document. */
export interface GltfImages {
  document: GltfDocument;
  buffers: readonly (Uint8Array | undefined)[];
  options: SceneLoaderOptions;
}

/**
 * The image of a `textureInfo`, with the wrapping of its sampler. Undefined, with a warning, if it uses other texture
 * coordinates than the first set, or has only an image of an extension. Throws UserError for missing references.
 */
export function gltfMap(images: GltfImages, info: GltfTextureInfo | undefined, user: string): TextureMap | undefined {
  if (!isObject(info)) return undefined;
  const { document, options } = images;
  const { file, log } = options;
  const { extensions, texCoord }: GltfTextureInfo = info;
  const set = extensions?.KHR_texture_transform?.texCoord ?? texCoord ?? 0;
  if (set !== 0) {
    log.warn(
      `${file}: a texture of ${user} left out: it lies by TEXCOORD_${showValue(set)}, and only TEXCOORD_0 is read`,
    );
    return undefined;
  }
  const { source, sampler } = document.entry('textures', info.index, user);
  if (source === undefined) {
    log.warn(`${file}: a texture of ${user} left out: it has no image in PNG or JPEG`);
    return undefined;
  }
  const { wrapS, wrapT } = sampler === undefined ? {} : document.entry('samplers', sampler, user);
  return {
    source: imageSource(images, source),
    wrapU: wrapOf(wrapS),
    wrapV: wrapOf(wrapT),
  };
}

const wrapOf = (wrap: unknown): TextureWrap => (typeof wrap === 'number' && WRAPS[wrap]) || 'repeat';

function imageSource({ document, buffers, options }: GltfImages, index: number): ImageSource {
  const { uri, bufferView, name } = document.entry('images', index, 'a texture');
  const isFile = typeof uri === 'string' && !uri.startsWith('data:');
  const fallback = isFile ? uri.slice(0, MAX_QUOTE) : `images[${index}]`;
  return {
    key: String(index),
    name: isFile ? fallback : nameOr(name, fallback),
    read: async (maxBytes) =>
      uri === undefined
        ? viewBytes(document, buffers, bufferView)
        : readUri(document, `images[${index}]`, uri, options, maxBytes),
  };
}
