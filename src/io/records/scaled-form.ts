import { invariant } from '../../base/errors.js';
import type { PointAttribute } from '../../cloud/point-schema.js';
import { type RecordStep, stepSource } from './record-plan.js';

/** Types of whole numbers that hold values, and their least and greatest number. */
const RANGE = Object.freeze({
  i16: [-(2 ** 15), 2 ** 15 - 1],
  u16: [0, 2 ** 16 - 1],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u32: [0, 2 ** 32 - 1],
} as const);

export type ScaledType = keyof typeof RANGE;

/** Quantisation of a value: value = number × scale + shift. */
export interface ScaledForm {
  type: ScaledType;
  scale: number;
  /** Absent: 0. */
  shift?: number;
}

/** Types of values by the type of their numbers. */
const VALUES = { i16: 'f32', u16: 'f32', i32: 'f64', u32: 'f64' } as const;

/**
 * An attribute in `form`, rounded to the nearest number. Counts the values replaced by the nearest that the form can
 * hold, or by 0 for NaN. Precondition: numbers of 16 bits are of an f32 attribute, those of 32 of an f64 one.
 */
export function scaled(attribute: PointAttribute, { type, scale, shift = 0 }: ScaledForm, at: number): RecordStep {
  invariant(attribute.type === VALUES[type], 'numbers of 16 bits stand for f32, those of 32 for f64');
  const kind = attribute.type === 'f32' ? 'scaledF32' : 'scaledF64';
  return { kind, at, source: stepSource(attribute), numbers: [1 / scale, shift, ...RANGE[type]] };
}
