import type { Material } from '../model.js';
import type { MaterialPhysics } from '../scene-description.js';
import { UNDEFINED_GLOSS } from './plain-gloss.js';

/** Half of the light is reflected. */
const PLAIN_GREY = 0.5;

/** The material of surfaces about which the file has no information: mid grey, opaque. */
export function plainMaterial(name: string): Pick<Material, 'name' | 'baseColor'> {
  return { name, baseColor: [PLAIN_GREY, PLAIN_GREY, PLAIN_GREY, 1] };
}

/**
 * The same for formats that HELIOS++ reads, too: with `physics.gloss: plain`, its default for materials that no MTL
 * file describes.
 */
export function undescribedMaterial(name: string, physics: MaterialPhysics | undefined): Material {
  return { ...plainMaterial(name), ...(physics?.gloss === 'plain' && { plain: UNDEFINED_GLOSS }) };
}
