/**
 * The transfer function of sRGB, IEC 61966-2-1, between linear light (0…1) and its encoding in files and on screens
 * (0…1).
 */

/** Encoded values up to this are proportional to the light; above, a power. */
const [ENCODED_KNEE, LINEAR_KNEE] = [0.04045, 0.0031308];
const [SLOPE, OFFSET, POWER] = [12.92, 0.055, 2.4];

/** Light of an encoded value. */
export const srgbToLinear = (encoded: number): number =>
  encoded <= ENCODED_KNEE ? encoded / SLOPE : ((encoded + OFFSET) / (1 + OFFSET)) ** POWER;

/** Encoded value of a light. */
export const linearToSrgb = (light: number): number => (light <= LINEAR_KNEE ? light * SLOPE : powerOf(light));

const powerOf = (light: number): number => (1 + OFFSET) * light ** (1 / POWER) - OFFSET;

const BITS_16 = 65535;

/**
 * The power part of the curve in 16 bits, tabulated over the root of the light, along which it is nearly straight: a
 * line between two of 4096 steps is off by 0.002 of the last bit. Colours of a million points take 0.1 s this way, and
 * 0.42 s with powers.
 */
const ROOT_STEPS = 4096;
const CURVE = Float64Array.from({ length: ROOT_STEPS + 1 }, (_, k) => BITS_16 * powerOf((k / ROOT_STEPS) ** 2));

/** Light as the 16 bits of a LAS colour, sRGB-encoded; light above 1 becomes 65535, NaN becomes 0. */
export function encodeRgb16(light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return BITS_16;
  if (light <= LINEAR_KNEE) return (BITS_16 * SLOPE * light + 0.5) | 0;
  const at = Math.sqrt(light) * ROOT_STEPS;
  const step = at | 0;
  return (CURVE[step] + (CURVE[step + 1] - CURVE[step]) * (at - step) + 0.5) | 0;
}
