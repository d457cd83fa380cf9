import { type Steps, TEXELS_A_STEP } from '../../base/steps.js';
import type { Image } from './image.js';

/** Whether part of the image has an alpha below `cutoff` (0…1). */
export function* hasAlphaBelow({ texels }: Image, cutoff: number): Steps<boolean> {
  for (let i = 3; i < texels.length; ) {
    const end = Math.min(texels.length, i + 4 * TEXELS_A_STEP);
    for (; i < end; i += 4) if (texels[i] < 255 * cutoff) return true;
    yield;
  }
  return false;
}
