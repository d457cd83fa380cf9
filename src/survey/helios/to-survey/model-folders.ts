import { UserError } from '../../../base/errors.js';
import { dirname, isInside } from '../../../base/files/paths.js';
import { objLibraries } from '../../../scene/read/obj/obj-pictures.js';
import { findSceneFile } from '../../../scene/read/scene-file.js';
import type { HeliosReading } from '../helios-reading.js';

/**
 * The asset roots in which material libraries lie that OBJ files name outside of their own folders (`mtllib
 * ../plane.mtl`), for `scene.modelFolders`. Libraries outside of all roots have none. `paths`: the files of all parts,
 * absolute.
 */
export async function modelFolders(reading: HeliosReading, paths: Iterable<string>): Promise<string[]> {
  const { files, library } = reading;
  const roots = new Set<string>();
  for (const path of paths)
    for (const name of await librariesOf(reading, path)) {
      const target = files.resolve(dirname(path), name.replaceAll('\\', '/'));
      if (isInside(dirname(path), target)) continue;
      const root = await library.rootOf(target);
      if (root !== undefined) roots.add(root);
    }
  return [...roots];
}

/** None of a file that is faulty, since reading it will say where. */
async function librariesOf({ files }: HeliosReading, path: string): Promise<string[]> {
  try {
    return await objLibraries(await findSceneFile(files, path), files);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [];
  }
}
