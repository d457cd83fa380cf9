/** Points from no surface: ASPRS class 7, low point (noise), without an instance and of this material. */
export const NOISE_CLASS = 7;
export const NO_MATERIAL = 0xffff;
