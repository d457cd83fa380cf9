import { oncePerImage } from './once-per-image.js';

/** Whether part of the image has an alpha below `cutoff` (0…1). */
export const hasAlphaBelow = oncePerImage(({ texels }, cutoff): boolean => {
  for (let i = 3; i < texels.length; i += 4) if (texels[i] < 255 * cutoff) return true;
  return false;
});
