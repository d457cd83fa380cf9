import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import type { Raster } from './raster.js';

export interface PngOptions extends CreateOptions, WithFiles {
  /** Encodes the file; default: `encodePng`, which runs everywhere. */
  encode?: (raster: Raster) => Uint8Array | Promise<Uint8Array>;
}

/**
 * Writes the picture made by `draw` to the PNG file `path`, whole or not at all. The file is opened first, so that no
 * long drawing is wasted. Throws UserError if it cannot be written, or if it exists and `force` is not set; also throws
 * errors of `draw`.
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
