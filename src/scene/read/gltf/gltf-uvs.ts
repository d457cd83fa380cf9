import { type GltfDocument, type GltfMaterial, type GltfTextureInfo, isRecord } from './gltf-json.js';

/** u' = m0·u + m1·v + m2, v' = m3·u + m4·v + m5. */
export type UvTransform = readonly [number, number, number, number, number, number];

/** The texture coordinates with which a material samples its textures. */
export interface UvUse {
  /** The set, TEXCOORD_n, as the document states it. */
  set: unknown;
  /** Applied to them before any lookup (KHR_texture_transform). */
  transform: UvTransform | undefined;
  /** Whether the material's textures have different transforms; that of the first is returned. */
  differs: boolean;
}

/**
 * The texture coordinates of a material's surfaces: those of its first readable texture. Throws UserError for
 * transforms that are not numbers.
 */
export function uvUseOf(document: GltfDocument, material: GltfMaterial): UvUse {
  const infos = textureInfos(material);
  const set = infos.length > 0 ? uvSetOf(infos[0]) : 0;
  const transforms = infos.filter((info) => uvSetOf(info) === set).map((info) => readTransform(document, info));
  const differs = transforms.some((transform) => String(transform) !== String(transforms[0]));
  return { set, transform: transforms[0], differs };
}

/** The set of coordinates of a texture; the transform's, if it has one, comes first. */
export function uvSetOf({ texCoord, extensions }: GltfTextureInfo): unknown {
  return extensions?.KHR_texture_transform?.texCoord ?? texCoord ?? 0;
}

/** The texture of a material's colour: that of its specular-glossiness, if it has one, comes first. */
export function colorTextureOf({ pbrMetallicRoughness, extensions }: GltfMaterial): GltfTextureInfo | undefined {
  const gloss = extensions?.KHR_materials_pbrSpecularGlossiness;
  return gloss ? gloss.diffuseTexture : pbrMetallicRoughness?.baseColorTexture;
}

/** The textures that are read. */
function textureInfos(material: GltfMaterial): GltfTextureInfo[] {
  const { extras } = material;
  const infos = [colorTextureOf(material), extras?.reflectanceTexture, extras?.materialTexture];
  return infos.filter((info) => isRecord(info));
}

/** Scaled, then rotated, then translated; the angle is counterclockwise as seen with v down. */
function readTransform(document: GltfDocument, info: GltfTextureInfo): UvTransform | undefined {
  const given = info.extensions?.KHR_texture_transform;
  if (!isRecord(given)) return undefined;
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
