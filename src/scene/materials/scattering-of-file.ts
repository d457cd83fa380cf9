import type { BlinnPhong } from '../../material/models/blinn-phong.js';
import type { CookTorrance } from '../../material/models/cook-torrance.js';
import { EXPONENT_MAX } from '../../material/models/model-fields.js';
import type { Material } from '../model.js';
import type { ScatteringChoice } from '../scene.js';

/** Relative luminance of linear red, green and blue (ITU-R BT.709). */
export const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;
/** Reflectance of a non-metal at normal incidence (glTF 2.0, appendix B.2.1: an index of 1.5). */
const DIELECTRIC_REFLECTANCE = 0.04;
/**
 * Smallest roughness of glTF; below it the lobe is too narrow for f32 (Guy and Agopian 2018, "Physically Based
 * Rendering in Filament").
 */
const ROUGHNESS_MIN = 0.045;

/** Relative luminance of a linear colour, 0…1. */
export function luminance([r, g, b]: readonly number[]): number {
  const sum = LUMINANCE[0] * r + LUMINANCE[1] * g + LUMINANCE[2] * b;
  return Math.min(1, Math.max(0, sum));
}

/**
 * The scattering of a surface from its file's gloss: Kd, Ks and Ns as Blinn and Phong's model, metallic-roughness as
 * Cook and Torrance's. Undefined if the file has only a colour.
 */
export function scatteringOfFile(material: Material): ScatteringChoice | undefined {
  const { baseColor, specular, metallicRoughness, transmission = 0 } = material;
  if (metallicRoughness !== undefined && !isMatt(metallicRoughness))
    return {
      scattering: cookTorrance(baseColor, metallicRoughness, transmission),
      reason: { kind: 'metallic-roughness' },
    };
  if (specular !== undefined && luminance(specular.color) > 0)
    return { scattering: blinnPhong(baseColor, specular), reason: { kind: 'specular' } };
  return undefined;
}

const isMatt = ({ metallic, roughness }: NonNullable<Material['metallicRoughness']>) =>
  metallic === 0 && roughness === 1;

/**
 * Kd and Ks by their luminance. If they sum to more than 1, both are scaled down so that no energy is created.
 * Exponents are limited to the model's range.
 */
function blinnPhong(
  color: Material['baseColor'],
  { color: gloss, exponent }: NonNullable<Material['specular']>,
): BlinnPhong {
  const [diffuse, specular] = [luminance(color), luminance(gloss)];
  const scale = 1 / Math.max(1, diffuse + specular);
  return {
    model: 'blinn-phong',
    diffuse: diffuse * scale,
    specular: specular * scale,
    exponent: Math.min(Math.max(0, exponent), EXPONENT_MAX),
  };
}

/**
 * glTF's material model (2.0, appendix B.3): GGX with α = roughness², F0 = 4 % for non-metals and the base colour for
 * metals; the diffuse part gets the light that the facets transmit at normal incidence.
 */
function cookTorrance(
  color: Material['baseColor'],
  { metallic, roughness, dielectric = DIELECTRIC_REFLECTANCE }: NonNullable<Material['metallicRoughness']>,
  transmission: number,
): CookTorrance {
  const base = luminance(color);
  const diffuse = (1 - metallic) * (1 - dielectric) * base * (1 - transmission);
  const fresnel = (1 - metallic) * dielectric + metallic * base;
  return {
    model: 'cook-torrance',
    diffuse,
    fresnel,
    roughness: Math.max(ROUGHNESS_MIN, roughness) ** 2,
    distribution: 'ggx',
  };
}
