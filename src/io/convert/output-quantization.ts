import type { Box3 } from '../../base/vec3.js';
import type { LasFile } from '../las-files/las-file.js';
import { chooseQuantization, coarserSteps, type Quantization } from '../records/quantization.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

/** Scale and offset of a LAS output. */
export interface OutputQuantization {
  quantization: Quantization;
  /** Whether every cloud has them already, so that its whole numbers stay. */
  isKept: boolean;
  /** Warning of steps that are coarser than requested, or than those of the clouds; absent: none are. */
  coarser?: string;
}

const ofLas = (cloud: ReadableCloud): Quantization | undefined =>
  cloud.format === 'las' ? (cloud as LasFile).header : undefined;

/**
 * Scale and offset for the points of `clouds` within `bounds`: those of the clouds if they agree and no other scale is
 * requested, otherwise chosen for the finest scale of any.
 */
export function outputQuantization(
  clouds: readonly ReadableCloud[],
  bounds: Box3,
  wishedScale: number | undefined,
): OutputQuantization {
  const own = clouds.map(ofLas);
  const [first] = own;
  const isWished = first?.scale.every((step) => wishedScale === undefined || step === wishedScale) ?? false;
  if (first && isWished && own.every((other) => other && isSame(first, other)))
    return { quantization: { scale: first.scale, offset: first.offset }, isKept: true };
  const scales = own.flatMap((other) => other?.scale.map(Math.abs) ?? []);
  const finest = scales.length > 0 ? Math.min(...scales) : undefined;
  const quantization = chooseQuantization(bounds, wishedScale ?? finest);
  return { quantization, isKept: false, coarser: coarserSteps(quantization, wishedScale ?? finest) };
}

const isSame = (a: Quantization, b: Quantization): boolean =>
  a.scale.every((step, axis) => step === b.scale[axis] && a.offset[axis] === b.offset[axis]);

/** Part of a step that does not count as a move. */
const ROUNDING = 1e-6;

/**
 * Whether `to` holds every coordinate of `from` exactly: the steps of `from` are multiples of those of `to`, and so is
 * the shift.
 */
export const isFiner = (to: Quantization, from: Quantization): boolean =>
  [0, 1, 2].every(
    (axis) =>
      isWhole(from.scale[axis] / to.scale[axis]) && isWhole((from.offset[axis] - to.offset[axis]) / to.scale[axis]),
  );

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) <= ROUNDING;
