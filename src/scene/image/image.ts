import { UserError } from '../../base/errors.js';

/** A picture in memory. */
export interface Image {
  width: number;
  height: number;
  /** RGBA, 8 bits each, rows from the top; 4 · width · height. */
  texels: Uint8Array;
}

/** The facts of a picture in its header. */
export interface ImageHeader {
  width: number;
  height: number;
  /** Whether alpha may be below 255 somewhere. */
  hasAlpha: boolean;
}

/** 8192 × 8192: 256 MiB as RGBA. */
export const MAX_TEXELS = 1 << 26;

/** A fault of the image `name`. */
export function imageFault(name: string, message: string, cause?: unknown): UserError {
  return new UserError(message, {
    place: { file: name },
    hint: 'Open the image in a program for pictures and save it again as PNG or JPEG.',
    cause,
  });
}

/** The result of an external decoder; its errors mean that the image `name` is faulty, as `message` says. */
export function attempt<Result>(name: string, message: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (cause) {
    throw imageFault(name, message, cause);
  }
}

/** Throws UserError for an image without texels, and for one with more than `MAX_TEXELS`. */
export function checkImageSize(name: string, width: number, height: number): void {
  if (width === 0 || height === 0)
    throw imageFault(name, `the image is ${width} × ${height} texels large: it is empty`);
  if (width * height > MAX_TEXELS)
    throw new UserError(
      `the image is ${width} × ${height} texels large; at most ${MAX_TEXELS} are read, ${Math.sqrt(MAX_TEXELS)} × ${Math.sqrt(MAX_TEXELS)}`,
      { place: { file: name }, hint: 'Save a smaller version of it under the same name.' },
    );
}
