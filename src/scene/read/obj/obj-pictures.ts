import { UserError } from '../../../base/errors.js';
import type { Files } from '../../../base/files/files.js';
import { textOfEither } from '../../../base/files/text-start.js';
import { SILENT_LOG } from '../../../base/log.js';
import { countTexels, IMAGE_HEAD_BYTES } from '../../image/count-texels.js';
import type { ReadContext } from '../read-context.js';
import { findBeside, type SceneFile, sceneHead } from '../scene-file.js';
import { parseMtl } from './mtl.js';
import { imageFiles } from './mtl-maps.js';

/** Libraries are named before the first vertex. */
const HEAD_BYTES = 1 << 16;
/** Larger libraries are skipped. */
const MTL_BYTES = 1 << 24;

/**
 * Numbers of texels of the images that the libraries at the head of an OBJ file name, each once; missing ones are left
 * out.
 */
export async function objPictures(file: SceneFile, { files, modelFolders }: ReadContext): Promise<number[]> {
  const read = async (name: string, bytes: number): Promise<Uint8Array> => {
    try {
      return await sceneHead(files, await findBeside(files, file.path, name, modelFolders), bytes);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return new Uint8Array();
    }
  };
  const images = new Set<string>();
  for (const library of await objLibraries(file, files)) {
    for (const path of imagesOf(await read(library, MTL_BYTES), library)) images.add(path);
  }
  const texels: number[] = [];
  for (const path of images) texels.push(countTexels(await read(path, IMAGE_HEAD_BYTES)));
  return texels;
}

/** The material libraries that the head of an OBJ file names, as written there. */
export async function objLibraries(file: SceneFile, files: Files): Promise<string[]> {
  const head = textOfEither(await sceneHead(files, file, HEAD_BYTES));
  return [...head.matchAll(/^\s*mtllib\s+(.*\S)/gm)].map(([, name]) => name);
}

/** The images of a library; none of a faulty one, since reading it later reports the place. */
function imagesOf(bytes: Uint8Array, library: string): string[] {
  try {
    return parseMtl(bytes, library, { log: SILENT_LOG }).flatMap((entry) => imageFiles(entry, library));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [];
  }
}
