import type { Material } from '../scene/model.js';

/**
 * Colours (sRGB) of the materials in the generated scenes. Their names are ids or words of the catalogue, which define
 * how they scatter.
 */
const COLORS = {
  asphalt: 0x4a4a4c,
  paving: 0xa09a90,
  kerb: 0xb8b4aa,
  road_marking: 0xf0f0ea,
  concrete: 0x9b9a94,
  stone: 0x8d8a82,
  soil: 0x6b5138,
  gravel: 0x94897a,
  grass: 0x5f8a34,
  grass_dry: 0x9c9a4e,
  leaf: 0x4c7f2b,
  leaf_light: 0x7fa63a,
  leaf_dark: 0x35632a,
  leaf_autumn: 0xb9892e,
  needle: 0x2c5138,
  needle_light: 0x4a6f46,
  bark: 0x5f4a38,
  bark_birch: 0xd0ccc2,
  bark_pine: 0x9a6242,
  wood: 0x9c7348,
  wood_dark: 0x5a3c25,
  wood_painted: 0xe6e4dd,
  door_green: 0x2f5a4a,
  brick: 0x9a4a38,
  brick_yellow: 0xc29a5e,
  plaster_white: 0xe8e4da,
  plaster_cream: 0xe2cf9f,
  plaster_rose: 0xd9a48c,
  plaster_blue: 0x9fb6c4,
  plaster_green: 0xb1bf98,
  roof_tile: 0xa8492f,
  roof_slate: 0x4c5158,
  glass: 0x2f4450,
  steel: 0x8b9094,
  steel_dark: 0x33373a,
  zinc: 0xa6acae,
  wire: 0x26262a,
  rubber: 0x1c1c1e,
  car_paint_red: 0xb3201f,
  car_paint_blue: 0x244a86,
  car_paint_white: 0xeeeeee,
  car_paint_silver: 0xb9bdc0,
  car_paint_black: 0x1d1f22,
  car_paint_green: 0x3c6a52,
  car_paint_yellow: 0xe0b020,
  plastic_dark: 0x2a2c2e,
  plastic_white: 0xe9e9e6,
  plastic_red: 0xc4271f,
  lamp_glass: 0xf6efcf,
  sign_face: 0xf4f4f0,
  sign_red: 0xc01820,
  sign_blue: 0x1d4f9c,
  fabric_red: 0xa33a34,
  fabric_blue: 0x3d5a80,
  fabric_grey: 0x77777a,
  fabric_sand: 0xcdb994,
  fabric_green: 0x5b7a55,
  skin: 0xc89a7c,
  hair: 0x3a2a20,
  paper: 0xefe8d8,
  leather: 0x5a3a28,
  ceramic: 0xf2f0ea,
  ceramic_blue: 0x46719c,
  terracotta: 0xb5653f,
  parquet: 0xa87a4c,
  paint_white: 0xf0eeea,
  paint_sage: 0xb9c4ae,
  screen: 0x15181c,
} as const satisfies Record<string, number>;

/** A material of the generated scenes. */
export type MaterialName = keyof typeof COLORS;

/** All material names, in a fixed order: mesh groups hold these indices until the model is finished. */
export const MATERIAL_NAMES = Object.freeze(Object.keys(COLORS)) as readonly MaterialName[];

const INDEX = new Map<string, number>(MATERIAL_NAMES.map((name, index) => [name, index]));

/** Alpha of window panes in viewers; the laser uses their material. */
const GLASS_ALPHA = 0.6;

/** Index of a material in `MATERIAL_NAMES`. */
export function materialIndex(name: MaterialName): number {
  return INDEX.get(name) ?? 0;
}

/** The material of that name with linear base colour. */
export function paletteMaterial(name: MaterialName): Material {
  const rgb = COLORS[name];
  return { name, baseColor: [...linearColor(rgb), name === 'glass' ? GLASS_ALPHA : 1] };
}

/** The linear colour of an sRGB one, 0xRRGGBB. */
export const linearColor = (rgb: number): [number, number, number] => [
  linear(rgb >> 16),
  linear((rgb >> 8) & 255),
  linear(rgb & 255),
];

/** sRGB byte to linear 0 … 1 (IEC 61966-2-1), to four decimals so that it is one number everywhere. */
function linear(byte: number): number {
  const c = byte / 255;
  return Math.round((c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4) * 1e4) / 1e4;
}
