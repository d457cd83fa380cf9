import { classStyle } from './class-palette.js';
import { DISTANCE_RAMP, HEIGHT_RAMP, INTENSITY_RAMP, type Rgb, rampThrough } from './color-ramps.js';
import { semanticColor } from './semantic-palette.js';

/** A number with its name and colour (0xRRGGBB, sRGB). Plain data. */
export interface PaletteEntry {
  number: number;
  name: string;
  color: Rgb;
}

/** Ramps by purpose; cividis looks the same to people who cannot distinguish red from green. */
const RAMPS = Object.freeze({
  intensity: INTENSITY_RAMP,
  height: HEIGHT_RAMP,
  distance: DISTANCE_RAMP,
  // Nuñez, Anderton and Renslow 2018, "Optimizing colormaps with consideration for color vision
  // deficiency", PLoS ONE 13(7).
  cividis: rampThrough([0x00224e, 0x2a3f6d, 0x575d6d, 0x7d7c78, 0xa59c74, 0xd2c060, 0xfee838]),
});
export type ColorRampName = keyof typeof RAMPS;
export const COLOR_RAMPS: readonly ColorRampName[] = Object.freeze(Object.keys(RAMPS) as ColorRampName[]);

/** A copy of the 256 colours of a ramp, 0xRRGGBB, from low to high. */
export const colorRamp = (name: ColorRampName): Uint32Array<ArrayBuffer> => Uint32Array.from(RAMPS[name]);

/**
 * Colours of common classes that differ to people without long or middle cones as well: by at least 0.16 in OKLab,
 * under the simulation of Viénot, Brettel and Mollon 1999. Found by a random search around browns for ground, greens
 * for plants and so on.
 */
const SAFE_COLORS: Readonly<Record<number, Rgb>> = Object.freeze({
  1: 0xe1fbfd,
  2: 0x6c6400,
  3: 0xe9ee5f,
  4: 0x5ccbb7,
  5: 0x04361f,
  6: 0xff8728,
  9: 0x1145df,
  11: 0x4f5279,
  17: 0x9f74cc,
});
/** The classes with a colour of their own for people who cannot distinguish red from green. */
export const SAFE_CLASSES: readonly number[] = Object.freeze(Object.keys(SAFE_COLORS).map(Number));

/** Colouring of classes. */
export interface ClassPaletteOptions {
  /** Whether the common classes (SAFE_CLASSES) have colours for people who cannot distinguish red from green. */
  colorBlindSafe?: boolean;
}

/** Name and colour of the ASPRS classes 0 … 255; `names` are those of a cloud's own classes, from 64 on. */
export const classPalette = (
  names: Readonly<Record<number, string>> = {},
  { colorBlindSafe = false }: ClassPaletteOptions = {},
): PaletteEntry[] =>
  Array.from({ length: 256 }, (_, number) => {
    const { name, color } = classStyle(number, names);
    return { number, name, color: (colorBlindSafe ? SAFE_COLORS[number] : undefined) ?? color };
  });

/**
 * Name and colour of the semantic classes of a cloud, by the names of its labels: a name has the same colour in all
 * clouds.
 */
export const semanticPalette = (names: Readonly<Record<number, string>>): PaletteEntry[] =>
  Object.entries(names).map(([number, name]) => ({
    number: Number(number),
    name,
    color: semanticColor(Number(number), name),
  }));
