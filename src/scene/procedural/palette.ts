import type { Material } from '../model.js';

/**
 * Materials of the generated scenes: [sRGB colour, reflectance at 1064 … 1550 nm]. The reflectances are typical values of
 * the classes in the ECOSTRESS spectral library (Meerdink et al. 2019: vegetation, soil, rock, manmade), rounded to 0.05
 * where the spread within a class is larger than the difference between the two wavelengths.
 */
const PALETTE = {
  asphalt: [0x4a4a4c, 0.2],
  paving: [0xa09a90, 0.35],
  kerb: [0xb8b4aa, 0.4],
  road_marking: [0xf0f0ea, 0.6],
  concrete: [0x9b9a94, 0.4],
  stone: [0x8d8a82, 0.35],
  soil: [0x6b5138, 0.35],
  gravel: [0x94897a, 0.35],
  grass: [0x5f8a34, 0.5],
  grass_dry: [0x9c9a4e, 0.5],
  leaf: [0x4c7f2b, 0.5],
  leaf_light: [0x7fa63a, 0.5],
  leaf_dark: [0x35632a, 0.45],
  leaf_autumn: [0xb9892e, 0.5],
  needle: [0x2c5138, 0.4],
  needle_light: [0x4a6f46, 0.4],
  bark: [0x5f4a38, 0.4],
  bark_birch: [0xd0ccc2, 0.55],
  bark_pine: [0x9a6242, 0.45],
  wood: [0x9c7348, 0.5],
  wood_dark: [0x5a3c25, 0.45],
  wood_painted: [0xe6e4dd, 0.65],
  door_green: [0x2f5a4a, 0.3],
  brick: [0x9a4a38, 0.4],
  brick_yellow: [0xc29a5e, 0.5],
  plaster_white: [0xe8e4da, 0.65],
  plaster_cream: [0xe2cf9f, 0.6],
  plaster_rose: [0xd9a48c, 0.55],
  plaster_blue: [0x9fb6c4, 0.5],
  plaster_green: [0xb1bf98, 0.55],
  roof_tile: [0xa8492f, 0.4],
  roof_slate: [0x4c5158, 0.15],
  glass: [0x2f4450, 0.08],
  steel: [0x8b9094, 0.4],
  steel_dark: [0x33373a, 0.15],
  zinc: [0xa6acae, 0.45],
  wire: [0x26262a, 0.1],
  rubber: [0x1c1c1e, 0.05],
  car_paint_red: [0xb3201f, 0.35],
  car_paint_blue: [0x244a86, 0.25],
  car_paint_white: [0xeeeeee, 0.65],
  car_paint_silver: [0xb9bdc0, 0.45],
  car_paint_black: [0x1d1f22, 0.06],
  car_paint_green: [0x3c6a52, 0.25],
  car_paint_yellow: [0xe0b020, 0.55],
  plastic_dark: [0x2a2c2e, 0.1],
  plastic_white: [0xe9e9e6, 0.7],
  plastic_red: [0xc4271f, 0.5],
  lamp_glass: [0xf6efcf, 0.5],
  sign_face: [0xf4f4f0, 0.7],
  sign_red: [0xc01820, 0.55],
  sign_blue: [0x1d4f9c, 0.3],
  fabric_red: [0xa33a34, 0.55],
  fabric_blue: [0x3d5a80, 0.5],
  fabric_grey: [0x77777a, 0.45],
  fabric_sand: [0xcdb994, 0.6],
  fabric_green: [0x5b7a55, 0.5],
  skin: [0xc89a7c, 0.45],
  hair: [0x3a2a20, 0.25],
  paper: [0xefe8d8, 0.7],
  leather: [0x5a3a28, 0.4],
  ceramic: [0xf2f0ea, 0.7],
  ceramic_blue: [0x46719c, 0.45],
  terracotta: [0xb5653f, 0.5],
  parquet: [0xa87a4c, 0.5],
  paint_white: [0xf0eeea, 0.75],
  paint_sage: [0xb9c4ae, 0.6],
  screen: [0x15181c, 0.05],
} as const satisfies Record<string, readonly [number, number]>;

/** A material of the generated scenes. */
export type MaterialName = keyof typeof PALETTE;

/** All material names, in a fixed order: the index is what mesh groups carry until the model is finished. */
export const MATERIAL_NAMES = Object.freeze(Object.keys(PALETTE)) as readonly MaterialName[];

const INDEX = new Map<string, number>(MATERIAL_NAMES.map((name, index) => [name, index]));

/** Alpha of window panes in viewers; to the laser they are what their reflectance says. */
const GLASS_ALPHA = 0.6;

/** Index of a material in `MATERIAL_NAMES`. */
export function materialIndex(name: MaterialName): number {
  return INDEX.get(name) ?? 0;
}

/** The material of that name with linear base colour and reflectance. */
export function paletteMaterial(name: MaterialName): Material {
  const [rgb, reflectance] = PALETTE[name];
  return {
    name,
    baseColor: [linear(rgb >> 16), linear((rgb >> 8) & 255), linear(rgb & 255), name === 'glass' ? GLASS_ALPHA : 1],
    reflectance,
  };
}

/** sRGB byte to linear 0 … 1 (IEC 61966-2-1), to four decimals so that it is one number everywhere. */
function linear(byte: number): number {
  const c = byte / 255;
  return Math.round((c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4) * 1e4) / 1e4;
}
