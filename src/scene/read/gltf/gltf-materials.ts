import { quoteText, showValue } from '../../../base/yaml/faults.js';
import type { Material } from '../../model.js';
import { addTextures, type MaterialMaps } from '../add-textures.js';
import type { TextureReader } from '../texture-reader.js';
import { readGloss } from './gltf-gloss.js';
import { type GltfDocument, type GltfMaterial, isRecord, nameOr } from './gltf-json.js';
import { type GltfImages, gltfMap } from './gltf-textures.js';
import { colorTextureOf } from './gltf-uvs.js';

/** Default `alphaCutoff` of a masked material: glTF 2.0 §5.19. Blended ones are cut out at the same value. */
const DEFAULT_ALPHA_CUTOFF = 0.5;
/** Assumed mean of an image that is not read. */
const MEAN_TEXTURE = 0.5;
/** No alpha reaches this value. */
const ALWAYS_BELOW = 2;

/**
 * A material of the document: base colour (linear, as in glTF), the cutoff of a masked one, its gloss, and from
 * `extras` the numbers `reflectance` (0 … 1) and `classification` (0 … 255), which are extensions of subray. Throws
 * UserError for invalid numbers.
 */
export function readGltfMaterial(document: GltfDocument, index: number, warn: (message: string) => void): Material {
  const source: GltfMaterial = document.entry('materials', index, 'a primitive');
  const { reflectance, classification } = source.extras ?? {};
  const name = nameOr(source.name, `material_${index}`);
  return {
    name,
    baseColor: baseColorFactor(document, source, index),
    ...(source.alphaMode === 'MASK' && { alphaCutoff: cutoffOf(source) }),
    ...(isNumber(reflectance, 1) && { reflectance }),
    ...readGloss(document, source, `material ${quoteText(name)}`, warn),
    ...(isNumber(classification, 255) && Number.isInteger(classification) && { classification }),
  };
}

/**
 * Material `index` of the document with its textures in the set `set` of texture coordinates; `plain` is the same
 * without them. Throws UserError for damaged images.
 */
export async function addGltfTextures(
  plain: Material,
  index: number,
  set: unknown,
  images: GltfImages,
  reader: TextureReader,
): Promise<Material> {
  const source: GltfMaterial = images.document.entry('materials', index, 'a primitive');
  const user = `material ${quoteText(plain.name)}`;
  const { reflectanceTexture, materialTexture } = source.extras ?? {};
  const numbers = gltfMap(images, materialTexture, set, user);
  const colorInfo = colorTextureOf(source);
  const maps: MaterialMaps = {
    color: gltfMap(images, colorInfo, set, user),
    cutoff: textureCutoff(source, plain.baseColor[3]),
    reflectance: gltfMap(images, reflectanceTexture, set, user),
    material: numbers && { map: numbers, names: namesOf(images.document, materialTexture?.materials, user) },
  };
  const textured = await addTextures(plain, maps, reader);
  return !isRecord(colorInfo) || textured.textures?.baseColor !== undefined ? textured : withoutImage(textured);
}

/** The material with the assumed mean of its colour's image. */
export function withoutImage(material: Material): Material {
  const [r, g, b, a] = material.baseColor;
  return { ...material, baseColor: [MEAN_TEXTURE * r, MEAN_TEXTURE * g, MEAN_TEXTURE * b, a] };
}

function baseColorFactor(document: GltfDocument, source: GltfMaterial, index: number): Material['baseColor'] {
  const gloss = source.extensions?.KHR_materials_pbrSpecularGlossiness;
  const [key, factor] = isRecord(gloss)
    ? (['diffuseFactor', gloss.diffuseFactor] as const)
    : (['baseColorFactor', source.pbrMetallicRoughness?.baseColorFactor] as const);
  const [r, g, b, a] = document.numbers(factor ?? [1, 1, 1, 1], 4, `materials[${index}] ${key}`).map(clampFraction);
  return [r, g, b, a];
}

const cutoffOf = ({ alphaCutoff }: GltfMaterial) => (isNumber(alphaCutoff, 1) ? alphaCutoff : DEFAULT_ALPHA_CUTOFF);

/**
 * The least alpha of the texture at which there is a surface; undefined: everywhere. MASK compares alpha times its
 * factor. BLEND is used for leaves as well as panes: a transparent part of the image is a hole, but a factor below 1
 * makes none.
 */
function textureCutoff(source: GltfMaterial, factor: number): number | undefined {
  if (source.alphaMode === 'BLEND') return DEFAULT_ALPHA_CUTOFF;
  if (source.alphaMode !== 'MASK') return undefined;
  const cutoff = cutoffOf(source);
  return cutoff > factor ? ALWAYS_BELOW : cutoff / (factor || 1);
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
