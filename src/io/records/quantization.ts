import { invariant } from '../../base/errors.js';
import { joinWords } from '../../base/text.js';
import { type Box3, isEmptyBox, type Vec3 } from '../../base/vec3.js';

/** Stored integer = round((coordinate − offset) / scale). */
export interface Quantization {
  scale: Vec3;
  offset: Vec3;
}

/** A millimetre: an order of magnitude below the noise of a good scanner. */
const DEFAULT_SCALE = 0.001;

export const INT32_MAX = 2 ** 31 - 1;

/** Local coordinates up to here (metres) are stored without an offset, so that programs do not offer to shift them. */
const LOCAL_EXTENT = 10_000;

/** Offsets are whole kilometres: they stay readable, and are multiples of any scale. */
const OFFSET_STEP = 1000;

/**
 * The scale and offset for clouds within `bounds`: the requested scale (default: a millimetre), coarser by powers of
 * ten along an axis whose extent requires it, so that every coordinate of the box fits 32 bits. An empty box has the
 * offset 0. Precondition: bounds finite, scale > 0.
 */
export function chooseQuantization(bounds: Box3, wishedScale: number = DEFAULT_SCALE): Quantization {
  invariant(wishedScale > 0 && wishedScale < Infinity, `a LAS scale of ${wishedScale}`);
  if (isEmptyBox(bounds)) return { scale: [wishedScale, wishedScale, wishedScale], offset: [0, 0, 0] };
  invariant([...bounds.min, ...bounds.max].every(Number.isFinite), 'the bounds of a cloud are finite');
  const offset = bounds.min.map((min, axis) => chooseOffset(min, bounds.max[axis])) as [number, number, number];
  const scale = offset.map((o, axis) =>
    fittingScale(Math.max(bounds.max[axis] - o, o - bounds.min[axis]), wishedScale),
  ) as [number, number, number];
  return { scale, offset };
}

/**
 * Warning of coordinates whose steps are coarser than wished (default: a millimetre), as the end of a sentence;
 * undefined: none are.
 */
export function coarserSteps({ scale }: Quantization, wishedScale: number = DEFAULT_SCALE): string | undefined {
  const coarse = ['x', 'y', 'z'].flatMap((axis, k) => (scale[k] > wishedScale ? [{ axis, step: scale[k] }] : []));
  if (coarse.length === 0) return undefined;
  const steps = joinWords(
    coarse.map(({ axis, step }) => `${step} m in ${axis}`),
    'and',
  );
  return `are in steps of ${steps}, not ${wishedScale} m: their extent there takes more than 32 bits of these`;
}

function chooseOffset(min: number, max: number): number {
  if (Math.max(Math.abs(min), Math.abs(max)) <= LOCAL_EXTENT) return 0;
  return Math.round((min / 2 + max / 2) / OFFSET_STEP) * OFFSET_STEP;
}

function fittingScale(reach: number, wishedScale: number): number {
  let scale = wishedScale;
  // Through decimal notation: 0.001 × 10 × 10 … would not stay a power of ten.
  while (reach / scale > INT32_MAX - 1) scale = Number((scale * 10).toPrecision(12));
  return scale;
}
