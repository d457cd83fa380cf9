import type { StrengthForm, StrengthRange } from '../../cloud/tone-mapping/strengths.js';
import { noteFault, type Reading } from '../../survey/resolve/reading.js';
import type { ProductContext } from '../product.js';

/** A layout of frames. */
interface RangedLayout {
  name: string;
  /** Ranges of intensities that its programs accept, the default first; none: it has intensities as clouds do. */
  intensities: readonly StrengthRange[];
}

/**
 * The form of intensities of frames in a layout, with the range that `frames` choose; undefined if it has them as
 * clouds do. Notes a range that the layout does not have.
 */
export function resolveStrength(
  reading: Reading,
  chosen: StrengthRange | undefined,
  { name, intensities }: RangedLayout,
  { scale }: Pick<ProductContext, 'scale'>,
): StrengthForm | undefined {
  if (chosen !== undefined && !intensities.includes(chosen)) {
    const expected =
      intensities.length > 0
        ? `nothing, or ${intensities.join(', ')}: programs that read ${name} take no other`
        : `nothing, or another layout: ${name} has the 16 bits of clouds, which intensity.scale decides about`;
    noteFault(reading, ['frames', 'intensity'], chosen, expected);
  }
  const range = chosen ?? intensities[0];
  return range && { range, ...(scale && { scale }) };
}
