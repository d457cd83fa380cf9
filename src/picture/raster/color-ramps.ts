import { linearToSrgb, srgbToLinear } from '../../cloud/shading/srgb.js';

/** A colour of the screen (sRGB, 8 bits a channel) as 0xRRGGBB. */
export type Rgb = number;

/** 256 colours from low to high. */
export type Ramp = Uint32Array;

const RAMP_LENGTH = 256;

export const packRgb = (r: number, g: number, b: number): Rgb => (r << 16) | (g << 8) | b;

/** Mixes `a` (t = 0) and `b` (t = 1) channel by channel. */
export function mixRgb(a: Rgb, b: Rgb, t: number): Rgb {
  const mix = (shift: number) => {
    const from = (a >> shift) & 255;
    return Math.round(from + (((b >> shift) & 255) - from) * t);
  };
  return packRgb(mix(16), mix(8), mix(0));
}

const toByte = (v: number) => Math.round(255 * Math.min(1, Math.max(0, linearToSrgb(v))));

/** OKLab (lightness 0…1, green–red, blue–yellow) of a screen colour; B. Ottosson, "A perceptual color space", 2020. */
export function oklabOf(color: Rgb): [number, number, number] {
  const [r, g, b] = [16, 8, 0].map((shift) => srgbToLinear(((color >> shift) & 255) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The screen colour nearest to an OKLab colour, with channels clamped to the range of a screen. */
export function rgbOfOklab(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return packRgb(
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  );
}

/** A ramp through evenly spaced `stops`, mixed in OKLab so that equal steps look equal. */
export function rampThrough(stops: readonly Rgb[]): Ramp {
  const labs = stops.map(oklabOf);
  return Uint32Array.from({ length: RAMP_LENGTH }, (_, i) => {
    const at = (i / (RAMP_LENGTH - 1)) * (labs.length - 1);
    const from = Math.min(Math.floor(at), labs.length - 2);
    const mix = (k: number) => labs[from][k] + (labs[from + 1][k] - labs[from][k]) * (at - from);
    return rgbOfOklab(mix(0), mix(1), mix(2));
  });
}

/** Blue through grey to red, for what has two directions. */
export const DIRECTION_RAMP = rampThrough([0x2b6cb8, 0x6fa3d0, 0xa7a9ab, 0xe08f6a, 0xc93a34]);

/** Violet to pale yellow, with rising lightness, for strengths. */
export const INTENSITY_RAMP = rampThrough([0x45408f, 0x7a4aa8, 0xb252a0, 0xe0657f, 0xf58b5c, 0xfcbf5e, 0xfdf3c4]);

/** Valley green over sand and rock to snow, with rising lightness, for heights. */
export const HEIGHT_RAMP = rampThrough([0x2a6b78, 0x3c8a66, 0x6ea155, 0xc3bd68, 0xd9b184, 0xe3cdb9, 0xffffff]);

/** Slate blue over green and yellow to red, for distances: short ones recede, long ones stand out. */
export const DISTANCE_RAMP = rampThrough([0x4a6a8f, 0x4f9a94, 0xa9c26b, 0xf2c14e, 0xf08a3c, 0xd92b3a]);

/** A colour per number: the hue turns by the golden angle, so that neighbours differ; three lightnesses. */
export function distinctColor(id: number): Rgb {
  const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
  const mixed = Math.imul(id ^ (id >>> 15), 0x2c1b3c6d) >>> 0;
  const hue = (id % 4096) * GOLDEN_ANGLE;
  const lightness = 0.66 + 0.09 * (mixed % 3);
  const chroma = 0.11 + 0.03 * ((mixed >>> 8) % 2);
  return rgbOfOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
}
