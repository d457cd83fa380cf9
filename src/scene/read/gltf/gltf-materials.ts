import { showValue } from '../../../base/yaml/faults.js';
import type { Material } from '../../model.js';
import { addTextures, type MaterialMaps } from '../add-textures.js';
import type { TextureReader } from '../texture-reader.js';
import { type GltfDocument, type GltfMaterial, isObject, nameOr } from './gltf-json.js';
import { type GltfImages, gltfMap } from './gltf-textures.js';

/** Default `alphaCutoff` of a masked material: glTF 2.0 §5.19. Blended ones are cut out at the same value. */
const DEFAULT_ALPHA_CUTOFF = 0.5;
/** Assumed mean of an image that is not read. */
const MEAN_TEXTURE = 0.5;
/** No alpha reaches this value. */
const ALWAYS_BELOW = 2;

/**
 * A material of the document: base colour (linear, as in glTF), the cutoff of a masked one, metallic-roughness if the
 * document states it in numbers, and from `extras` the numbers `reflectance` (0 … 1) and `classification` (0 … 255),
 * which are extensions of subray. Throws UserError for invalid numbers.
 */
export function readGltfMaterial(document: GltfDocument, index: number): Material {
  const source: GltfMaterial = document.entry('materials', index, 'a primitive');
  const { reflectance, classification } = source.extras ?? {};
  const gloss = readGloss(source);
  return {
    name: nameOr(source.name, `material_${index}`),
    baseColor: baseColorFactor(document, source, index),
    ...(source.alphaMode === 'MASK' && { alphaCutoff: cutoffOf(source) }),
    ...(isNumber(reflectance, 1) && { reflectance }),
    ...(gloss && { metallicRoughness: gloss }),
    ...(isNumber(classification, 255) && Number.isInteger(classification) && { classification }),
  };
}

/**
 * Material `index` of the document with its textures; `plain` is the same without them. Throws UserError for damaged
 * images.
 */
export async function addGltfTextures(
  plain: Material,
  index: number,
  images: GltfImages,
  reader: TextureReader,
): Promise<Material> {
  const source: GltfMaterial = images.document.entry('materials', index, 'a primitive');
  const user = `material "${plain.name}"`;
  const { reflectanceTexture, materialTexture } = source.extras ?? {};
  const numbers = gltfMap(images, materialTexture, user);
  const colorInfo = source.pbrMetallicRoughness?.baseColorTexture;
  const maps: MaterialMaps = {
    color: gltfMap(images, colorInfo, user),
    cutoff: textureCutoff(source, plain.baseColor[3]),
    reflectance: gltfMap(images, reflectanceTexture, user),
    material: numbers && { map: numbers, names: namesOf(images.document, materialTexture?.materials, user) },
  };
  const textured = await addTextures(plain, maps, reader);
  if (!isObject(colorInfo) || textured.textures?.baseColor !== undefined) return textured;
  const [r, g, b, a] = textured.baseColor;
  return { ...textured, baseColor: [MEAN_TEXTURE * r, MEAN_TEXTURE * g, MEAN_TEXTURE * b, a] };
}

function baseColorFactor(document: GltfDocument, source: GltfMaterial, index: number): Material['baseColor'] {
  const { baseColorFactor: factor = [1, 1, 1, 1] } = source.pbrMetallicRoughness ?? {};
  const [r, g, b, a] = document.numbers(factor, 4, `materials[${index}] baseColorFactor`).map(clampFraction);
  return [r, g, b, a];
}

const cutoffOf = ({ alphaCutoff }: GltfMaterial) => (isNumber(alphaCutoff, 1) ? alphaCutoff : DEFAULT_ALPHA_CUTOFF);

/**
 * The alpha of the texture from which on there is a surface; undefined: everywhere. MASK compares alpha times its
 * factor. BLEND is used for leaves as well as panes: a transparent part of the image is a hole, but a factor below 1
 * makes none.
 */
function textureCutoff(source: GltfMaterial, factor: number): number | undefined {
  if (source.alphaMode === 'BLEND') return DEFAULT_ALPHA_CUTOFF;
  if (source.alphaMode !== 'MASK') return undefined;
  const cutoff = cutoffOf(source);
  return cutoff > factor ? ALWAYS_BELOW : cutoff / (factor || 1);
}

/**
 * Undefined if neither number is stated (the defaults are those of polished metal), if they come from an image, and for
 * matt non-metals, which programs without gloss write.
 */
function readGloss({ pbrMetallicRoughness }: GltfMaterial): Material['metallicRoughness'] {
  const { metallicFactor, roughnessFactor, metallicRoughnessTexture } = pbrMetallicRoughness ?? {};
  const isStated = isNumber(metallicFactor, 1) || isNumber(roughnessFactor, 1);
  if (!isStated || metallicRoughnessTexture !== undefined) return undefined;
  const metallic = isNumber(metallicFactor, 1) ? metallicFactor : 1;
  const roughness = isNumber(roughnessFactor, 1) ? roughnessFactor : 1;
  return metallic === 0 && roughness === 1 ? undefined : { metallic, roughness };
}

/** The list of names of a texture of materials; empty if it is absent. */
function namesOf(document: GltfDocument, value: unknown, user: string): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  throw document.fault(
    `the materials of the materialTexture of ${user} are ${showValue(value)}; they are a list of names`,
  );
}

const clampFraction = (value: number) => Math.min(1, Math.max(0, value));

const isNumber = (value: unknown, largest: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= largest;
