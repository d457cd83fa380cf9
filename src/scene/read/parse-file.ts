import { type LoaderWithParser, parse, parseInBatches } from '@loaders.gl/core';
import type { Model } from '../model.js';
import { fileFault, type SceneLoaderOptions } from './loader-options.js';
import type { ReadContext } from './read-context.js';
import { FileBlocks, readWhole, type SceneFile } from './scene-file.js';

/** loaders.gl runs here, not in workers, and logs nothing by itself. */
const CORE_OPTIONS = { core: { worker: false, log: null } };

/** What `loader` makes of a file, which is read whole. */
export async function parseWhole(
  loader: LoaderWithParser<Model>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  return parse(await readWhole(file, context), loader, { ...CORE_OPTIONS, subray });
}

/** What `loader` makes of a file, which is read in blocks. */
export async function parseBlocks(
  loader: LoaderWithParser<Model, Model>,
  file: SceneFile,
  subray: SceneLoaderOptions,
  context: ReadContext,
): Promise<Model> {
  const batches = await parseInBatches(new FileBlocks(file, context), loader, { ...CORE_OPTIONS, subray });
  for await (const model of batches) return model;
  throw fileFault(file.path, 'the file is empty');
}
