import { RandomStream } from '../base/random-stream.js';
import type { Material, Model } from '../scene/model.js';
import { linearColor } from './palette.js';

/** A material of the catalogue, by its name in scenes, and its colour (sRGB). */
type Choice = readonly [name: string, rgb: number];

const FACADES: readonly Choice[] = [
  ['limestone', 0xd8c9a6],
  ['sandstone', 0xc7a473],
  ['granite', 0x8f8d8b],
  ['clinker', 0x6d3a34],
  ['cement', 0xa9a8a3],
  ['plank', 0x8a7860],
  ['facade', 0xdedbd2],
  ['stucco', 0xe6d9b8],
  ['brick_red', 0xa2513c],
];
const ROOFS: readonly Choice[] = [
  ['tiled_roof', 0x8c3b28],
  ['shingle', 0x5a5550],
  ['schist', 0x565b63],
  ['patina', 0x6fa48c],
  ['roofing_felt', 0x3d3d3f],
  ['metal', 0xa8adb2],
];
const PAINTS: readonly Choice[] = [
  ['car_paint_metallic', 0x9fa4a8],
  ['car_paint_orange', 0xc8641e],
  ['car_black', 0x141518],
  ['car_white', 0xf4f4f2],
  ['car_green', 0x2c5540],
  ['car_silver', 0xc4c8cb],
  ['blue_car', 0x1f4f9a],
  ['red_car', 0x8e1a1c],
];
const ROADS: readonly Choice[] = [
  ['asphalt_new', 0x2e2e30],
  ['asphalt_old', 0x77767a],
  ['tarmac', 0x4f4f52],
  ['cement', 0x9b9b97],
];
const PAVEMENTS: readonly Choice[] = [
  ['granite', 0x9a9896],
  ['cobble', 0x7d7770],
  ['sandstone', 0xbfa57e],
  ['clinker', 0x7d4a3e],
  ['asphalt_grey', 0x6a6a6c],
];
const LAWNS: readonly Choice[] = [
  ['meadow', 0x6f9440],
  ['dry_grass', 0xa9a25e],
  ['turf', 0x4d7c2d],
  ['straw', 0xb8a968],
];
const EARTHS: readonly Choice[] = [
  ['soil_dry', 0x8d7455],
  ['soil_moist', 0x493829],
  ['loam', 0x5a4632],
  ['clay', 0x8f6a4a],
  ['sand', 0xc8b48a],
];
const GRAVELS: readonly Choice[] = [
  ['sandy', 0xcab893],
  ['pebble', 0x8b857b],
  ['dirt', 0x7a6448],
];
const WOODS: readonly Choice[] = [
  ['decking', 0x9a8a74],
  ['plank', 0x86735a],
  ['lumber', 0xb59366],
];
const CLOTHS: readonly Choice[] = [
  ['denim', 0x35507c],
  ['linen', 0xd9d0ba],
  ['wool', 0x8a7b66],
  ['polyester', 0xb0402f],
  ['upholstery', 0x8b8f98],
];
const FLOORS: readonly Choice[] = [
  ['plank', 0x9b7650],
  ['linen', 0xb8ae98],
  ['ceramic_tile', 0xd8d4cc],
  ['vinyl', 0x9c9a94],
  ['granite', 0x787674],
];
const WALLS: readonly Choice[] = [
  ['stucco', 0xe9e1cf],
  ['clinker', 0x8a4a3c],
  ['plank', 0xb49a74],
  ['cement', 0xb2b1ac],
];

/**
 * Alternatives to each material of the palette. Materials whose names label rules refer to, parts of plants and panes,
 * stay.
 */
const CHOICES: readonly (readonly [RegExp, readonly Choice[]])[] = [
  [/^(plaster_|brick)/, FACADES],
  [/^roof_/, ROOFS],
  [/^car_paint_/, PAINTS],
  [/^asphalt$/, ROADS],
  [/^paving$/, PAVEMENTS],
  [/^(kerb|stone)$/, PAVEMENTS],
  [/^grass(_dry)?$/, LAWNS],
  [/^soil$/, EARTHS],
  [/^gravel$/, GRAVELS],
  [/^wood(_dark)?$/, WOODS],
  [/^fabric_/, CLOTHS],
  [/^parquet$/, FLOORS],
  [/^paint_/, WALLS],
];
/** Share of the materials that are replaced. */
const CHANGED = 0.7;

/**
 * The model with other materials of the catalogue for most of its walls, roofs, paints, grounds and cloths, chosen by
 * `seed`. Parts that shared a material still do, and no two materials become one.
 */
export function varyMaterials(model: Model, seed: number): Model {
  const taken = new Set(model.materials.map(({ name }) => name));
  const materials = model.materials.map((material): Material => {
    // A stream for each material, so that none depends on the others in the scene. If a choice is taken, the next one
    // in the list is used.
    const random = new RandomStream(seed, `material ${material.name}`);
    const isChanged = random.chance(CHANGED);
    const choices = CHOICES.find(([name]) => name.test(material.name))?.[1] ?? [];
    const first = random.index(Math.max(1, choices.length));
    const free = [...choices.slice(first), ...choices.slice(0, first)].find(([name]) => !taken.has(name));
    if (!isChanged || free === undefined) return material;
    const [name, rgb] = free;
    taken.add(name);
    return { ...material, name, baseColor: [...linearColor(rgb), 1] };
  });
  return { ...model, materials };
}

/** All names of varied materials. */
export const VARIED_NAMES: readonly string[] = [
  ...new Set(CHOICES.flatMap(([, choices]) => choices.map(([name]) => name))),
];
