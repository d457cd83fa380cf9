import { type Box3, isEmptyBox } from '../../base/vec3.js';

/** Largest coordinate stored as f32, metres, with an error of 0.25 mm. */
export const F32_REACH = 8192;

/** Whether coordinates within `bounds` are precise enough in f32. */
export const fitF32 = (bounds: Box3): boolean =>
  isEmptyBox(bounds) || [...bounds.min, ...bounds.max].every((value) => Math.abs(value) <= F32_REACH);
