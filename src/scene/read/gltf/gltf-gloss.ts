import type { Material } from '../../model.js';
import { type GltfDocument, type GltfMaterial, isRecord } from './gltf-json.js';

/** Reflectance of a non-metal at normal incidence without an index of refraction (1.5): glTF 2.0, appendix B.2.1. */
const DEFAULT_F0 = 0.04;
/** Relative luminance of linear red, green and blue: ITU-R BT.709. */
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/** The parts of a material's reflection besides its colour. */
type Gloss = Pick<Material, 'metallicRoughness' | 'transmission'>;

/**
 * The gloss of a material as far as the document states it in numbers, and the share of light that goes through it
 * instead of back: from metallic-roughness with the extensions ior, specular, transmission and diffuse_transmission, or
 * from specular-glossiness. `warn` receives properties that only an image states. Throws UserError for faulty colours.
 */
export function readGloss(
  document: GltfDocument,
  source: GltfMaterial,
  user: string,
  warn: (message: string) => void,
): Gloss {
  const { pbrSpecularGlossiness: glossiness } = extensionsOf(source);
  const gloss = isRecord(glossiness) ? glossOf(document, glossiness, user) : roughnessOf(document, source, user);
  const transmission = transmissionOf(source, user, warn);
  return { ...(gloss && { metallicRoughness: gloss }), ...(transmission > 0 && { transmission }) };
}

type Extensions = NonNullable<GltfMaterial['extensions']>;

function extensionsOf({ extensions }: GltfMaterial) {
  const named = (name: keyof Extensions) => (isRecord(extensions?.[name]) ? extensions[name] : undefined);
  return {
    pbrSpecularGlossiness: extensions?.KHR_materials_pbrSpecularGlossiness,
    ior: named('KHR_materials_ior') as Extensions['KHR_materials_ior'],
    specular: named('KHR_materials_specular') as Extensions['KHR_materials_specular'],
    transmission: named('KHR_materials_transmission') as Extensions['KHR_materials_transmission'],
    diffuse: named('KHR_materials_diffuse_transmission') as Extensions['KHR_materials_diffuse_transmission'],
  };
}

/**
 * Undefined if neither number is stated (the defaults are those of polished metal), if they come from an image, and for
 * matt non-metals, which programs without gloss write.
 */
function roughnessOf(
  document: GltfDocument,
  source: GltfMaterial,
  user: string,
): Material['metallicRoughness'] | undefined {
  const { metallicFactor, roughnessFactor, metallicRoughnessTexture } = source.pbrMetallicRoughness ?? {};
  const isStated = isFraction(metallicFactor) || isFraction(roughnessFactor);
  if (!isStated || metallicRoughnessTexture !== undefined) return undefined;
  const metallic = isFraction(metallicFactor) ? metallicFactor : 1;
  const roughness = isFraction(roughnessFactor) ? roughnessFactor : 1;
  if (metallic === 0 && roughness === 1) return undefined;
  const dielectric = dielectricOf(document, source, user);
  return { metallic, roughness, ...(dielectric !== DEFAULT_F0 && { dielectric }) };
}

/** Reflectance of the non-metal at normal incidence: KHR_materials_ior and KHR_materials_specular. */
function dielectricOf(document: GltfDocument, source: GltfMaterial, user: string): number {
  const { ior, specular } = extensionsOf(source);
  const index = ior?.ior;
  // An index of 0 means a surface that reflects everything.
  const f0 = typeof index === 'number' && (index === 0 || index >= 1) ? ((index - 1) / (index + 1)) ** 2 : DEFAULT_F0;
  if (!specular) return f0;
  const { specularFactor, specularColorFactor = [1, 1, 1] } = specular;
  const color = document.numbers(specularColorFactor, 3, `specularColorFactor of ${user}`);
  return Math.min(1, f0 * Math.max(0, luminance(color))) * (isFraction(specularFactor) ? specularFactor : 1);
}

/** Specular-glossiness as metallic-roughness: a non-metal with the specular colour as its reflectance. */
function glossOf(
  document: GltfDocument,
  {
    specularFactor,
    glossinessFactor,
    specularGlossinessTexture,
  }: NonNullable<Extensions['KHR_materials_pbrSpecularGlossiness']>,
  user: string,
): Material['metallicRoughness'] | undefined {
  const isStated = specularFactor !== undefined || isFraction(glossinessFactor);
  if (!isStated || specularGlossinessTexture !== undefined) return undefined;
  const color = document.numbers(specularFactor ?? [1, 1, 1], 3, `specularFactor of ${user}`);
  const dielectric = Math.min(1, Math.max(0, luminance(color)));
  return { metallic: 0, roughness: 1 - (isFraction(glossinessFactor) ? glossinessFactor : 1), dielectric };
}

/** The share of the light in the surface that leaves it on the other side. */
function transmissionOf(source: GltfMaterial, user: string, warn: (message: string) => void): number {
  const { transmission, diffuse } = extensionsOf(source);
  const factors = [
    { factor: transmission?.transmissionFactor, texture: transmission?.transmissionTexture },
    { factor: diffuse?.diffuseTransmissionFactor, texture: diffuse?.diffuseTransmissionTexture },
  ];
  const kept = factors.map(({ factor, texture }) => {
    if (!isFraction(factor) || factor === 0) return 1;
    if (texture === undefined) return 1 - factor;
    warn(`only an image says where ${user} lets light through, which is not read: it counts as opaque`);
    return 1;
  });
  return 1 - kept[0] * kept[1];
}

const luminance = ([r, g, b]: readonly number[]): number => LUMA[0] * r + LUMA[1] * g + LUMA[2] * b;

const isFraction = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
