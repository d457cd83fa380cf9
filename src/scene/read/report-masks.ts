import type { Log } from '../../base/log.js';
import type { Material } from '../model.js';

/** Says which materials are holes where their textures are transparent, since a file seldom says so itself. */
export function reportMasks(materials: readonly Material[], file: string, log: Log): void {
  const masked = materials.filter(({ textures }) => textures?.alpha !== undefined).map(({ name }) => `"${name}"`);
  if (masked.length > 0)
    log.info(
      `${file}: ${masked.length} materials are cut out where their textures are transparent, first ${masked[0]}`,
    );
}
