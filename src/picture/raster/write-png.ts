import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import { encodePng } from './png.js';
import type { Raster } from './raster.js';

/**
 * Writes what `draw` draws to the PNG file `path`, whole or not at all. The file is opened first, so that a long
 * drawing is not in vain. Throws UserError where it cannot be written, or is there and `force` is not given; and what
 * `draw` throws.
 */
export async function writePng(
  path: string,
  draw: () => Raster | Promise<Raster>,
  options: CreateOptions & WithFiles,
): Promise<void> {
  const file = await options.files.create(path, options);
  try {
    await file.append(encodePng(await draw()));
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
