import type { Material } from '../model.js';
import type { MaterialTextures } from '../texture.js';
import type { TextureMap, TextureReader } from './texture-reader.js';

/** Number of materials that a channel of 8 bits can distinguish. */
const MATERIALS_TOLD = 256;

/** The images of a material in a file. */
export interface MaterialMaps {
  color?: TextureMap;
  /** Linear factors of the image's colours; absent: those of the material. */
  tint?: readonly [number, number, number];
  /** Separate image for the mask: its alpha, or its brightness if it is opaque everywhere. */
  mask?: TextureMap;
  /**
   * Threshold of the mask's alpha, or else that of the colours, below which there is no surface; absent: the surface is
   * whole.
   */
  cutoff?: number;
  reflectance?: TextureMap;
  material?: { map: TextureMap; names: readonly string[] };
}

/**
 * `material` with the textures of `maps`; its colour becomes the mean over the visible part of the image. A mask that
 * cuts nothing out is dropped. Throws UserError for damaged images.
 */
export async function addTextures(material: Material, maps: MaterialMaps, reader: TextureReader): Promise<Material> {
  const { color, reflectance, material: materials } = maps;
  const colors = color && (await reader.open(color));
  const reflectances = reflectance && (await reader.open(reflectance));
  const numbers = materials && (await reader.open(materials.map));
  const mask = await readMask(maps, reader);
  const cutoff = mask === undefined ? 0 : (maps.cutoff ?? 0);
  const [baseR, baseG, baseB, a] = material.baseColor;
  const [r, g, b] = maps.tint ?? [baseR, baseG, baseB];
  const mean = colors ? await reader.meanColor(colors, material, maps.mask ? 0 : cutoff) : [1, 1, 1];
  const textures: MaterialTextures = {
    ...(color && colors && { baseColor: await reader.add(colors, color, 'color') }),
    ...(colors && (r !== 1 || g !== 1 || b !== 1) && { tint: [r, g, b] }),
    ...(mask !== undefined && { alpha: mask }),
    ...(reflectance && reflectances && { reflectance: await reader.add(reflectances, reflectance, 'red') }),
    ...(materials &&
      numbers && {
        material: await reader.add(numbers, materials.map, 'red'),
        materials: materials.names.slice(0, MATERIALS_TOLD),
      }),
  };
  return {
    ...material,
    ...(colors && { baseColor: [r * mean[0], g * mean[1], b * mean[2], a] }),
    ...(Object.keys(textures).length > 0 && { textures }),
    ...(mask !== undefined && { alphaCutoff: cutoff }),
  };
}

/** Index of the texture that cuts out the surface, or undefined. Alpha has no colour space. */
async function readMask({ color, mask, cutoff }: MaterialMaps, reader: TextureReader): Promise<number | undefined> {
  const map = mask ?? color;
  const picture = map && cutoff !== undefined ? await reader.open(map) : undefined;
  if (!map || !picture || cutoff === undefined) return undefined;
  if (await reader.hasAlphaBelow(picture, cutoff)) return reader.add(picture, map, 'mask');
  if (!mask || (await reader.hasAlphaBelow(picture, 1))) return undefined;
  return reader.addBrightness(picture, map, cutoff);
}
