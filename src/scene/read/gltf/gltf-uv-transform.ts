import { type GltfDocument, type GltfMaterial, type GltfTextureInfo, isObject } from './gltf-json.js';

/** u' = m0·u + m1·v + m2, v' = m3·u + m4·v + m5. */
export type UvTransform = readonly [number, number, number, number, number, number];

/**
 * Transform of the texture coordinates of a material's surfaces (KHR_texture_transform) before any texture lookup, or
 * undefined. `differs` says that its textures have different transforms; that of the first is returned. Throws
 * UserError for values that are not numbers.
 */
export function uvTransformOf(
  document: GltfDocument,
  material: GltfMaterial,
): { transform: UvTransform | undefined; differs: boolean } {
  const transforms = textureInfos(material).map((info) => readTransform(document, info));
  const differs = transforms.some((transform) => String(transform) !== String(transforms[0]));
  return { transform: transforms[0], differs };
}

/** The textures that are read. */
function textureInfos({ pbrMetallicRoughness, extras }: GltfMaterial): GltfTextureInfo[] {
  const infos = [pbrMetallicRoughness?.baseColorTexture, extras?.reflectanceTexture, extras?.materialTexture];
  return infos.filter((info) => isObject(info));
}

/** Scaled, then turned, then moved; the angle is counterclockwise as seen with v down. */
function readTransform(document: GltfDocument, info: GltfTextureInfo): UvTransform | undefined {
  const given = info.extensions?.KHR_texture_transform;
  if (!isObject(given)) return undefined;
  const { offset = [0, 0], rotation = 0, scale = [1, 1] } = given;
  const [x, y] = document.numbers(offset, 2, 'the offset of a KHR_texture_transform');
  const [angle] = document.numbers([rotation], 1, 'the rotation of a KHR_texture_transform');
  const [sx, sy] = document.numbers(scale, 2, 'the scale of a KHR_texture_transform');
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [cosine * sx, sine * sy, x, -sine * sx, cosine * sy, y];
}

/** Transforms the texture coordinates (2 per vertex) in place. */
export function moveUvs(uvs: Float32Array, [a, b, c, d, e, f]: UvTransform): void {
  for (let i = 0; i < uvs.length; i += 2) {
    const u = uvs[i];
    const v = uvs[i + 1];
    uvs[i] = a * u + b * v + c;
    uvs[i + 1] = d * u + e * v + f;
  }
}
