import { UserError } from '../../base/errors.js';

/** A material that is matt. */
const MATT = 1;
/** Materials that a message lists. */
const LISTED_MAX = 20;

/**
 * Smoothness, 1 − roughness, of the materials by number; those that are not named are matt: 0. Throws UserError for
 * names that the scene does not have; `key` is the setting.
 */
export function smoothnessOf(
  roughness: Readonly<Record<string, number>>,
  materials: readonly string[],
  key: string,
): Float64Array {
  const unknown = Object.keys(roughness).find((name) => !materials.includes(name));
  if (unknown !== undefined) {
    const known = [...new Set(materials)].slice(0, LISTED_MAX).join(', ');
    throw new UserError(`${key}.roughness: found ${JSON.stringify(unknown)}, expected a material of the scene`, {
      hint: known === '' ? 'the scene has no materials' : `the first of them: ${known}`,
    });
  }
  return Float64Array.from(materials, (name) => 1 - (Object.hasOwn(roughness, name) ? roughness[name] : MATT));
}
