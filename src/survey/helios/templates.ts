import { UserError } from '../../base/errors.js';
import type { Asset } from './asset-library.js';
import type { HeliosReading } from './helios-reading.js';

/** Templates that name one another any deeper are a circle, or nobody's intention. */
const DEPTH_MAX = 16;

/**
 * The element of settings and its templates, the outermost template first, the element itself last. Throws UserError
 * for a template that is missing, or that names itself.
 */
export async function withTemplates(
  reading: HeliosReading,
  kind: 'scannerSettings' | 'platformSettings',
  own: Asset,
): Promise<Asset[]> {
  const chain = [own];
  for (let asset = own; ; ) {
    const location = asset.element.attributes.get('template');
    if (location === undefined) return chain.reverse();
    asset = await reading.library.find(kind, location.trim(), asset);
    const { place } = asset.element;
    if (chain.some(({ element }) => element === asset.element))
      throw new UserError(`the template "${location}" names itself, expected templates that end`, { place });
    if (chain.length > DEPTH_MAX) throw new UserError(`found more than ${DEPTH_MAX} templates of templates`, { place });
    chain.push(asset);
  }
}
