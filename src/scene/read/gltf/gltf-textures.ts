import { showValue } from '../../../base/yaml/faults.js';
import type { TextureWrap } from '../../texture.js';
import type { ReadModelOptions } from '../read-model-options.js';
import type { ImageSource, TextureMap } from '../texture-reader.js';
import { readUri } from './gltf-buffers.js';
import { type GltfDocument, type GltfTexture, type GltfTextureInfo, isRecord, nameOr } from './gltf-json.js';
import { uvSetOf } from './gltf-uvs.js';
import type { GltfViews } from './gltf-views.js';

/** Wrapping modes of samplers: glTF 2.0 §5.26. */
const WRAPS: Readonly<Record<number, TextureWrap>> = { 10497: 'repeat', 33071: 'clamp', 33648: 'mirror' };
/** Maximum number of characters of an image's address in a message. */
const MAX_QUOTE = 80;

/** Context for finding the textures of a document. */
export interface GltfImages {
  document: GltfDocument;
  views: GltfViews;
  options: ReadModelOptions;
}

/**
 * The image of a `textureInfo`, with the wrapping of its sampler. Undefined, with a warning, if it uses another set of
 * texture coordinates than the material's surfaces keep, or has no image. Throws UserError for missing references.
 */
export function gltfMap(
  images: GltfImages,
  info: GltfTextureInfo | undefined,
  kept: unknown,
  user: string,
): TextureMap | undefined {
  if (!isRecord(info)) return undefined;
  const { document, options } = images;
  const { file, log } = options;
  const set = uvSetOf(info);
  if (set !== kept) {
    const others = showValue(kept);
    log.warn(
      `${file}: a texture of ${user} left out: it lies by TEXCOORD_${showValue(set)}, and the first by TEXCOORD_${others}`,
    );
    return undefined;
  }
  const texture = document.entry('textures', info.index, user);
  const source = imageOf(texture);
  if (source === undefined) {
    const other = isRecord(texture.extensions?.EXT_texture_avif) ? `; ${AVIF_REMEDY}` : '';
    log.warn(`${file}: a texture of ${user} left out: it has no image in PNG, JPEG, WebP or KTX2${other}`);
    return undefined;
  }
  const { sampler } = texture;
  const { wrapS, wrapT } = sampler === undefined ? {} : document.entry('samplers', sampler, user);
  return {
    source: imageSource(images, source),
    wrapU: wrapOf(wrapS),
    wrapV: wrapOf(wrapT),
  };
}

const AVIF_REMEDY = 'npx @gltf-transform/cli png in.glb out.glb makes PNG of its AVIF';

/** Extensions whose images are read; images of other extensions stay unused. */
const IMAGE_EXTENSIONS = ['EXT_texture_webp', 'KHR_texture_basisu'];

/** The plain image of a texture, otherwise that of an extension: the plain one needs no decoder to be loaded. */
function imageOf({ source, extensions }: GltfTexture): number | undefined {
  if (source !== undefined || !isRecord(extensions)) return source;
  return IMAGE_EXTENSIONS.map((name) => extensions[name]?.source).find((image) => image !== undefined);
}

const wrapOf = (wrap: unknown): TextureWrap => (typeof wrap === 'number' && WRAPS[wrap]) || 'repeat';

function imageSource({ document, views, options }: GltfImages, index: number): ImageSource {
  const { uri, bufferView, name } = document.entry('images', index, 'a texture');
  const isFile = typeof uri === 'string' && !uri.startsWith('data:');
  const fallback = isFile ? uri.slice(0, MAX_QUOTE) : `images[${index}]`;
  return {
    key: String(index),
    name: isFile ? fallback : nameOr(name, fallback),
    read: async (maxBytes) =>
      uri === undefined
        ? views.view(bufferView, 'an image').bytes
        : readUri(document, `images[${index}]`, uri, options, maxBytes),
  };
}
