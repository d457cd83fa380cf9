import type { Log } from '../../base/log.js';
import type { Material } from '../model.js';

/** Reports the materials that have holes where their textures are transparent, since files seldom state this. */
export function reportMasks(materials: readonly Material[], file: string, log: Log): void {
  const masked = materials.filter(({ textures }) => textures?.alpha !== undefined).map(({ name }) => `"${name}"`);
  if (masked.length > 0)
    log.info(
      `${file}: ${masked.length} materials are cut out where their textures are transparent, first ${masked[0]}`,
    );
}
