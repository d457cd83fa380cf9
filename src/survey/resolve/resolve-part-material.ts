import type { Log } from '../../base/log.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { Material } from '../../scene/model.js';
import { randomMaterials } from '../../scene/random-materials.js';
import type { MaterialPhysics } from '../../scene/scene-description.js';
import type { PartDefinition } from '../schema/scene-schema.js';
import { noting, pathIn, type Reading } from './reading.js';

type MaterialDefinition = NonNullable<Extract<PartDefinition, { file: unknown }>['material']>;

/** The material of an MTL file that a part has everywhere, and its copies; undefined after a fault, which it notes at `path`. */
export function resolvePartMaterials(
  reading: Reading,
  { file, name, random }: MaterialDefinition,
  path: ValuePath,
  options: { log: Log; physics: MaterialPhysics },
): Promise<Material[] | undefined> {
  return noting(reading, [...path, name === undefined ? 'file' : 'name'], async () => {
    const { readMtlMaterial } = await import('../../scene/read/obj/read-mtl-material.js');
    const material = await readMtlMaterial(reading.files, pathIn(reading, file), name, options);
    return random === undefined ? [material] : randomMaterials(material, random);
  });
}
