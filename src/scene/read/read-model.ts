import { parse, parseInBatches } from '@loaders.gl/core';
import { AbortedError, UserError } from '../../base/errors.js';
import type { Model } from '../model.js';
import { detectFormat, type SceneFormat } from './detect-format.js';
import { GLTFModelLoader } from './gltf/gltf-loader.js';
import { fileFault, type SceneLoaderOptions } from './loader-options.js';
import { FileBlocks, findSceneFile, readBeside, readHead, readWhole, type SceneFile } from './node-file.js';
import { OBJLoader } from './obj/obj-loader.js';
import { PLYLoader } from './ply/ply-loader.js';
import type { ReadContext } from './read-context.js';
import { STLLoader } from './stl/stl-loader.js';

/** Enough to tell the formats apart. */
const HEAD_BYTES = 1024;
/** loaders.gl runs here, not in workers, and logs nothing by itself. */
const CORE_OPTIONS = { core: { worker: false, log: null } };

/**
 * The model in a glTF, GLB, OBJ, PLY or STL file, in the file's own units and axes, without triangles of zero area.
 * The file is opened by `@loaders.gl/core`; files that it names are read only from its own folder and below, and nothing
 * from the network. OBJ files are read in blocks, the others whole.
 * Throws UserError for anything wrong with the file, AbortedError on the context's signal.
 */
export async function readModel(path: string, context: ReadContext): Promise<Model> {
  const file = await findSceneFile(path);
  const format = detectFormat(path, await readHead(file, HEAD_BYTES));
  if (!format)
    throw fileFault(
      path,
      'is no scene file that is known',
      'Known are glTF (.gltf, .glb), OBJ (.obj), PLY (.ply) and STL (.stl).',
    );
  const options: SceneLoaderOptions = {
    file: path,
    log: context.log,
    readBeside: (reference, maxBytes) => readBeside(path, reference, maxBytes),
  };
  try {
    const model = await READERS[format](file, options, context);
    return model;
  } catch (error) {
    throw memoryFault(error, path);
  }
}

type Reader = (file: SceneFile, options: SceneLoaderOptions, context: ReadContext) => Promise<Model>;

const READERS: Readonly<Record<SceneFormat, Reader>> = {
  obj: async (file, subray, context) => {
    const batches = await parseInBatches(new FileBlocks(file, context), OBJLoader, { ...CORE_OPTIONS, subray });
    for await (const model of batches) return model;
    throw fileFault(file.path, 'the file is empty');
  },
  ply: async (file, subray, context) => parse(await readWhole(file, context), PLYLoader, { ...CORE_OPTIONS, subray }),
  stl: async (file, subray, context) => parse(await readWhole(file, context), STLLoader, { ...CORE_OPTIONS, subray }),
  gltf: async (file, subray, context) =>
    parse(await readWhole(file, context), GLTFModelLoader, { ...CORE_OPTIONS, subray }),
};

/** Arrays that do not fit are the file's fault; all other errors stay what they are. */
function memoryFault(error: unknown, path: string): unknown {
  if (error instanceof UserError || error instanceof AbortedError) return error;
  if (error instanceof RangeError && /array (buffer )?(length|allocation)/i.test(error.message))
    return new UserError('does not fit into memory', { place: { file: path }, cause: error });
  return error;
}
