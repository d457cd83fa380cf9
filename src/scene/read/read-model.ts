import { AbortedError, UserError } from '../../base/errors.js';
import { textStart } from '../../base/files/text-start.js';
import { latin1 } from '../../base/latin1.js';
import { joinWords } from '../../base/text.js';
import type { Model } from '../model.js';
import type { ElevationRaster } from './elevation-raster.js';
import { fileFault } from './file-fault.js';
import { type FileKind, kindOfContent, kindOfEnding } from './file-kinds.js';
import type { NamedRaster } from './join-rasters.js';
import type { ReadContext } from './read-context.js';
import type { ModelChoice, ReadModelOptions } from './read-model-options.js';
import { reportFlattened } from './report-flattened.js';
import { findBeside, findSceneFile, readBeside, type SceneFile, sceneHead } from './scene-file.js';
import type { SceneFormat } from './scene-format.js';
import { detectFormat, SCENE_FORMATS, sceneFormatOf } from './scene-formats.js';

/** Enough to distinguish the formats: objects of a JSON file may come before its type. */
const HEAD_BYTES = 1 << 16;

/**
 * Reads the model in a file of one of SCENE_FORMATS, in the file's own units and axes, without triangles of zero area.
 * Files that it names are read only from its own folder, the context's `modelFolders` and below, and never from the
 * network. With a size of voxels, the file is a cloud of points. Throws UserError for any fault in the file, and for
 * one of another kind, which it names; AbortedError on the context's signal.
 */
export async function readModel(path: string, context: ReadContext & ModelChoice): Promise<Model> {
  const file = await findSceneFile(context.files, path);
  if (context.voxels?.size !== undefined) {
    const { readCloudVoxels } = await import('./voxels/read-cloud-voxels.js');
    return readCloudVoxels(path, { ...context.voxels, size: context.voxels.size }, context);
  }
  const { format, options } = await openModel(file, context);
  try {
    const { tiles = [] } = context;
    const model = await (tiles.length > 0 ? readTiles([path, ...tiles], context) : format.read(file, options, context));
    reportFlattened(model, path, context.log);
    return model;
  } catch (error) {
    throw memoryFault(error, path);
  }
}

/** The format of a file, and the options of its reader. */
async function openModel(
  file: SceneFile,
  context: ReadContext & ModelChoice,
): Promise<{ format: SceneFormat; options: ReadModelOptions }> {
  const { path } = file;
  const head = await sceneHead(context.files, file, HEAD_BYTES);
  const start = kindOfContent(path, head) === undefined ? textStart(head, path) : 0;
  const format = formatOf(path, head.subarray(start));
  const options: ReadModelOptions = {
    ...context,
    file: path,
    readBeside: (reference, maxBytes) => readBeside(context.files, path, reference, maxBytes, context.modelFolders),
    readRasterBeside: (reference) => readRasterBeside(path, reference, context),
  };
  return { format, options };
}

/** A raster that another one at `path` names; it may not name further ones. */
async function readRasterBeside(path: string, reference: string, context: ReadContext): Promise<ElevationRaster> {
  const file = await findBeside(context.files, path, reference, context.modelFolders);
  const { format, options } = await openModel(file, context);
  if (format.readRaster === undefined)
    throw fileFault(path, `refers to "${reference}", a ${format.title} file; expected a raster of heights`);
  return format.readRaster(file, { ...options, readRasterBeside: undefined, asStored: true }, context);
}

/** The surface of several rasters. */
async function readTiles(paths: readonly string[], context: ReadContext & ModelChoice): Promise<Model> {
  const rasters: NamedRaster[] = [];
  for (const path of paths) {
    const file = await findSceneFile(context.files, path);
    const { format, options } = await openModel(file, context);
    if (format.readRaster === undefined)
      throw fileFault(path, `a ${format.title} file among tiles; expected rasters of heights`);
    rasters.push({ file: path, raster: await format.readRaster(file, options, context) });
  }
  const { joinRasters } = await import('./join-rasters.js');
  const { rasterModel } = await import('./raster-model.js');
  return rasterModel(joinRasters(rasters), { ...context, file: paths[0] });
}

/** Throws UserError for a file of another kind, which it names. */
function formatOf(path: string, head: Uint8Array): SceneFormat {
  const format = detectFormat(path, head);
  const isSigned = format?.signature?.test(latin1(head));
  const kind = isSigned ? undefined : kindOfContent(path, head);
  if (kind !== undefined || format === undefined) throw notASceneFile(path, kind ?? kindOfEnding(path));
  const named = sceneFormatOf(path);
  if (named !== undefined && named.up !== format.up)
    throw fileFault(
      path,
      `a ${format.title} file with the ending of ${named.title}; its axes are taken from the ending`,
      `Rename it so that it ends in ${joinWords(format.endings, 'or')}.`,
    );
  return format;
}

function notASceneFile(path: string, kind: FileKind | undefined): UserError {
  const known = SCENE_FORMATS.map(({ title, endings }) => `${title} (${endings.join(', ')})`);
  if (kind === undefined)
    return fileFault(path, 'is not a known kind of scene file', `Known are ${joinWords(known, 'and')}.`);
  return fileFault(path, `${kind.name}; expected one of ${joinWords(known, 'or')}`, kind.hint);
}

/** An allocation that fails is the file's fault; all other errors are passed on. */
function memoryFault(error: unknown, path: string): unknown {
  if (error instanceof UserError || error instanceof AbortedError) return error;
  if (error instanceof RangeError && /array (buffer )?(length|allocation)/i.test(error.message))
    return new UserError('does not fit into memory', { place: { file: path }, cause: error });
  return error;
}
