import { UserError } from '../../../base/errors.js';
import type { Files } from '../../../base/files/files.js';
import { readBounded } from '../../../base/files/read-bounded.js';
import type { Log } from '../../../base/log.js';
import { didYouMean } from '../../../base/yaml/check-document.js';
import { quoteText } from '../../../base/yaml/faults.js';
import type { Material } from '../../model.js';
import type { MaterialPhysics } from '../../scene-description.js';
import { MTL_BYTES_MAX, parseMtl } from './mtl.js';

/** Maximum number of materials listed in a message. */
const LISTED_MAX = 20;

/**
 * The material `name` of the MTL file at `path`, without its pictures; absent: the first one in the order of their
 * names, as in HELIOS++. The first of several with the same name counts. `physics`: interpretation of its reflectance
 * and gloss; absent: PHYSICS.si. Throws UserError for a file that cannot be read or has no such material.
 */
export async function readMtlMaterial(
  files: Files,
  path: string,
  name: string | undefined,
  options: { log: Log; physics?: MaterialPhysics },
): Promise<Material> {
  const bytes = await readBounded(files, path, { what: 'an MTL file', bytesMax: MTL_BYTES_MAX });
  const materials = parseMtl(bytes, path, options).map(({ material }) => material);
  if (materials.length === 0) throw new UserError('found no newmtl, expected a material', { place: { file: path } });
  const names = [...new Set(materials.map((material) => material.name))].sort();
  const wanted = name ?? names[0];
  const found = materials.find((material) => material.name === wanted);
  if (found !== undefined) return found;
  const listed = names.slice(0, LISTED_MAX).join(', ');
  throw new UserError(`found no material ${quoteText(wanted)}, expected one of ${listed}${didYouMean(wanted, names)}`, {
    place: { file: path },
  });
}
