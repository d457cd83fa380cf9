import { AbortedError, UserError } from '../../base/errors.js';
import { joinWords } from '../../base/text.js';
import type { Model } from '../model.js';
import { fileFault, type SceneLoaderOptions } from './loader-options.js';
import type { ReadContext } from './read-context.js';
import { findSceneFile, readBeside, readHead } from './scene-file.js';
import { detectFormat, SCENE_FORMATS } from './scene-formats.js';

/** Enough to distinguish the formats. */
const HEAD_BYTES = 1024;

/**
 * Reads the model in a file of one of SCENE_FORMATS, in the file's own units and axes, without triangles of zero area.
 * Files that it names are read only from its own folder and below, and never from the network. Throws UserError for any
 * fault in the file, AbortedError on the context's signal.
 */
export async function readModel(path: string, context: ReadContext): Promise<Model> {
  const file = await findSceneFile(context.files, path);
  const format = detectFormat(path, await readHead(context.files, file, HEAD_BYTES));
  if (!format) {
    const known = SCENE_FORMATS.map(({ title, endings }) => `${title} (${endings.join(', ')})`);
    throw fileFault(path, 'is not a known kind of scene file', `Known are ${joinWords(known, 'and')}.`);
  }
  const options: SceneLoaderOptions = {
    file: path,
    log: context.log,
    readBeside: (reference, maxBytes) => readBeside(context.files, path, reference, maxBytes),
  };
  try {
    return await format.read(file, options, context);
  } catch (error) {
    throw memoryFault(error, path);
  }
}

/** Arrays that do not fit are the file's fault; all other errors stay the same. */
function memoryFault(error: unknown, path: string): unknown {
  if (error instanceof UserError || error instanceof AbortedError) return error;
  if (error instanceof RangeError && /array (buffer )?(length|allocation)/i.test(error.message))
    return new UserError('does not fit into memory', { place: { file: path }, cause: error });
  return error;
}
