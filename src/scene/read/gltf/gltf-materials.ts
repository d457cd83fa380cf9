import type { Material } from '../../model.js';
import { type GltfDocument, type GltfMaterial, nameOr } from './gltf-json.js';

/** `alphaCutoff` where a masked material does not say: glTF 2.0 §5.19. */
const DEFAULT_ALPHA_CUTOFF = 0.5;

/** Textures are not read: mid grey stands for their mean. */
const MEAN_TEXTURE = 0.5;

/**
 * A material of the document: base colour (linear, as glTF has it), the cutoff of masked ones, and from `extras` the
 * numbers `reflectance` (0 … 1) and `classification` (0 … 255), which are subray's own.
 */
export function readGltfMaterial(document: GltfDocument, index: number): Material {
  const source: GltfMaterial = document.entry('materials', index, 'a primitive');
  const { baseColorFactor = [1, 1, 1, 1], baseColorTexture } = source.pbrMetallicRoughness ?? {};
  const factors = document.numbers(baseColorFactor, 4, `materials[${index}] baseColorFactor`).map(clampFraction);
  const [r, g, b] = factors.map((factor) => (baseColorTexture === undefined ? factor : factor * MEAN_TEXTURE));
  const { reflectance, classification } = source.extras ?? {};
  const cutoff = isNumber(source.alphaCutoff, 1) ? source.alphaCutoff : DEFAULT_ALPHA_CUTOFF;
  return {
    name: nameOr(source.name, `material_${index}`),
    baseColor: [r, g, b, factors[3]],
    ...(source.alphaMode === 'MASK' && { alphaCutoff: cutoff }),
    ...(isNumber(reflectance, 1) && { reflectance }),
    ...(isNumber(classification, 255) && Number.isInteger(classification) && { classification }),
  };
}

const clampFraction = (value: number) => Math.min(1, Math.max(0, value));

const isNumber = (value: unknown, largest: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= largest;
