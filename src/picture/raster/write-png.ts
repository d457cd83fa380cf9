import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import type { Raster } from './raster.js';

export interface PngOptions extends CreateOptions, WithFiles {
  /** Makes the bytes of the file; `encodePng`, which runs everywhere, unless given. */
  encode?: (raster: Raster) => Uint8Array | Promise<Uint8Array>;
}

/**
 * Writes what `draw` draws to the PNG file `path`, whole or not at all. The file is opened first, so that a long
 * drawing is not in vain. Throws UserError where it cannot be written, or is there and `force` is not given; and what
 * `draw` throws.
 */
export async function writePng(path: string, draw: () => Raster | Promise<Raster>, options: PngOptions): Promise<void> {
  const file = await options.files.create(path, options);
  try {
    const encode = options.encode ?? (await import('./png.js')).encodePng;
    await file.append(await encode(await draw()));
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
