import { UserError } from '../../base/errors.js';

/** Smallest and largest width and height, pixels: room for a legend; depth images and light within 1 GiB of memory. */
const PICTURE_SIZE_LIMITS = Object.freeze({ min: 160, max: 4096 });

/** Throws UserError if a picture of this size cannot be drawn. */
export function checkPictureSize(width: number, height: number): void {
  const { min, max } = PICTURE_SIZE_LIMITS;
  for (const size of [width, height])
    if (!Number.isInteger(size) || size < min || size > max)
      throw new UserError(`a picture of ${width}x${height} pixels cannot be drawn`, {
        hint: `width and height are whole numbers from ${min} to ${max}`,
      });
}
